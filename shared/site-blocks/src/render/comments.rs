//! Comments: the newest ones, and the number of those on an item. Pictures of persons would be asked for at another host and
//! are left out.

use std::sync::Arc;

use domain::site::{Kind, Status};
use markup::sanitise;
use site_store::{Comment, CommentFilter, CommentStatus, Content, StoreError};
use url::Url;

use super::attributes::Attributes;
use super::context::{Context, UNIT};
use super::found;
use super::item::{href, offset, plain_title, titled};
use super::text::{escaped, named, without_shortcodes};
use crate::links::is_web;

/// Most comments of a list.
const MOST: usize = 100;
/// Comments that are looked at for each one that shows: those on items that are not public are left out.
const LOOKED_AT: usize = 5;
/// How much dearer the text of a comment is than that of an item: it is sanitised each time.
const DEARER: usize = 4;
/// Words of an excerpt.
const WORDS: usize = 20;

fn filter(post: Vec<u64>, limit: Option<usize>) -> CommentFilter {
    CommentFilter {
        post,
        status: vec![CommentStatus::Approved],
        kind: Some(Comment::FOR_READERS.to_owned()),
        limit,
        ..CommentFilter::default()
    }
}

/// Whether everyone may read the item of a comment.
fn is_public(cx: &Context<'_>, comment: &Comment) -> Result<bool, StoreError> {
    Ok(cx.store.summary(comment.post)?.is_some_and(|item| {
        let is_page = matches!(item.kind, Kind::Post | Kind::Page);
        is_page && item.status == Status::Publish && !item.is_protected
    }))
}

/// The newest comments on published items.
///
/// # Errors
/// The store fails.
pub async fn latest(cx: &Context<'_>, attributes: &Attributes) -> Result<String, StoreError> {
    let number = attributes.number("commentsToShow").unwrap_or(5);
    let number = usize::try_from(number).unwrap_or(MOST).clamp(1, MOST);
    let mut shown: Vec<Arc<Comment>> = Vec::new();
    for comment in cx
        .store
        .comments(&filter(Vec::new(), Some(number * LOOKED_AT)))
        .items
    {
        if shown.len() < number && is_public(cx, &comment)? {
            shown.push(comment);
        }
    }
    if shown.is_empty() {
        let outer = attributes.outer("wp-block-latest-comments no-comments");
        let none = cx.word("Nenhum comentário para mostrar.", "No comments to show.");
        return Ok(format!("<div {outer}>{none}</div>"));
    }
    let ids: Vec<u64> = shown.iter().map(|comment| comment.post).collect();
    let items = found::by_id(cx, ids).await?;
    let form = match attributes.flag_of("displayExcerpt") {
        Some(true) => "excerpt",
        Some(false) => "none",
        None => attributes.text("displayContent").unwrap_or("excerpt"),
    };
    let mut list = String::new();
    for comment in &shown {
        if !cx.spend(1 + comment.content.len() * DEARER / UNIT) {
            break;
        }
        if let Some(item) = items.get(&comment.post) {
            list.push_str(&one(cx, attributes, comment, item, form)?);
        }
        cx.pause().await;
    }
    let mut class = "wp-block-latest-comments".to_owned();
    if attributes.flag("displayDate") {
        class.push_str(" has-dates");
    }
    if form != "none" {
        class.push_str(" has-excerpts");
    }
    Ok(format!("<ol {}>{list}</ol>", attributes.outer(&class)))
}

/// The address of a person's page, if it is one of the web.
fn web_address(text: &str) -> Option<String> {
    let url = Url::parse(text.trim()).ok()?;
    is_web(&url).then(|| escaped(url.as_str()))
}

fn one(
    cx: &Context<'_>,
    attributes: &Attributes,
    comment: &Comment,
    item: &Content,
    form: &str,
) -> Result<String, StoreError> {
    let name = named(&comment.author_name);
    let class = "class=\"wp-block-latest-comments__comment-author\"";
    let author = match web_address(&comment.author_url) {
        Some(url) => format!("<a {class} href=\"{url}\" rel=\"nofollow ugc\">{name}</a>"),
        None => format!("<span {class}>{name}</span>"),
    };
    let (on, href, title) = (cx.word("em", "on"), href(cx, item)?, titled(cx, item));
    let link = format!(
        "<a class=\"wp-block-latest-comments__comment-link\" href=\"{href}#comment-{}\">{title}</a>",
        comment.id
    );
    let date = if attributes.flag("displayDate") {
        let machine = offset(comment.date_gmt, &cx.store.zone());
        let date = escaped(&cx.date(None, comment.date));
        format!(
            "<time datetime=\"{machine}\" class=\"wp-block-latest-comments__comment-date\">{date}</time>"
        )
    } else {
        String::new()
    };
    let text = match form {
        "none" => String::new(),
        "full" => {
            let html = sanitise::embedded(&comment.content, false);
            without_shortcodes(&markup::render::paragraphs(&html))
        }
        _ => format!("<p>{}</p>", excerpt(&comment.content)),
    };
    let text = if text.is_empty() {
        text
    } else {
        format!("<div class=\"wp-block-latest-comments__comment-excerpt\">{text}</div>")
    };
    Ok(format!(
        "<li class=\"wp-block-latest-comments__comment\"><article><footer class=\"wp-block-latest-comments__comment-meta\">{author} {on} {link}{date}</footer>{text}</article></li>"
    ))
}

/// The first words of a comment, in HTML.
fn excerpt(html: &str) -> String {
    let begun = markup::text::excerpt(html, WORDS);
    escaped(&begun.text) + if begun.cut { "…" } else { "" }
}

/// Number of approved comments on an item.
fn number(cx: &Context<'_>, item: &Content) -> u64 {
    cx.store.comments(&filter(vec![item.id], Some(1))).total
}

/// The number of comments on an item.
pub fn count(cx: &Context<'_>, attributes: &Attributes, item: &Content) -> String {
    let outer = attributes.outer("wp-block-post-comments-count");
    format!("<div {outer}>{}</div>", number(cx, item))
}

/// The link to the comments on an item.
pub fn link(
    cx: &Context<'_>,
    attributes: &Attributes,
    item: &Content,
) -> Result<String, StoreError> {
    let number = number(cx, item);
    let text = match number {
        0 => cx.word("Nenhum comentário", "No comments").to_owned(),
        1 => cx.word("1 comentário", "1 comment").to_owned(),
        _ => format!("{number} {}", cx.word("comentários", "comments")),
    };
    let (href, title) = (href(cx, item)?, plain_title(cx, item));
    let on = cx.word("em", "on");
    let outer = attributes.outer("wp-block-post-comments-link");
    Ok(format!(
        "<div {outer}><a href=\"{href}#comentarios\">{text}<span class=\"screen-reader-text\"> {on} {title}</span></a></div>"
    ))
}
