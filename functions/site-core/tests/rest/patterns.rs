//! Built-in patterns, their categories, and the directories (docs/interface/site/patterns.md).

use serde_json::{Value, json};

use crate::support::{Site, Who};

fn named<'a>(list: &'a Value, name: &str) -> &'a Value {
    let mut all = list.as_array().unwrap().iter();
    all.find(|one| one["name"] == name).unwrap()
}

#[tokio::test]
async fn built_in_patterns_and_categories_need_the_right_to_edit_posts() {
    let site = Site::new().await;
    for (who, status) in [
        (Who::Anonymous, 401),
        (Who::Subscriber, 403),
        (Who::Contributor, 200),
    ] {
        for path in ["/block-patterns/patterns", "/block-patterns/categories"] {
            let answer = site.get(who, path).await;
            assert_eq!(answer.status, status, "{who:?} {path}");
            if status != 200 {
                assert_eq!(answer.code(), "rest_cannot_view");
            }
        }
    }
}

#[tokio::test]
async fn patterns_have_words_in_the_language_of_the_site() {
    let site = Site::new().await;
    let patterns = site
        .get(Who::Editor, "/block-patterns/patterns")
        .await
        .json();
    assert!(patterns.as_array().unwrap().len() >= 20);
    let note = named(&patterns, "pauta/note");
    let content = note["content"].as_str().unwrap();
    assert!(
        content.starts_with("<!-- wp:group ") && content.contains("Atenção"),
        "{content}"
    );
    let mut members = note.clone();
    members.as_object_mut().unwrap().remove("content");
    assert_eq!(
        members,
        json!({
            "name": "pauta/note",
            "title": "Aviso",
            "description": "Caixa para uma informação que não pode passar despercebida.",
            "viewport_width": 900,
            "inserter": true,
            "categories": ["text", "featured"],
            "keywords": ["aviso", "nota", "atenção", "importante"],
            "source": "theme",
        })
    );
    let related = named(&patterns, "pauta/related-posts");
    assert_eq!(related["block_types"], json!(["core/query"]));
    let few = "/block-patterns/patterns?_fields=name,title";
    let few = site.get(Who::Editor, few).await.json();
    assert_eq!(
        *named(&few, "pauta/note"),
        json!({"name": "pauta/note", "title": "Aviso"})
    );
    let text = json!({"name": "text", "label": "Texto", "description": "Caixas, listas, tabelas e perguntas dentro de um texto."});
    let categories = "/block-patterns/categories";
    let shown = site.get(Who::Editor, categories).await.json();
    assert_eq!(*named(&shown, "text"), text);
    let language = json!({"language": "en_US"});
    assert_eq!(
        site.post(Who::Admin, "/settings", language).await.status,
        200
    );
    let patterns = site
        .get(Who::Editor, "/block-patterns/patterns")
        .await
        .json();
    let note = named(&patterns, "pauta/note");
    assert_eq!(note["title"], "Note");
    assert!(
        note["content"]
            .as_str()
            .unwrap()
            .contains("the rules changed")
    );
    let shown = site.get(Who::Editor, categories).await.json();
    assert_eq!(named(&shown, "text")["label"], "Text");
}

#[tokio::test]
async fn a_pattern_is_kept_as_it_is_in_a_post_of_an_editor() {
    let site = Site::new().await;
    let patterns = site
        .get(Who::Editor, "/block-patterns/patterns")
        .await
        .json();
    for one in patterns.as_array().unwrap() {
        let body = json!({"title": one["title"], "content": one["content"], "status": "publish"});
        let made = site.post(Who::Editor, "/posts", body).await.json();
        assert_eq!(made["content"]["raw"], one["content"], "{}", one["name"]);
        let shown = made["content"]["rendered"].as_str().unwrap();
        assert!(!shown.contains("<!-- wp:"), "{}", one["name"]);
    }
}

#[tokio::test]
async fn the_directories_are_empty_and_check_their_parameters() {
    let site = Site::new().await;
    for path in [
        "/pattern-directory/patterns?search=preço&category=3&slug=a,b&orderby=favorite_count",
        "/block-directory/search?term=mapa&per_page=3",
    ] {
        let found = site.get(Who::Admin, path).await;
        assert_eq!((found.status, found.json()), (200, json!([])), "{path}");
    }
    for (path, code) in [
        ("/pattern-directory/patterns?search=", "rest_invalid_param"),
        (
            "/pattern-directory/patterns?category=0",
            "rest_invalid_param",
        ),
        ("/block-directory/search", "rest_missing_callback_param"),
        ("/block-directory/search?term=", "rest_invalid_param"),
        (
            "/block-directory/search?term=a&per_page=200",
            "rest_invalid_param",
        ),
        (
            "/block-directory/search?term=a&context=edit",
            "rest_invalid_param",
        ),
    ] {
        let refused = site.get(Who::Admin, path).await;
        assert_eq!(refused.refusal(), (400, code.to_owned()), "{path}");
    }
}
