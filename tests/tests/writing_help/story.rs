//! A post from the first prompt to the content site, with every help for writing on the way.

use http::Method;
use serde_json::{Value, json};
use service_fakes::Service;

use crate::desk::Desk;

/// Keyword of the article that the fakes write.
const KEYWORD: &str = "café para escritório";

/// Saves a key of every provider. The answers of Anthropic, the default for texts, arrive when the test says so.
async fn choose_providers(desk: &Desk) {
    desk.save_keys(json!({
        "OPENAI_API_KEY": "sk-historia",
        "ANTHROPIC_API_KEY": "sk-ant-slow-historia",
        "GEMINI_API_KEY": "AIza-historia",
        "UNSPLASH_ACCESS_KEY": "unsplash-historia",
        "PEXELS_API_KEY": "pexels-historia",
    }))
    .await;
    for (kind, provider) in [("text", "anthropic"), ("image", "gemini")] {
        let choice = json!({ "kind": kind, "provider": provider });
        desk.ask(Method::PUT, "/settings/ai-defaults", choice).await;
    }
}

/// Generates an article and follows it: every answer holds the text behind what the client has.
async fn article(desk: &Desk) -> Value {
    let wanted = json!({
        "site_id": 1, "prompt": "Um guia para escolher o café do escritório", "tone": "didático",
        "keyword": KEYWORD, "length": 900,
    });
    let begun = desk
        .ask_waiting(
            Method::POST,
            "/posts/generate-content",
            wanted,
            Some("wait=1"),
        )
        .await;
    assert_eq!(begun.status, 202, "{}", begun.json);
    assert_eq!(begun.json["result"], Value::Null);
    let (mut text, mut pieces) = (String::new(), 0);
    loop {
        desk.fakes.go_on(40);
        let path = format!(
            "/generations/{}?after={}",
            begun.json["id"],
            text.chars().count()
        );
        let read = desk.ask_waiting(Method::GET, &path, json!(null), Some("wait=3"));
        let generation = read.await.json;
        let piece = generation["partial"].as_str().unwrap();
        text.push_str(piece);
        pieces += usize::from(!piece.is_empty());
        assert_eq!(generation["partial_length"], text.chars().count());
        assert_eq!(generation["attempt"], 1);
        if generation["state"] == "running" {
            assert!(generation["progress"].as_u64().unwrap() < 100);
            continue;
        }
        assert_eq!(generation["state"], "done", "{generation}");
        assert_eq!(generation["provider"], "anthropic");
        assert!(pieces > 1, "the text arrived at once");
        let body = generation["result"]["body"].as_str().unwrap();
        assert!(body.starts_with(text.trim_end()), "{text}\n---\n{body}");
        return generation["result"].clone();
    }
}

/// The status of a check, as the post is stored.
async fn check(desk: &Desk, post: &str, id: &str) -> String {
    let path = format!("{post}/analysis");
    let analysis = desk.ask(Method::GET, &path, json!(null)).await;
    let checks = ["seo", "geo", "aeo"].map(|kind| analysis[kind]["checks"].as_array().unwrap());
    let mut checks = checks.into_iter().flatten();
    let found = checks.find(|check| check["id"] == id);
    found.unwrap_or_else(|| panic!("no check {id}"))["status"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn write(desk: &Desk) -> (u64, Value) {
    let article = article(desk).await;
    let draft = json!({
        "site_id": 1, "title": article["title"], "body": article["body"], "focus_keyword": KEYWORD,
        "approval_required": false,
    });
    let post = desk.ask(Method::POST, "/posts", draft).await;
    let id = post["id"].as_u64().unwrap();
    let path = format!("/posts/{id}/analysis");
    let analysis = desk.ask(Method::GET, &path, json!(null)).await;
    for kind in ["seo", "geo", "aeo"] {
        let score = analysis[kind]["score"].as_u64().unwrap();
        assert!(score >= 60, "{kind}: {score}");
    }
    (id, article)
}

/// Appends generated questions to one that is there.
async fn add_questions(desk: &Desk, id: u64, article: &Value) {
    let manual =
        json!({ "question": "O café descafeinado vale a pena?", "answer": "Vale, à tarde." });
    let wanted = json!({
        "site_id": 1, "count": 5, "title": article["title"], "body": article["body"], "items": [manual],
    });
    let faq = desk.ask(Method::POST, "/posts/generate-faq", wanted).await;
    assert_eq!((&faq["generated"], &faq["missing"]), (&json!(5), &json!(0)));
    assert_eq!(faq["items"].as_array().unwrap().len(), 6);
    assert_eq!(faq["items"][0], manual);
    let data = json!({
        "enabled": true, "schema_enabled": true, "accordion": true, "title": "Perguntas frequentes",
        "items": faq["items"],
    });
    let path = format!("/posts/{id}");
    desk.ask(Method::PUT, &path, json!({ "faq_data": data }))
        .await;
}

/// Texts for search engines that the analysis finds good.
async fn add_search_texts(desk: &Desk, id: u64, article: &Value) {
    let about = json!({
        "site_id": 1, "title": article["title"], "body": article["body"], "keyword": KEYWORD,
    });
    desk.fakes.answer_with(
        Service::Anthropic,
        r#"{"text":"Café para escritório: como escolher o melhor"}"#,
    );
    let title = desk.ask(Method::POST, "/posts/generate-seo-title", about.clone());
    let title = title.await;
    desk.fakes.answer_with(
        Service::Anthropic,
        r#"{"text":"Veja como escolher o café para escritório: quantidade por pessoa, método de preparo, rótulo e custo por xícara, com exemplos."}"#,
    );
    let description = desk.ask(Method::POST, "/posts/generate-meta-description", about);
    let description = description.await;
    for text in [&title, &description] {
        assert_eq!(text["shortened"], false, "{text}");
        assert_eq!(text["provider"], "anthropic");
    }
    let texts = json!({ "seo_title": title["text"], "meta_description": description["text"] });
    let post = format!("/posts/{id}");
    desk.ask(Method::PUT, &post, texts).await;
    for id in [
        "title_width",
        "keyword_in_title",
        "meta_length",
        "keyword_in_meta",
    ] {
        assert_eq!(check(desk, &post, id).await, "good", "{id}");
    }
}

async fn add_stock_photo(desk: &Desk, post: u64) {
    let search = "/media/stock?query=caf%C3%A9&provider=unsplash";
    let found = desk.ask(Method::GET, search, json!(null)).await;
    let photo = &found["items"][0];
    let id = photo["id"].as_str().unwrap();
    assert_eq!(desk.fakes.downloads(id), 0);
    let choice = json!({ "content_id": post, "provider": "unsplash", "photo_id": id });
    let media = desk.ask(Method::POST, "/media/stock", choice).await;
    let caption = media["caption"].as_str().unwrap();
    for word in [photo["photographer"].as_str().unwrap(), "Unsplash"] {
        assert!(caption.contains(word), "{caption}");
    }
    assert_eq!(media["alt_text"], photo["alt_text"]);
    assert_eq!(desk.fakes.downloads(id), 1);
}

async fn add_image(desk: &Desk, post: u64) {
    let wanted = json!({ "content_id": post, "prompt": "Uma garrafa térmica sobre a mesa" });
    let begun = desk.ask(Method::POST, "/media/generate", wanted).await;
    let ended = desk.end_of(&begun).await;
    assert_eq!(ended["state"], "done", "{ended}");
    assert_eq!(ended["provider"], "gemini");
    let (media, suggested) = (&ended["result"]["media_id"], &ended["result"]["alt_text"]);
    assert!(
        suggested.as_str().unwrap().starts_with("Imagem"),
        "{suggested}"
    );
    let path = format!("/media/{media}/generate-alt-text");
    let again = desk.ask(Method::POST, &path, json!(null)).await;
    assert_eq!(again["text"], *suggested);
    let path = format!("/media?content_id={post}");
    let list = desk.ask(Method::GET, &path, json!(null)).await;
    let all = list["items"].as_array().unwrap();
    let image = all.iter().find(|one| one["id"] == *media).unwrap();
    assert_eq!(
        (&image["alt_text"], &image["featured"]),
        (suggested, &json!(true))
    );
}

async fn publish(desk: &Desk, id: u64, article: &Value) {
    let path = format!("/posts/{id}/publish");
    let published = desk.ask_waiting(Method::POST, &path, json!({}), Some("wait=25"));
    let published = published.await;
    assert_eq!(published.status, 200, "{}", published.json);
    let post = desk
        .ask(Method::GET, &format!("/posts/{id}"), json!(null))
        .await;
    assert_eq!(post["status"], "published", "{post}");
    let page = desk.page(post["host_post_url"].as_str().unwrap()).await;
    let title = article["title"].as_str().unwrap();
    for part in [
        title,
        "Quanto café comprar por mês?",
        "O café descafeinado vale a pena?",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_is_written_with_every_help_and_published() {
    let desk = Desk::open().await;
    choose_providers(&desk).await;
    let (post, article) = write(&desk).await;
    // Answers arrive at once from here on.
    desk.fakes.go_on(100_000);
    add_questions(&desk, post, &article).await;
    add_search_texts(&desk, post, &article).await;
    add_stock_photo(&desk, post).await;
    add_image(&desk, post).await;
    publish(&desk, post, &article).await;
    let summary = desk.ask(Method::GET, "/tokens/summary", json!(null)).await;
    let billed = desk
        .fakes
        .billed(Service::Anthropic, "sk-ant-slow-historia");
    let providers = summary["total"]["providers"].as_array().unwrap();
    let anthropic = providers.iter().find(|one| one["provider"] == "anthropic");
    assert_eq!(anthropic.unwrap()["calls"], billed.calls);
    desk.close().await;
}
