//! GETs of the client's pages have no effect, leak no data and run no script.

use axum::http::{Method, StatusCode};
use domain::faq::{FaqData, FaqItem};
use domain::platform::approval::ApprovalStatus;
use domain::platform::host_origin::HostOrigin;
use domain::platform::id::{MediaId, PostId, SiteId};
use platform_store::HostAnswer;
use ports::Clock;
use serde_json::json;

use crate::app::TestApp;

/// What a program that checks mails for danger does with their links.
#[tokio::test]
async fn opening_every_link_again_and_again_changes_nothing() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    app.messages();
    app.written();
    for _ in 0..3 {
        for part in [
            "",
            "/aprovar",
            "/ajustes",
            "/rejeitar",
            "/imagem",
            "/aprovar?version=1&comment=x",
        ] {
            for method in [Method::GET, Method::HEAD] {
                let answer = app
                    .call(method.clone(), &format!("{page}{part}"), None, "")
                    .await;
                assert_eq!(answer.status, StatusCode::OK, "{method} {part}");
            }
        }
        for method in [Method::OPTIONS, Method::PUT, Method::DELETE, Method::PATCH] {
            let answer = app
                .call(method.clone(), &format!("{page}/aprovar"), None, "")
                .await;
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method}");
            assert!(answer.headers.contains_key("allow"));
        }
        let answer = app.post(&page, "").await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
    }
    assert!(app.written().abs() < f64::EPSILON);
    assert!(app.messages().is_empty());
    assert_eq!(app.rounds().await[0].status, ApprovalStatus::Pending);
}

#[tokio::test]
async fn every_page_is_private_inert_and_unkept() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    let unknown = "/aprovacao/5f0c8f6e-6a0e-4d3c-9a57-0d8f4b8f2a11".to_owned();
    for path in [
        page.clone(),
        format!("{page}/aprovar"),
        format!("{page}/imagem"),
        unknown,
    ] {
        let answer = app.get(&path).await;
        let header = |name: &str| {
            answer
                .headers
                .get(name)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned()
        };
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(header("x-robots-tag"), "noindex, nofollow");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert!(!answer.headers.contains_key("set-cookie"));
        let policy = header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none';") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert!(
            !policy.contains("script") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert!(
            !answer.text.contains("<script") && !answer.text.contains(" on"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_post_is_shown_as_the_client_will_see_it() {
    let app = TestApp::new().await;
    let path = app.request_approval().await;
    let page = app.get(&path).await;
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    for part in [
        "Padaria Bom Pão",
        "Como escolher o pão",
        "<p>Do café da manhã ao jantar.</p>",
        "Ana Souza",
        "/imagem\" alt=\"Pães\"",
        "/aprovar\"",
        "/ajustes\"",
        "/rejeitar\"",
        "será publicado em seguida",
    ] {
        assert!(page.text.contains(part), "{part}");
    }
    assert!(!page.text.contains("alert(1)"));
    let picture = app.get(&format!("{path}/imagem")).await;
    assert_eq!(picture.headers["content-type"], "image/webp");
    assert!(picture.text.starts_with("RIFF"));
}

#[tokio::test]
async fn pictures_inside_the_text_are_shown_to_whoever_has_the_link() {
    let app = TestApp::new().await;
    app.show_in_text(MediaId(2), b"RIFFyyyyWEBP").await;
    let path = app.request_approval().await;
    let page = app.get(&path).await;
    let own = format!("src=\"{path}/imagens/2\"");
    assert!(page.text.contains(&own), "{}", page.text);
    assert!(!page.text.contains("/api/v1/media"));
    let picture = app.get(&format!("{path}/imagens/2")).await;
    assert_eq!(picture.headers["content-type"], "image/webp");
    assert!(picture.text.starts_with("RIFFyyyy"));
    // A picture of another post, and what is no picture.
    app.add_other_post(PostId(99), MediaId(3)).await;
    for other in ["3", "4", "x", "-1", "2/file"] {
        let refused = app.get(&format!("{path}/imagens/{other}")).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "{other}");
    }
}

#[tokio::test]
async fn the_faq_reads_as_it_was_written_line_by_line() {
    let app = TestApp::new().await;
    let item = |question: &str, answer: &str| FaqItem {
        question: question.into(),
        answer: answer.into(),
    };
    app.alter(|post| {
        post.fields.faq_data = FaqData {
            enabled: true,
            title: "Dúvidas <b>".into(),
            description: "Um < dois\ntrês".into(),
            items: vec![
                item(
                    "Cabe <script>?",
                    "Até <i>5</i> < 10\nsegunda\n\nOutro parágrafo",
                ),
                item("E à noite?", "<script>alert(1)</script>"),
                item("Tem mais?", "Tem & muito"),
            ],
            ..FaqData::default()
        };
    })
    .await;
    let page = app.get(&app.request_approval().await).await;
    for part in [
        "<h2>Dúvidas &#60;b&#62;</h2>",
        "<p>Um &lt; dois<br>\ntrês</p>",
        "<h3>Cabe &#60;script&#62;?</h3>",
        "<div><p>Até &lt;i&gt;5&lt;/i&gt; &lt; 10<br>\nsegunda</p>\n<p>Outro parágrafo</p></div>",
        "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
        "<p>Tem &amp; muito</p>",
    ] {
        assert!(page.text.contains(part), "{part} is not in {}", page.text);
    }
}

#[tokio::test]
async fn a_strange_address_leads_nowhere() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    let token = page.rsplit('/').next().unwrap().to_owned();
    for path in [
        "/aprovacao/x".to_owned(),
        "/aprovacao/00000000-0000-4000-8000-000000000000".to_owned(),
        format!("/aprovacao/{}", token.replace('-', "")),
        format!("/aprovacao/%7B{token}%7D"),
        format!("{page}/apagar"),
        "/aprovacao/x/aprovar".to_owned(),
        "/aprovacao/%ff".to_owned(),
        "/aprovacao/%ff/imagem".to_owned(),
        format!("{page}/%ff"),
    ] {
        let answer = app.get(&path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(
            answer.text.contains("Não encontramos este pedido"),
            "{path}"
        );
    }
    let answer = app.post("/aprovacao/x/aprovar", "").await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_deleted_post_is_withdrawn() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    app.alter(|post| post.deleted_at = Some("2027-01-15T08:00:00Z".parse().unwrap()))
        .await;
    for part in ["", "/aprovar", "/imagem"] {
        assert_eq!(
            app.get(&format!("{page}{part}")).await.status,
            StatusCode::GONE,
            "{part}"
        );
    }
    assert_eq!(
        app.post(&format!("{page}/aprovar"), "").await.status,
        StatusCode::GONE
    );
    assert_eq!(app.rounds().await[0].status, ApprovalStatus::Pending);
}

#[tokio::test]
async fn what_is_published_beside_the_text_is_told_before_the_answer() {
    let app = TestApp::new().await;
    app.alter(|post| {
        post.fields.seo_title = "Qual pão <escolher>?".into();
        post.fields.meta_description = "Casca e miolo.".into();
        post.fields.host_tag_names = vec!["pão".into(), "café".into()];
        post.scheduled_at = Some("2027-01-20T12:30:00Z".parse().unwrap());
    })
    .await;
    let page = app.get(&app.request_approval().await).await;
    for part in [
        "<summary>Detalhes da publicação</summary>",
        "Qual pão &#60;escolher&#62;?",
        "Casca e miolo.",
        "pão, café",
        "20 de janeiro de 2027, às 9h30",
        "https://padaria.example",
    ] {
        assert!(page.text.contains(part), "{part} is not in {}", page.text);
    }
}

#[tokio::test]
async fn the_details_name_the_categories_that_are_known_of_the_present_host() {
    let app = TestApp::new().await;
    let site = app.ports.store.site(SiteId(1)).await.unwrap().unwrap();
    let now = app.clock.now_seconds();
    app.alter(|post| {
        post.fields.host_category_ids = vec![9, 4, 77];
        post.choice_origins.categories = Some(site.host_origin());
    })
    .await;
    let address = app.request_approval().await;
    assert!(!app.get(&address).await.text.contains("Categorias"));
    let list = json!({ "items": [
        { "id": 4, "name": "Feitos à mão", "slug": "feitos", "parent": 9, "count": 2 },
        { "id": 5, "name": "Ofertas", "slug": "ofertas", "parent": 0, "count": 8 },
        { "id": 9, "name": "Pães & <bolos>", "slug": "paes", "parent": 0, "count": 3 },
    ], "fetched_at": "2027-01-15T08:00:00Z" });
    let (store, answer) = (&app.ports.store, HostAnswer::Categories);
    let cached = store.cache_host_answer(&site, answer, &list, now, 3600);
    cached.await.unwrap();
    app.clock.advance(jiff::SignedDuration::from_hours(48));
    let page = app.get(&address).await;
    assert!(
        page.text
            .contains("<dt>Categorias</dt><dd>Pães &#38; &#60;bolos&#62;, Feitos à mão</dd>"),
        "{}",
        page.text
    );
    app.alter(|post| {
        let elsewhere = HostOrigin::of_rest_root("https://outro.example/wp-json/");
        post.choice_origins.categories = Some(elsewhere);
    })
    .await;
    assert!(!app.get(&address).await.text.contains("Categorias"));
}

#[tokio::test]
async fn a_new_version_quotes_what_the_client_asked_for() {
    let app = TestApp::new().await;
    let first = app.request_approval().await;
    assert!(!app.get(&first).await.text.contains("O que você pediu"));
    let answer = app
        .post(&format!("{first}/ajustes"), "comment=Troquem+a+foto")
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    app.clock.advance(jiff::SignedDuration::from_mins(2));
    let second = app.get(&app.request_approval().await).await;
    assert!(second.text.contains("uma nova versão deste post"));
    assert!(second.text.contains("Troquem a foto</blockquote>"));
}

#[tokio::test]
async fn an_ended_request_leads_to_the_post_once_it_is_online() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    app.post(&format!("{page}/aprovar"), "version=1").await;
    let offline = app.get(&page).await;
    assert!(!offline.text.contains("Ver o post no site"));
    for (address, shown) in [
        ("https://padaria.example/pao/", true),
        ("javascript:alert(1)", false),
    ] {
        app.alter(|post| {
            post.status = domain::platform::post::PostStatus::Published;
            post.host_post_url = Some(address.into());
        })
        .await;
        let text = app.get(&page).await.text;
        assert_eq!(text.contains("Ver o post no site"), shown, "{address}");
        assert_eq!(text.contains(address), shown, "{address}");
    }
}
