//! Content types, statuses and taxonomies.

use serde_json::{Value, json};

use crate::support::{Site, Who};

fn names(body: &Value) -> Vec<&str> {
    body.as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

/// The content types in the order of lists.
const KINDS: [&str; 11] = [
    "post",
    "page",
    "attachment",
    "nav_menu_item",
    "block",
    "template",
    "template_part",
    "global_styles",
    "navigation",
    "font_family",
    "font_face",
];

#[tokio::test]
async fn every_kind_and_taxonomy_is_listed() {
    let site = Site::new().await;
    let family = json!({"name": "Inter", "slug": "inter", "fontFamily": "Inter"});
    let family = json!({"font_family_settings": family.to_string()});
    let family = site.post(Who::Admin, "/font-families", family).await.id();
    let types = site.get(Who::Anonymous, "/types").await.json();
    assert_eq!(names(&types), KINDS);
    let taxonomies = site.get(Who::Anonymous, "/taxonomies").await.json();
    let all = ["category", "post_tag", "nav_menu", "pattern_category"];
    assert_eq!(names(&taxonomies), all);
    let of_blocks = site.get(Who::Anonymous, "/taxonomies?type=block").await;
    assert_eq!(names(&of_blocks.json()), ["pattern_category"]);
    let of_pages = site.get(Who::Anonymous, "/taxonomies?type=page").await;
    assert!(names(&of_pages.json()).is_empty());
    // Each listed type and taxonomy has a collection.
    for (listed, of) in [(&types, "rest_base"), (&taxonomies, "rest_base")] {
        for (name, one) in listed.as_object().unwrap() {
            let mut path = format!("/{}", one[of].as_str().unwrap());
            if name == "global_styles" {
                // A site has one set of styles, so they have no list.
                path.push_str(&format!("/{}", site_store::GLOBAL_STYLES));
            }
            // Fonts are below their family.
            let path = path.replace(r"(?P<font_family_id>[\d]+)", &family.to_string());
            assert_eq!(site.get(Who::Admin, &path).await.status, 200, "{name}");
        }
    }
}

#[tokio::test]
async fn the_edit_context_lists_editable_types() {
    let site = Site::new().await;
    for (who, types, taxonomies) in [
        (
            Who::Author,
            vec!["post", "attachment", "block"],
            vec!["category", "post_tag", "pattern_category"],
        ),
        (
            Who::Editor,
            vec!["post", "page", "attachment", "block"],
            vec!["category", "post_tag", "pattern_category"],
        ),
        (
            Who::Admin,
            KINDS.to_vec(),
            vec!["category", "post_tag", "nav_menu", "pattern_category"],
        ),
    ] {
        let answer = site.get(who, "/types?context=edit").await.json();
        assert_eq!(names(&answer), types, "{who:?}");
        let answer = site.get(who, "/taxonomies?context=edit").await.json();
        assert_eq!(names(&answer), taxonomies, "{who:?}");
    }
    for who in [Who::Anonymous, Who::Subscriber] {
        for path in ["/types", "/taxonomies", "/statuses"] {
            let answer = site.get(who, &format!("{path}?context=edit")).await;
            assert_eq!(answer.code(), "rest_cannot_view", "{who:?} {path}");
        }
    }
    let page = site.get(Who::Author, "/types/page?context=edit").await;
    assert_eq!(page.refusal(), (403, "rest_forbidden_context".to_owned()));
}

#[tokio::test]
async fn complete_entries() {
    let site = Site::new().await;
    insta::assert_json_snapshot!(
        "type_page",
        site.get(Who::Admin, "/types/page?context=edit")
            .await
            .json()
    );
    insta::assert_json_snapshot!(
        "type_block_view",
        site.get(Who::Anonymous, "/types/block").await.json()
    );
    insta::assert_json_snapshot!(
        "type_navigation",
        site.get(Who::Admin, "/types/navigation?context=edit")
            .await
            .json()
    );
    insta::assert_json_snapshot!(
        "type_font_face",
        site.get(Who::Admin, "/types/font_face?context=edit")
            .await
            .json()
    );
    insta::assert_json_snapshot!(
        "taxonomy_category",
        site.get(Who::Admin, "/taxonomies/category?context=edit")
            .await
            .json()
    );
}

#[tokio::test]
async fn statuses() {
    let site = Site::new().await;
    for (who, path, status, code) in [
        (Who::Anonymous, "/statuses/publish", 200, ""),
        (
            Who::Anonymous,
            "/statuses/draft",
            401,
            "rest_cannot_read_status",
        ),
        (Who::Author, "/statuses/draft", 200, ""),
        (
            Who::Author,
            "/statuses/inherit",
            403,
            "rest_cannot_read_status",
        ),
        (Who::Author, "/statuses/zz", 404, "rest_status_invalid"),
    ] {
        let answer = site.get(who, path).await;
        assert_eq!(answer.status, status, "{path}");
        if status != 200 {
            assert_eq!(answer.code(), code);
        }
    }
}
