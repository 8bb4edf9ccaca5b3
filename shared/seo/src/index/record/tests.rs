use serde_json::Value;

use super::*;
use crate::meta::kinds::PageType;

fn record() -> IndexRecord {
    let at = |second: i64| Timestamp::from_second(1_700_000_000 + second).unwrap();
    IndexRecord {
        object: Object::Post {
            id: 54,
            sub_type: "page".to_owned(),
        },
        id: 9,
        permalink: Some("https://a.example/x/".to_owned()),
        meta: MetaFields {
            title: "T".to_owned(),
            noindex: Some(true),
            cornerstone: true,
            page_type: Some(PageType::Faq),
            ..MetaFields::default()
        },
        seo_score: Some(72),
        readability_score: Some(31),
        featured: Some((
            12,
            FoundPicture {
                url: "https://a.example/f.png".to_owned(),
                width: 640,
                height: 480,
                mime: "image/png".to_owned(),
            },
        )),
        breadcrumb_title: "X".to_owned(),
        reading_minutes: Some(3),
        first_picture: None,
        author: Some(2),
        parent: Some(1),
        pages: Some(4),
        status: Some("publish".to_owned()),
        is_protected: false,
        is_public: Some(true),
        has_public_posts: None,
        has_ancestors: true,
        modified: Some(at(5)),
        published: Some(at(4)),
        created: at(6),
        updated: at(7),
        link_count: Some(8),
        incoming_link_count: Some(10),
        version: VERSION,
    }
}

#[test]
fn members_are_in_the_order_of_the_interface() {
    let body = record().body(Origin::Stored);
    let names: Vec<_> = body
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let place = |name: &str| names.iter().position(|own| *own == name).unwrap();
    assert_eq!(names.len(), 53);
    assert_eq!(
        names[..4],
        ["id", "permalink", "permalink_hash", "object_id"]
    );
    assert!(place("twitter_title") < place("open_graph_title"));
    assert!(place("primary_focus_keyword") < place("twitter_image_source"));
    assert_eq!(names.last(), Some(&"inclusive_language_score"));
}

#[test]
fn what_was_just_made_has_numbers_for_itself_and_pictures() {
    let body = record().body(Origin::Made);
    assert_eq!(body["id"], 9);
    assert_eq!(body["object_id"], "54");
    assert_eq!(body["is_cornerstone"], "1");
    assert_eq!(body["is_robots_noindex"], "1");
    assert_eq!(body["open_graph_image_id"], 12);
    assert!(body.get("link_count").is_none());
    assert_eq!(body["object_last_modified"], "2023-11-14 22:13:25");
}

#[test]
fn what_was_read_has_texts() {
    let body = record().body(Origin::Stored);
    assert_eq!(body["id"], "9");
    assert_eq!(body["is_protected"], "0");
    assert_eq!(body["is_public"], "1");
    assert_eq!(body["has_public_posts"], Value::Null);
    assert_eq!(body["link_count"], "8");
    assert_eq!(body["incoming_link_count"], "10");
    assert_eq!(body["schema_page_type"], "FAQPage");
}

#[test]
fn the_featured_picture_stands_where_none_is_set() {
    let mut record = record();
    let body = record.body(Origin::Made);
    assert_eq!(body["open_graph_image"], "https://a.example/f.png");
    assert_eq!(body["open_graph_image_source"], "featured-image");
    let about: Value =
        serde_json::from_str(body["open_graph_image_meta"].as_str().unwrap()).unwrap();
    assert_eq!(about["width"], 640);
    record.meta.social.image = "https://a.example/s.png".to_owned();
    record.meta.social.image_id = Some(77);
    let body = record.body(Origin::Made);
    assert_eq!(body["open_graph_image"], "https://a.example/s.png");
    assert_eq!(body["open_graph_image_id"], 77);
    assert_eq!(body["open_graph_image_meta"], Value::Null);
}

#[test]
fn lists_have_few_members() {
    let names = |object: Object, breadcrumb: &str| {
        let mut record = record();
        record.object = object;
        record.breadcrumb_title = breadcrumb.to_owned();
        let body = record.body(Origin::Made);
        body.as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    let system = |sub_type: &str| Object::SystemPage {
        sub_type: sub_type.to_owned(),
    };
    let last = ["version", "created_at", "updated_at", "id"];
    let search = [
        "object_type",
        "object_sub_type",
        "title",
        "is_robots_noindex",
        "blog_id",
    ];
    assert_eq!(
        names(system("search-result"), ""),
        [&search[..], &last].concat()
    );
    let missing = [&search[..], &["breadcrumb_title"], &last].concat();
    assert_eq!(names(system("404"), "404"), missing);
    let dates = names(Object::DateArchive, "");
    assert!(dates.contains(&"description".to_owned()) && dates.contains(&"permalink".to_owned()));
    assert_eq!(names(Object::HomePage, "Home").len(), 20);
    let term = Object::Term {
        id: 6,
        sub_type: "category".to_owned(),
    };
    let term = names(term, "Doces");
    assert_eq!(term.len(), 39);
    assert_eq!(term[4], "blog_id");
}

#[test]
fn the_first_picture_of_the_text_stands_where_none_is_featured() {
    let mut record = record();
    record.featured = None;
    record.first_picture = Some("https://a.example/t.png".to_owned());
    let body = record.body(Origin::Made);
    assert_eq!(body["open_graph_image"], "https://a.example/t.png");
    assert_eq!(body["open_graph_image_source"], "first-content-image");
    assert_eq!(body["open_graph_image_id"], Value::Null);
}

#[test]
fn the_hash_has_length_and_md5() {
    assert_eq!(permalink_hash("abc"), "3:900150983cd24fb0d6963f7d28e17f72");
}

#[test]
fn kinds_have_their_members() {
    let cases = [
        (Object::User { id: 3 }, "user", Some(3), None),
        (Object::HomePage, "home-page", None, None),
        (Object::DateArchive, "date-archive", None, None),
        (
            Object::SystemPage {
                sub_type: "404".to_owned(),
            },
            "system-page",
            None,
            Some("404"),
        ),
        (
            Object::PostTypeArchive {
                sub_type: "obra".to_owned(),
            },
            "post-type-archive",
            None,
            Some("obra"),
        ),
        (
            Object::Term {
                id: 6,
                sub_type: "category".to_owned(),
            },
            "term",
            Some(6),
            Some("category"),
        ),
    ];
    for (object, name, id, sub_type) in cases {
        assert_eq!(
            (object.object_type(), object.id(), object.sub_type()),
            (name, id, sub_type)
        );
    }
}

#[test]
fn a_changed_object_makes_its_record_outdated() {
    let mut record = record();
    let (permalink, modified) = (record.permalink.clone(), record.modified);
    assert!(!record.is_outdated(permalink.as_deref(), modified));
    assert!(record.is_outdated(None, modified));
    assert!(record.is_outdated(permalink.as_deref(), None));
    record.version = 1;
    assert!(record.is_outdated(permalink.as_deref(), modified));
}

#[test]
fn the_stored_form_reads_back() {
    let stored = serde_json::to_value(record()).unwrap();
    assert_eq!(
        serde_json::from_value::<IndexRecord>(stored).unwrap(),
        record()
    );
}

#[test]
fn published_texts_that_may_be_shown_are_counted() {
    let mut record = record();
    assert!(!record.is_counted("page"), "it is hidden");
    record.meta.noindex = None;
    assert!(record.is_counted("page"));
    assert!(!record.is_counted("post"));
    record.status = Some("draft".to_owned());
    assert!(!record.is_counted("page"));
}

#[test]
fn the_number_for_search_engines_needs_a_focus_keyword() {
    let mut record = record();
    assert_eq!(record.counted_seo_score(), None);
    record.meta.focus_keyword = "pão".to_owned();
    assert_eq!(record.counted_seo_score(), Some(72));
}

#[test]
fn the_general_job_has_four_objects() {
    let kinds = Object::general()
        .map(|object| (object.object_type(), object.sub_type().map(str::to_owned)));
    let expected = [
        ("system-page", Some("404")),
        ("system-page", Some("search-result")),
        ("date-archive", None),
        ("home-page", None),
    ];
    assert_eq!(
        kinds,
        expected.map(|(kind, sub_type)| (kind, sub_type.map(str::to_owned)))
    );
}
