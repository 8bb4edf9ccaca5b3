//! Mapping of posts, pages and blocks, and of members that all content shares.

use std::collections::BTreeMap;

use domain::site::date::ItemDate;
use domain::site::meta::SYNC_STATUS;
use domain::site::meta::seo::NOINDEX;
use domain::site::{Format, Kind, Openness, Status, Taxonomy};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use site_store::{Content, ReaderPassword, Trashed};

use super::member::{Item, dates};
use super::meta::of_content;
use super::search_meta::{Shown, add_head, renamed};
use super::{MapError, Mapped};
use crate::permalinks;
use crate::source::Source;

/// Suffix of slugs in the trash.
const TRASHED: &str = "__trashed";

/// Names of the block synchronisation meta, ours and the vendor's; a host has at most one of them.
const SYNC_NAMES: [&str; 2] = [SYNC_STATUS, "wp_pattern_sync_status"];
const CATEGORY_NAMES: [&str; 2] = ["pattern_category", "wp_pattern_category"];

/// Member with the head of the item's page on deployed systems.
const HEAD: &str = "yoast_head_json";

/// Links of an item that carry its revision count.
pub const HISTORY_LINKS: [&str; 2] = ["_links.version-history", "_links.predecessor-version"];

/// Members requested for posts, pages and blocks. Of texts, only the raw form is requested, which saves
/// the host from rendering them. Empty for other kinds: deployed systems cannot return parts of
/// captions and descriptions, whose rendering is cheap anyway.
pub fn fields(kind: Kind, source: &Source) -> Vec<&'static str> {
    if !kind.has_revisions() {
        return Vec::new();
    }
    let mut fields = vec!["id", "slug", "status", "template", "meta", "password"];
    fields.extend(["date", "date_gmt", "modified", "modified_gmt"]);
    fields.extend(["title.raw", "content.raw", "excerpt.raw"]);
    if kind != Kind::Block {
        fields.extend(["author", "featured_media", "comment_status", "ping_status"]);
    }
    match kind {
        Kind::Post => fields.extend(["sticky", "format", "categories", "tags"]),
        Kind::Page => fields.extend(["parent", "menu_order"]),
        Kind::Block => {
            let own = usize::from(source.has_vendor_names());
            fields.extend(CATEGORY_NAMES.get(own));
            fields.extend(SYNC_NAMES.get(own));
        }
        _ => {}
    }
    if matches!(kind, Kind::Post | Kind::Page) {
        fields.push("link");
        if source.has_heads() {
            fields.push(HEAD);
        }
    }
    fields
}

/// Maps a post, page or block. `now` decides which drafts have a date of their own.
pub fn map(
    item: &Item<'_>,
    kind: Kind,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<Mapped<Content>, MapError> {
    let mut lost = Vec::new();
    let mut content = blank(item, kind)?;
    content.status = item.get("status")?.word(Status::named)?;
    content.slug = item.get("slug")?.text()?;
    if matches!(kind, Kind::Post | Kind::Page) && content.status == Status::Publish {
        let link = item.get("link")?.text()?;
        let former = permalinks::unlike_slug(&link, content.id, &content.slug);
        content.note_former_slug(&former.unwrap_or_default());
    }
    content.template = item.get("template")?.text()?;
    content.title = item.get("title")?.raw()?;
    content.content = item.get("content")?.raw()?;
    set_dates(&mut content, item, zone, now)?;
    content.password = ReaderPassword(item.get("password")?.text()?);
    if kind == Kind::Block {
        // Some releases return blocks without an excerpt.
        let excerpt = item.where_known("excerpt")?;
        content.excerpt = excerpt.map_or(Ok(String::new()), |excerpt| excerpt.raw())?;
    } else {
        content.excerpt = item.get("excerpt")?.raw()?;
        set_openness(&mut content, item)?;
        content.author = item.get("author")?.number()?;
        content.featured_media = item.get("featured_media")?.number()?;
    }
    if kind == Kind::Page {
        content.parent = item.get("parent")?.number()?;
        content.menu_order = item.get("menu_order")?.integer()?;
    }
    if kind.has_format() {
        content.sticky = item.get("sticky")?.flag()?;
        let name = item.get("format")?.text()?;
        match Format::named(&name) {
            Some(format) => content.format = format,
            None if name.is_empty() => {}
            None => lost.push(format!("the format {name} is not known here")),
        }
    }
    let mut given = meta(item)?.map(renamed).unwrap_or_default();
    // A host that shows all fields has the key of this one.
    if !given.contains_key(NOINDEX) {
        add_fields_of_head(item, &content, &mut given)?;
    }
    if kind == Kind::Block {
        for name in SYNC_NAMES {
            if let Some(status) = item.where_known(name)? {
                given.insert(SYNC_STATUS.to_owned(), status.value().clone());
            }
        }
    }
    content.meta = of_content(kind, Some(&given), &mut lost);
    set_terms(&mut content, item)?;
    if content.status == Status::Trash {
        // The interface does not expose the previous state; restoring as a draft is the safest choice.
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

/// Adds the fields for search engines that the head of the item's page tells, where the host shows it.
fn add_fields_of_head(
    item: &Item<'_>,
    content: &Content,
    meta: &mut Map<String, Value>,
) -> Result<(), MapError> {
    let head = item.where_known(HEAD)?.map(|head| head.object());
    if let Some(head) = head.transpose()?.flatten() {
        let link = item.get("link")?.text()?;
        let shown = Shown {
            title: &content.title,
            link: &link,
            status: content.status,
        };
        add_head(head, &shown, meta);
    }
    Ok(())
}

/// Meta registered by the host for the kind; kinds without meta lack the member.
pub fn meta<'a>(item: &Item<'a>) -> Result<Option<&'a Map<String, Value>>, MapError> {
    match item.where_known("meta")? {
        Some(meta) => meta.object(),
        None => Ok(None),
    }
}

/// Sets the terms. Extensions may remove taxonomies from a kind.
fn set_terms(content: &mut Content, item: &Item<'_>) -> Result<(), MapError> {
    let lists = match content.kind {
        Kind::Post => vec![
            (Taxonomy::Category, "categories"),
            (Taxonomy::PostTag, "tags"),
        ],
        Kind::Block => CATEGORY_NAMES
            .map(|name| (Taxonomy::PatternCategory, name))
            .to_vec(),
        _ => Vec::new(),
    };
    for (taxonomy, name) in lists {
        let ids = item.where_known(name)?.map(|member| member.ids());
        let ids = ids.transpose()?.unwrap_or_default();
        if !ids.is_empty() {
            content.terms.insert(taxonomy, ids);
        }
    }
    Ok(())
}

/// Item with its identifier and default values.
pub fn blank(item: &Item<'_>, kind: Kind) -> Result<Content, MapError> {
    let epoch = TimeZone::UTC.to_datetime(Timestamp::UNIX_EPOCH);
    Ok(Content {
        id: item.id()?,
        seq: 0,
        kind,
        status: Status::Draft,
        slug: String::new(),
        former_slugs: Vec::new(),
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
        template: String::new(),
        password: ReaderPassword::default(),
        meta: BTreeMap::new(),
        terms: BTreeMap::new(),
        trashed: None,
        media: None,
        menu_item: None,
    })
}

/// Sets both dates. A draft, in the trash or not, whose date equals its modification date has a floating date: the
/// interface returns it like a fixed one, and hosts advance it with each change. Hosts derive the UTC date from
/// the local one; a UTC date that does not match was stored, so that date is fixed.
pub fn set_dates(
    content: &mut Content,
    item: &Item<'_>,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<(), MapError> {
    let modified = optional(dates(item, "modified", "modified_gmt", zone))?;
    let date = optional(dates(item, "date", "date_gmt", zone))?;
    // Drafts of some releases have only one of the two dates.
    let date = date.or(modified).ok_or(MapError::Malformed("date"))?;
    let modified = modified.unwrap_or(date);
    let was_draft = content.status.is_floating() || content.status == Status::Trash;
    let is_floating =
        was_draft && date.0 == modified.0 && date.1 <= now && zone.to_datetime(date.1) == date.0;
    content.date = ItemDate {
        local: date.0,
        gmt: (!is_floating).then_some(date.1),
    };
    (content.modified, content.modified_gmt) = modified;
    Ok(())
}

/// Date of a member; `None` when the member exists but cannot be parsed.
fn optional<T>(date: Result<T, MapError>) -> Result<Option<T>, MapError> {
    match date {
        Ok(date) => Ok(Some(date)),
        Err(MapError::Malformed(_)) => Ok(None),
        Err(missing) => Err(missing),
    }
}

/// Sets whether comments and pings are open. Hosts return `closed` or an empty text for kinds without
/// them.
pub fn set_openness(content: &mut Content, item: &Item<'_>) -> Result<(), MapError> {
    let read = |name: &'static str| {
        item.get(name)?.word(|word| match word {
            "" => Some(Openness::Closed),
            word => Openness::named(word),
        })
    };
    content.comment_status = read("comment_status")?;
    content.ping_status = read("ping_status")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn post(change: Value) -> Value {
        let mut post = json!({
            "id": 7, "slug": "ipe", "status": "publish", "title": {"raw": "Ipê"}, "template": "",
            "content": {"raw": "<p>Texto</p>"}, "excerpt": {"raw": ""}, "password": "",
            "date": "2024-05-01T10:00:00", "date_gmt": "2024-05-01T13:00:00",
            "modified": "2024-05-02T10:00:00", "modified_gmt": "2024-05-02T13:00:00",
            "author": 3, "meta": [], "featured_media": 0, "comment_status": "open", "ping_status": "open",
            "sticky": false, "format": "standard", "parent": 0, "menu_order": 0,
            "link": "https://a.example/ipe/",
        });
        for (name, value) in change.as_object().unwrap() {
            post[name] = value.clone();
        }
        post
    }

    fn mapped(kind: Kind, change: Value) -> Mapped<Content> {
        let zone = TimeZone::get("America/Sao_Paulo").unwrap();
        let now = "2024-06-01T00:00:00Z".parse().unwrap();
        map(&Item::whole(&post(change)), kind, &zone, now).unwrap()
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
        assert!(at("2024-05-01T10:00:00", "2024-05-01T13:00:00", "trash"));
        assert!(!at("2024-05-01T10:00:00", "2024-05-01T13:00:00", "publish"));
        assert!(!at("2025-05-01T10:00:00", "2025-05-01T13:00:00", "draft"));
        let dated = mapped(Kind::Post, json!({"status": "draft"}));
        assert!(dated.record.date.gmt.is_some());
    }

    #[test]
    fn the_last_part_of_an_address_that_is_not_the_slug_is_kept() {
        let former = |status: &str, link: &str| {
            let change = json!({"status": status, "link": link});
            mapped(Kind::Page, change).record.former_slugs
        };
        assert_eq!(
            former("publish", "https://a.example/flora/Ipe-Amarelo.html"),
            ["ipe-amarelo.html"]
        );
        assert_eq!(former("publish", "https://a.example/flora/ipe/"), [""; 0]);
        assert_eq!(former("draft", "https://a.example/x/"), [""; 0]);
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
