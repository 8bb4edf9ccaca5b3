//! Plain text that users write reads the same on the host and is never interpreted as markup there.

use host_client::{Basic, FAQ_DATA_KEY, Host};
use http::Method;
use outbound::{Outbound, Policy, Request};
use scraper::{Html, Node, Selector};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use url::Url;

use super::{HostUnderTest, client};
use crate::prepared_app::PreparedApp;

/// Text that would be markup, or half of an element, if it were parsed as HTML.
fn hostile(word: &str) -> String {
    format!(
        "<script>alert('{word}')</script> <img src=x onerror=alert(\"{word}\")> 5 < 10 && R&D &amp; \
         &lt;b&gt; &copy %3Cb %3e [gallery] \"aspas\" 'simples' 🍞 ação </p><!-- {word}"
    )
}

fn hostile_lines(word: &str) -> String {
    format!(
        "{}\nsegunda <b>linha</b> & fim\n\noutro parágrafo",
        hostile(word)
    )
}

/// Hostile text that is short enough for a tag.
fn hostile_tag(word: &str) -> String {
    format!("<b onclick=x>T</b> 5 < 10 & &amp; %3Cb 'x' 🍞 {word}")
}

/// Normalises typographic quotation marks, dashes and white space.
fn normal(text: &str) -> String {
    let straight: String = text
        .replace('–', "--")
        .chars()
        .map(|c| match c {
            '“' | '”' | '″' => '"',
            '‘' | '’' | '′' => '\'',
            c => c,
        })
        .collect();
    straight.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The visible text of parsed HTML, line by line.
fn lines(html: &str) -> String {
    let parsed = Html::parse_fragment(html);
    let mut seen = String::new();
    for node in parsed.tree.root().descendants() {
        match node.value() {
            Node::Text(text) => seen.push_str(&text.replace('\n', " ")),
            Node::Element(element) if element.name() == "br" => seen.push('\n'),
            Node::Element(element) if element.name() == "p" => seen.push_str("\n\n"),
            _ => {}
        }
    }
    let lines: Vec<_> = seen.lines().map(normal).collect();
    lines.join("\n").trim().to_owned()
}

fn normal_lines(text: &str) -> String {
    text.lines().map(normal).collect::<Vec<_>>().join("\n")
}

/// The value of an attribute in which a template does not encode character references again.
fn attribute(text: &str) -> String {
    let html = format!("<i title=\"{}\"></i>", text.replace('"', "&quot;"));
    let parsed = Html::parse_fragment(&html);
    let found = parsed.select(&selector("i")).next().expect("an element");
    found.attr("title").unwrap_or_default().to_owned()
}

fn selector(css: &str) -> Selector {
    Selector::parse(css).expect("a selector")
}

/// Checks that nothing containing the word is active: no script, no event handler, no element made from the text.
fn is_harmless(html: &str, word: &str) {
    for parsed in [Html::parse_document(html), Html::parse_fragment(html)] {
        for element in parsed.select(&selector("*")) {
            let value = element.value();
            let is_data = value.attr("type") == Some("application/ld+json");
            if ["script", "style"].contains(&value.name()) && !is_data {
                let text: String = element.text().collect();
                assert!(!text.contains(word), "{}", element.html());
            }
            assert_ne!(value.attr("src"), Some("x"), "{}", element.html());
            for (name, text) in value.attrs() {
                let acts = name.starts_with("on") || text.trim_start().starts_with("javascript:");
                assert!(!acts || !text.contains(word), "{}", element.html());
                assert!(name != "onclick" || text != "x", "{}", element.html());
            }
        }
        for node in parsed.tree.root().descendants() {
            if let Node::Comment(comment) = node.value() {
                assert!(!comment.contains(word), "{comment:?}");
            }
        }
    }
}

/// Connects the platform's first site to the host.
pub(super) async fn connected(prepared: &PreparedApp, host: &HostUnderTest, login: &Basic) {
    let site = json!({
        "url": host.url,
        "host_user": login.user,
        "host_password": login.password.expose_secret(),
    });
    prepared.ask(Method::PUT, "/sites/1", site).await;
    let tested = prepared
        .ask(Method::POST, "/sites/1/test-connection", Value::Null)
        .await;
    assert_eq!(tested.json["ok"], true, "{}", tested.text);
}

/// Publishes a post in which every text is hostile; returns the post as the platform shows it.
async fn published(prepared: &PreparedApp, word: &str) -> Value {
    let (line, lines) = (hostile(word), hostile_lines(word));
    let question = |number: u8| json!({ "question": format!("{number} {line}"), "answer": lines });
    let post = json!({
        "title": line,
        "excerpt": lines,
        "slug": word,
        "host_tag_names": [hostile_tag(word)],
        "seo_title": line,
        "meta_description": line,
        "focus_keyword": hostile_tag(word),
        "faq_data": {
            "enabled": true, "title": line, "description": lines,
            "items": [question(1), question(2), question(3)],
        },
    });
    let path = format!("/posts/{}", prepared.objects.post);
    prepared.ask(Method::PUT, &path, post).await;
    let texts = json!({
        "alt_text": line, "title": line, "caption": lines, "description": lines,
    });
    let picture = format!("/media/{}", prepared.objects.media);
    prepared.ask(Method::PUT, &picture, texts).await;
    Box::pin(prepared.published()).await;
    prepared.ask(Method::GET, &path, Value::Null).await.json
}

fn rendered(item: &Value, name: &str) -> String {
    item[name]["rendered"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

async fn shown(host: &Host, route: &str, query: &[(&str, &str)]) -> Value {
    client()
        .route(host, route, query)
        .await
        .expect("the host answers")
}

async fn check_post(host: &Host, post: &Value, word: &str) {
    let id = post["host_post_id"].as_u64().expect("a post on the host");
    let (line, text) = (hostile(word), hostile_lines(word));
    let read = client().get_post(host, id).await.unwrap();
    assert_eq!(read.title, line);
    let seen = shown(host, &format!("posts/{id}"), &[]).await;
    let (title, excerpt) = (rendered(&seen, "title"), rendered(&seen, "excerpt"));
    assert_eq!(lines(&title), normal(&line));
    assert_eq!(lines(&excerpt), normal_lines(&text));
    is_harmless(&title, word);
    is_harmless(&excerpt, word);
    let tags = shown(host, "tags", &[("post", &id.to_string())]).await;
    let name = tags[0]["name"].as_str().expect("a tag").to_owned();
    assert_eq!(lines(&name), hostile_tag(word));
    is_harmless(&name, word);
    for key in ["seo_title", "seo_description", "focus_keyword"] {
        if let Some(value) = read.meta.get(key).and_then(Value::as_str) {
            let written = if key == "focus_keyword" {
                hostile_tag(word)
            } else {
                line.clone()
            };
            assert_eq!(attribute(value), written, "{key}");
            is_harmless(value, word);
        }
    }
    if let Some(faq) = read.meta.get(FAQ_DATA_KEY).and_then(Value::as_str) {
        check_faq(&serde_json::from_str(faq).unwrap(), word);
    }
}

fn check_faq(faq: &Value, word: &str) {
    let (line, text) = (hostile(word), hostile_lines(word));
    let is = |place: &str, written: &str| {
        let html = faq
            .pointer(place)
            .and_then(Value::as_str)
            .unwrap_or_default();
        assert_eq!(lines(html), normal_lines(written), "{place}");
        is_harmless(html, word);
    };
    is("/title", &line);
    is("/description", &text);
    is("/items/0/question", &format!("1 {line}"));
    is("/items/2/answer", &text);
}

async fn check_picture(host: &Host, id: u64, word: &str) {
    let (line, text) = (hostile(word), hostile_lines(word));
    let seen = shown(host, &format!("media/{id}"), &[]).await;
    let alt = seen["alt_text"].as_str().unwrap_or_default();
    assert_eq!(attribute(alt), line);
    is_harmless(alt, word);
    assert_eq!(lines(&rendered(&seen, "title")), normal(&line));
    assert_eq!(lines(&rendered(&seen, "caption")), normal_lines(&text));
    let description = rendered(&seen, "description");
    assert!(
        lines(&description).ends_with(&normal_lines(&text)),
        "{description}"
    );
    let parsed = Html::parse_fragment(&description);
    let picture = parsed.select(&selector("img")).next().expect("the picture");
    assert_eq!(picture.attr("alt"), Some(line.as_str()));
    for name in ["title", "caption", "description"] {
        is_harmless(&rendered(&seen, name), word);
    }
}

async fn check_page(link: &str, word: &str) {
    let outbound = Outbound::new(Policy::local()).unwrap();
    let request = Request::get(Url::parse(link).unwrap());
    let page = outbound.send(request).await.unwrap();
    assert!(page.status.is_success(), "{link}: {}", page.status);
    let html = String::from_utf8_lossy(&page.body).into_owned();
    is_harmless(&html, word);
    let parsed = Html::parse_document(&html);
    let heading = parsed.select(&selector("h1")).any(|heading| {
        let text: String = heading.text().collect();
        normal(&text) == normal(&hostile(word))
    });
    assert!(heading, "no heading reads as the title: {html}");
}

pub async fn hostile_texts_read_as_written(host: &HostUnderTest) {
    let logins = [Some(host.admin.clone()), host.author.clone()];
    for login in logins.into_iter().flatten() {
        let word = host.word("hostil");
        let prepared = Box::pin(PreparedApp::new()).await;
        connected(&prepared, host, &login).await;
        let post = published(&prepared, &word).await;
        let reached = host.host_as(login).await;
        check_post(&reached, &post, &word).await;
        let picture = post["media"][0]["host_media_id"]
            .as_u64()
            .expect("a picture");
        check_picture(&reached, picture, &word).await;
        check_page(post["host_post_url"].as_str().expect("an address"), &word).await;
    }
}
