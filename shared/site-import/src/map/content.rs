//! Posts, pages and blocks, and what all items have in common.

use std::collections::BTreeMap;

use domain::site::date::ItemDate;
use domain::site::meta::{self, SYNC_STATUS};
use domain::site::{Format, Kind, Openness, Status, Taxonomy};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value;
use site_store::{Content, ReaderPassword, Trashed};

use super::member::{dates, flag, id, ids, integer, number, object, raw, text};
use super::{Mapped, Misread};

/// What a slug in the trash ends in.
const TRASHED: &str = "__trashed";

/// Members of blocks under our name and the vendor's.
const SYNC_NAMES: [&str; 2] = [SYNC_STATUS, "wp_pattern_sync_status"];

/// The members of a kind's items that are read; those of our name and the vendor's both, as a host ignores what it
/// does not know. Asking for these alone spares the host from rendering.
pub fn fields(kind: Kind) -> String {
    let mut fields = vec!["id", "slug", "status", "title.raw", "template", "meta"];
    fields.extend(["date", "date_gmt", "modified", "modified_gmt"]);
    match kind {
        Kind::Attachment => fields.extend([
            "author",
            "comment_status",
            "ping_status",
            "featured_media",
            "post",
            "caption.raw",
            "description.raw",
            "alt_text",
            "mime_type",
            "media_details",
            "source_url",
        ]),
        Kind::NavMenuItem => fields.extend([
            "url",
            "attr_title",
            "description",
            "type",
            "object",
            "object_id",
            "parent",
            "menu_order",
            "target",
            "classes",
            "xfn",
            "menus",
        ]),
        Kind::Post | Kind::Page | Kind::Block => {
            fields.extend(["password", "content.raw", "excerpt.raw"]);
        }
    }
    match kind {
        Kind::Post => fields.extend([
            "author",
            "featured_media",
            "comment_status",
            "ping_status",
            "sticky",
            "format",
            "categories",
            "tags",
        ]),
        Kind::Page => fields.extend([
            "author",
            "featured_media",
            "comment_status",
            "ping_status",
            "parent",
            "menu_order",
        ]),
        Kind::Block => {
            fields.extend(["pattern_category", "wp_pattern_category"]);
            fields.extend(SYNC_NAMES);
        }
        Kind::Attachment | Kind::NavMenuItem => {}
    }
    fields.join(",")
}

/// A post, page or block. `now` tells which drafts have a date of their own.
pub fn map(
    item: &Value,
    kind: Kind,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<Mapped<Content>, Misread> {
    let mut lost = Vec::new();
    let mut content = blank(item, kind)?;
    content.status = Status::named(&text(item, "status")).ok_or(Misread::Member("status"))?;
    content.title = raw(item, "title")?;
    content.content = raw(item, "content")?;
    content.excerpt = raw(item, "excerpt")?;
    set_dates(&mut content, item, zone, now)?;
    set_openness(&mut content, item);
    content.author = number(item, "author");
    content.featured_media = number(item, "featured_media");
    content.password = ReaderPassword(text(item, "password"));
    content.sticky = kind.has_format() && flag(item, "sticky");
    if kind == Kind::Page {
        content.parent = number(item, "parent");
        content.menu_order = integer(item, "menu_order");
    }
    if kind.has_format() {
        let name = text(item, "format");
        match Format::named(&name) {
            Some(format) => content.format = format,
            None if name.is_empty() => {}
            None => lost.push(format!("the format {name} is not known here")),
        }
    }
    set_meta(&mut content, item, &mut lost);
    for (taxonomy, names) in [
        (Taxonomy::Category, &["categories"][..]),
        (Taxonomy::PostTag, &["tags"]),
        (
            Taxonomy::PatternCategory,
            &["pattern_category", "wp_pattern_category"],
        ),
    ] {
        let terms = ids(item, names);
        if kind.taxonomies().contains(&taxonomy) && !terms.is_empty() {
            content.terms.insert(taxonomy, terms);
        }
    }
    if content.status == Status::Trash {
        // What it was before is not told; a draft is what harms least when it is restored.
        content.trashed = Some(Trashed {
            status: Status::Draft,
            slug: content.slug.trim_end_matches(TRASHED).to_owned(),
            at: content.modified_gmt,
        });
    }
    Ok(Mapped {
        record: content,
        lost,
    })
}

/// An item with what all kinds tell; the rest is as for one that is nothing yet.
pub fn blank(item: &Value, kind: Kind) -> Result<Content, Misread> {
    let epoch = TimeZone::UTC.to_datetime(Timestamp::UNIX_EPOCH);
    Ok(Content {
        id: id(item).ok_or(Misread::Member("id"))?,
        seq: 0,
        kind,
        status: Status::Draft,
        slug: text(item, "slug"),
        title: String::new(),
        content: String::new(),
        excerpt: String::new(),
        date: ItemDate {
            local: epoch,
            gmt: None,
        },
        modified: epoch,
        modified_gmt: Timestamp::UNIX_EPOCH,
        author: 0,
        parent: 0,
        menu_order: 0,
        featured_media: 0,
        comment_status: Openness::Closed,
        ping_status: Openness::Closed,
        format: Format::default(),
        sticky: false,
        template: text(item, "template"),
        password: ReaderPassword::default(),
        meta: BTreeMap::new(),
        terms: BTreeMap::new(),
        trashed: None,
        media: None,
        menu_item: None,
    })
}

/// Sets both dates. A draft whose date is that of its last change follows the clock: the interface answers it
/// like one with a date of its own, and hosts move such a date with each change. They work out its instant; one
/// that is no longer that of the wall clock is stored, so the date is its own.
pub fn set_dates(
    content: &mut Content,
    item: &Value,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<(), Misread> {
    let modified = dates(item, "modified", "modified_gmt", zone);
    let date = dates(item, "date", "date_gmt", zone)
        .or_else(|error| modified.clone().map_err(|_| error))?;
    let modified = modified.unwrap_or(date);
    let is_floating = content.status.is_floating()
        && date.0 == modified.0
        && date.1 <= now
        && zone.to_datetime(date.1) == date.0;
    content.date = ItemDate {
        local: date.0,
        gmt: (!is_floating).then_some(date.1),
    };
    (content.modified, content.modified_gmt) = modified;
    Ok(())
}

pub fn set_openness(content: &mut Content, item: &Value) {
    let read = |name: &str| Openness::named(&text(item, name)).unwrap_or(Openness::Closed);
    content.comment_status = read("comment_status");
    content.ping_status = read("ping_status");
}

/// Keeps the meta that the site knows. Of the rest only what says something is lost.
fn set_meta(content: &mut Content, item: &Value, lost: &mut Vec<String>) {
    let mut given: Vec<(&str, &Value)> = Vec::new();
    if let Some(map) = object(item, "meta") {
        given.extend(map.iter().map(|(name, value)| (name.as_str(), value)));
    }
    let sync = SYNC_NAMES.iter().find_map(|name| item.get(name));
    if content.kind == Kind::Block
        && let Some(value) = sync
    {
        given.push((SYNC_STATUS, value));
    }
    for (name, value) in given {
        match meta::find(content.kind, name) {
            Some(key) if *value == key.default() => {}
            Some(key) if key.accepts(value) => {
                content.meta.insert(name.to_owned(), value.clone());
            }
            _ if is_nothing(value) => {}
            _ => lost.push(format!("the meta {name} is not known here")),
        }
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.iter().all(is_nothing),
        Value::Object(map) => map.values().all(is_nothing),
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::Bool(true) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn post(change: Value) -> Value {
        let mut post = json!({
            "id": 7, "slug": "ipe", "status": "publish", "title": {"raw": "Ipê"},
            "content": {"raw": "<p>Texto</p>"}, "excerpt": {"raw": ""}, "password": "",
            "date": "2024-05-01T10:00:00", "date_gmt": "2024-05-01T13:00:00",
            "modified": "2024-05-02T10:00:00", "modified_gmt": "2024-05-02T13:00:00",
            "author": 3, "meta": [],
        });
        for (name, value) in change.as_object().unwrap() {
            post[name] = value.clone();
        }
        post
    }

    fn mapped(kind: Kind, change: Value) -> Mapped<Content> {
        let zone = TimeZone::get("America/Sao_Paulo").unwrap();
        let now = "2024-06-01T00:00:00Z".parse().unwrap();
        map(&post(change), kind, &zone, now).unwrap()
    }

    #[test]
    fn drafts_follow_the_clock_unless_they_have_a_date_of_their_own() {
        let at = |date: &str, gmt: &str, status: &str| {
            let change = json!({
                "status": status, "date": date, "date_gmt": gmt, "modified": date, "modified_gmt": gmt,
            });
            mapped(Kind::Post, change).record.date.gmt.is_none()
        };
        assert!(at("2024-05-01T10:00:00", "2024-05-01T13:00:00", "draft"));
        assert!(!at("2024-05-01T10:00:00", "2024-05-01T13:00:00", "publish"));
        assert!(!at("2025-05-01T10:00:00", "2025-05-01T13:00:00", "draft"));
        let dated = mapped(Kind::Post, json!({"status": "draft"}));
        assert!(dated.record.date.gmt.is_some());
    }

    #[test]
    fn meta_that_is_unknown_and_says_something_is_named() {
        let meta = json!({"footnotes": "[]", "_x": "", "_y": "sim", "pauta_faq_enabled": false});
        let mapped = mapped(Kind::Post, json!({ "meta": meta }));
        assert_eq!(mapped.record.meta.len(), 1);
        assert_eq!(mapped.lost, ["the meta _y is not known here"]);
    }

    #[test]
    fn blocks_are_read_under_both_names() {
        for (sync, category) in [
            ("pattern_sync_status", "pattern_category"),
            ("wp_pattern_sync_status", "wp_pattern_category"),
        ] {
            let block = mapped(Kind::Block, json!({sync: "unsynced", category: [9, 4]})).record;
            assert_eq!(block.meta[SYNC_STATUS], "unsynced");
            assert_eq!(block.terms_of(Taxonomy::PatternCategory), [4, 9]);
        }
    }

    #[test]
    fn what_is_in_the_trash_can_be_restored() {
        let change = json!({"status": "trash", "slug": "ipe__trashed"});
        let trashed = mapped(Kind::Page, change).record.trashed.unwrap();
        assert_eq!(
            (trashed.status, trashed.slug.as_str()),
            (Status::Draft, "ipe")
        );
    }
}
