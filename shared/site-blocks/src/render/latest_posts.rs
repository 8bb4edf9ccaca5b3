//! The newest posts.

use std::collections::HashMap;
use std::sync::Arc;

use domain::site::{Kind, Taxonomy};
use site_store::{Content, ContentFilter, OrderBy, StoreError, TermClause, TermOperator};

use super::attributes::Attributes;
use super::block;
use super::context::{Context, Scope};
use super::found;
use super::item::{href, machine_date, plain_title, summary, titled};
use super::picture::{Look, element, file};
use super::text::{escaped, named};

fn filter(attributes: &Attributes) -> ContentFilter {
    let categories = attributes.ids("categories");
    let terms = if categories.is_empty() {
        Vec::new()
    } else {
        vec![TermClause {
            taxonomy: Taxonomy::Category,
            terms: categories,
            include_children: false,
            operator: TermOperator::AnyOf,
        }]
    };
    let number = attributes.number("postsToShow").filter(|n| *n > 0);
    ContentFilter {
        terms,
        author: attributes.ids("selectedAuthor"),
        order_by: match attributes.text("orderBy") {
            Some("title") => OrderBy::Title,
            Some("modified") => OrderBy::Modified,
            _ => OrderBy::Date,
        },
        ascending: attributes.text("order") == Some("asc"),
        limit: Some(number.unwrap_or(5)),
        ..ContentFilter::all(Kind::Post)
    }
}

/// The list of posts.
///
/// # Errors
/// The store fails.
pub async fn list(
    cx: &Context<'_>,
    attributes: &Attributes,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let posts = found::public(cx, filter(attributes)).await?;
    let pictures = pictures(cx, attributes, &posts).await?;
    let mut items = String::new();
    for post in &posts {
        let picture = pictures.get(&post.featured_media);
        items.push_str(&one(cx, attributes, post, picture, scope).await?);
        cx.pause().await;
    }
    let mut class = "wp-block-latest-posts wp-block-latest-posts__list".to_owned();
    let layout = attributes.members("layout");
    let form = layout.text("type").or(attributes.text("postLayout"));
    if form == Some("grid") {
        class.push_str(" is-grid");
        let columns = layout.number("columnCount");
        if let Some(columns) = columns.or(attributes.number("columns")) {
            class.push_str(&format!(" columns-{columns}"));
        }
    }
    for (flag, name) in [
        ("displayPostDate", " has-dates"),
        ("displayAuthor", " has-author"),
    ] {
        if attributes.flag(flag) {
            class.push_str(name);
        }
    }
    Ok(format!("<ul {}>{items}</ul>", attributes.outer(&class)))
}

/// The featured pictures of the posts that the reader may read, if the block shows them, by identifier.
async fn pictures(
    cx: &Context<'_>,
    attributes: &Attributes,
    posts: &[Arc<Content>],
) -> Result<HashMap<u64, Arc<Content>>, StoreError> {
    if !attributes.flag("displayFeaturedImage") {
        return Ok(HashMap::new());
    }
    let files = posts.iter().map(|post| post.featured_media);
    let mut ids: Vec<u64> = files.filter(|id| *id > 0).collect();
    ids.sort_unstable();
    ids.dedup();
    let files = cx.store.media_items(&cx.reader, &ids).await?;
    Ok(files.into_iter().map(|file| (file.id, file)).collect())
}

async fn one(
    cx: &Context<'_>,
    attributes: &Attributes,
    post: &Content,
    picture: Option<&Arc<Content>>,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let href = href(cx, post)?;
    let mut out = "<li>".to_owned();
    if let Some(file) = picture.and_then(|item| file(item)) {
        out.push_str(&shown(cx, attributes, post, file, &href));
    }
    let title = titled(cx, post);
    out.push_str(&format!(
        "<a class=\"wp-block-latest-posts__post-title\" href=\"{href}\">{title}</a>"
    ));
    let author = cx.store.user(post.author);
    if let Some(author) = author.filter(|_| attributes.flag("displayAuthor")) {
        let (by, name) = (cx.word("por", "by"), named(&author.name));
        out.push_str(&format!(
            "<div class=\"wp-block-latest-posts__post-author\">{by} {name}</div>"
        ));
    }
    if attributes.flag("displayPostDate") {
        let machine = machine_date(post, &cx.store.zone());
        let date = escaped(&cx.date(None, post.date.local));
        out.push_str(&format!(
            "<time datetime=\"{machine}\" class=\"wp-block-latest-posts__post-date\">{date}</time>"
        ));
    }
    if attributes.flag("displayPostContent") {
        match attributes.text("displayPostContentRadio") {
            Some("full_post") => {
                let scope = Scope {
                    item: Some(post),
                    ..scope
                };
                let text = block::text(cx, post, scope).await?;
                out.push_str(&format!(
                    "<div class=\"wp-block-latest-posts__post-full-content\">{text}</div>"
                ));
            }
            _ => out.push_str(&excerpt(cx, attributes, post, &href)),
        }
    }
    out.push_str("</li>\n");
    Ok(out)
}

fn excerpt(cx: &Context<'_>, attributes: &Attributes, post: &Content, href: &str) -> String {
    let Some((text, is_cut)) = summary(cx, attributes, post) else {
        return String::new();
    };
    let mut text = escaped(&text);
    if is_cut {
        let (more, title) = (cx.word("Leia mais", "Read more"), plain_title(cx, post));
        text.push_str(&format!(
            "… <a class=\"wp-block-latest-posts__read-more\" href=\"{href}\" rel=\"noopener\">{more}<span class=\"screen-reader-text\">: {title}</span></a>"
        ));
    }
    format!("<div class=\"wp-block-latest-posts__post-excerpt\">{text}</div>")
}

fn shown(
    cx: &Context<'_>,
    attributes: &Attributes,
    post: &Content,
    file: &site_store::Media,
    href: &str,
) -> String {
    let size = attributes
        .text("featuredImageSizeSlug")
        .unwrap_or("thumbnail");
    let mut style = String::new();
    for (name, declared) in [
        ("featuredImageSizeWidth", "max-width"),
        ("featuredImageSizeHeight", "max-height"),
    ] {
        if let Some(pixels) = attributes.number(name).filter(|pixels| *pixels <= 10_000) {
            style.push_str(&format!("{declared}:{pixels}px;"));
        }
    }
    let class = format!("attachment-{size} size-{size} wp-post-image");
    let look = Look {
        size: Some(size),
        class: &class,
        style,
        ..Look::default()
    };
    let mut picture = element(cx, file, &look);
    if attributes.flag("addLinkToFeaturedImage") {
        let title = plain_title(cx, post);
        picture = format!("<a href=\"{href}\" aria-label=\"{title}\">{picture}</a>");
    }
    let sides = ["left", "center", "right"];
    let side = attributes.text("featuredImageAlign");
    let side = side.filter(|side| sides.contains(side));
    let align = side.map_or_else(String::new, |side| format!(" align{side}"));
    format!("<div class=\"wp-block-latest-posts__featured-image{align}\">{picture}</div>")
}
