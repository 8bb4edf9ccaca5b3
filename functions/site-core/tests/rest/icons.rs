//! Icons, their collection, and the block that shows one (docs/interface/site/icons.md).

use serde_json::{Value, json};

use crate::block_renderer::block;
use crate::support::{Site, Who};

fn names(list: &Value) -> Vec<&str> {
    let all = list.as_array().unwrap().iter();
    all.map(|one| one["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn icons_have_labels_in_the_language_of_the_site() {
    let site = Site::new().await;
    let list = site.get(Who::Contributor, "/icons").await.json();
    assert!(list.as_array().unwrap().len() > 50, "all on one page");
    let heart = json!({
        "name": "core/heart",
        "label": "Coração",
        "content": "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\"><path d=\"M12 19.5L4.8 12.3a4.5 4.5 0 0 1 6.4-6.4l.8.8.8-.8a4.5 4.5 0 0 1 6.4 6.4z\" /></svg>",
        "collection": "core",
    });
    assert!(list.as_array().unwrap().contains(&heart));
    let one = site.get(Who::Contributor, "/icons/core/heart").await;
    assert_eq!(one.json(), heart);
    let scoped = site.get(Who::Contributor, "/icons/core").await.json();
    assert_eq!(scoped, list);
}

#[tokio::test]
async fn icons_are_found_by_name_and_label() {
    let site = Site::new().await;
    for (query, expected) in [
        (
            "search=ESTRELA",
            vec!["core/star-empty", "core/star-filled"],
        ),
        ("search=map-marker", vec!["core/map-marker"]),
        ("search=coracao&collection=core", vec![]),
        (
            "search=cora%C3%A7%C3%A3o&collection=core",
            vec!["core/heart"],
        ),
    ] {
        let path = format!("/icons?{query}");
        let found = site.get(Who::Contributor, &path).await.json();
        assert_eq!(names(&found), expected, "{query}");
    }
}

#[tokio::test]
async fn there_is_one_collection() {
    let site = Site::new().await;
    let list = site.get(Who::Contributor, "/icon-collections").await;
    let one = site.get(Who::Contributor, "/icon-collections/core").await;
    let expected = json!({
        "slug": "core",
        "label": "Ícones do site",
        "description": "Ícones na cor do texto, que acompanham o site.",
    });
    assert_eq!(list.json(), json!([expected]));
    assert_eq!(one.json(), expected);
}

#[tokio::test]
async fn what_does_not_exist_is_told() {
    let site = Site::new().await;
    for (path, refusal) in [
        ("/icons/core/nada", (404, "rest_icon_not_found")),
        ("/icons/nada", (404, "rest_icon_collection_not_found")),
        (
            "/icons?collection=nada",
            (404, "rest_icon_collection_not_found"),
        ),
        ("/icons?collection=-", (400, "rest_invalid_param")),
        (
            "/icon-collections/nada",
            (404, "rest_icon_collection_not_found"),
        ),
        ("/icons/core/-x", (404, "rest_no_route")),
    ] {
        let answer = site.get(Who::Contributor, path).await;
        let (status, code) = refusal;
        assert_eq!(answer.refusal(), (status, code.to_owned()), "{path}");
    }
    let hidden = site.get(Who::Subscriber, "/icons/core/nada").await;
    assert_eq!(hidden.refusal(), (403, "rest_cannot_view".to_owned()));
}

#[tokio::test]
async fn an_icon_in_a_text_is_drawn_with_what_its_block_says() {
    let site = Site::new().await;
    let shown = block(
        &site,
        "icon",
        json!({
            "icon": "core/minus",
            "flipVertical": true,
            "rotation": 90,
            "ariaLabel": "Menos \"um\"",
            "className": "grande",
            "style": {"dimensions": {"width": "2.5rem"}},
        }),
        0,
    )
    .await;
    assert_eq!(
        shown,
        "<div class=\"wp-block-icon grande\"><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\" role=\"img\" aria-label=\"Menos &quot;um&quot;\" class=\"is-flip-vertical\" width=\"2.5rem\"><path d=\"M5 12h14\" transform=\"rotate(90 12 12) matrix(1 0 0 -1 0 24)\" /></svg></div>"
    );
    let plain = block(&site, "icon", json!({"icon": "core/check"}), 0).await;
    assert!(
        plain.contains(" aria-hidden=\"true\" focusable=\"false\" width=\"24px\"><path d=\"M5 12.5l4.5 4.5L19 7\" />"),
        "{plain}"
    );
    for attributes in [json!({}), json!({"icon": "core/nada"})] {
        assert_eq!(block(&site, "icon", attributes, 0).await, "");
    }
    let odd = json!({"icon": "core/check", "rotation": 7, "style": {"dimensions": {"width": "1px;color:red"}}});
    let shown = block(&site, "icon", odd, 0).await;
    assert!(
        shown.contains(" width=\"24px\"><path d=\"M5 12.5l4.5 4.5L19 7\" />"),
        "{shown}"
    );
}
