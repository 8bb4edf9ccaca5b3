//! Feeds of comments: approved ones on public items without a password.

use domain::site::{Kind, Status};
use heavy_work::in_place;
use markup::{render, text};
use site_store::{Comment, CommentFilter, CommentStatus, Summary};
use site_urls::address;

use super::{Entry, Source, document, written, xml};
use crate::link::plain_title;
use crate::page_request::{PageError, PageRequest, PageResult};
use crate::reply::Page;

/// Comments that are read for one feed; those on items that are not public are left out afterwards.
const READ: usize = 100;

/// Feed of the newest comments, or of those on `item`.
///
/// # Errors
/// [`PageError::NotFound`] for an item whose comments are not public; the store fails.
pub async fn page(
    request: &PageRequest,
    source: &Source,
    item: Option<&Summary>,
) -> PageResult<Page> {
    if item.is_some_and(|item| !is_open(item)) {
        return Err(PageError::NotFound);
    }
    let filter = CommentFilter {
        post: item.map(|item| item.id).into_iter().collect(),
        status: vec![CommentStatus::Approved],
        kind: Some(Comment::FOR_READERS.to_owned()),
        limit: Some(READ),
        ..CommentFilter::default()
    };
    let most = usize::try_from(request.per_page()).unwrap_or(READ);
    let (mut entries, mut built) = (Vec::new(), None);
    for comment in request.store.comments(&filter).items {
        if entries.len() == most {
            break;
        }
        let Some(on) = request.store.summary(comment.post)?.filter(is_open) else {
            continue;
        };
        built = built.max(Some(comment.date_gmt));
        entries.push(entry(request, &comment, &on).await?);
    }
    let of = match item {
        Some(item) => request.store.get(item.id).await?,
        None => None,
    };
    let of = of.map(|of| plain_title(&of.title, request.words));
    document(request, source, of.as_deref(), built, entries)
}

fn is_open(item: &Summary) -> bool {
    matches!(item.kind, Kind::Post | Kind::Page)
        && item.status == Status::Publish
        && !item.is_protected
}

async fn entry(request: &PageRequest, comment: &Comment, on: &Summary) -> PageResult<Entry> {
    let link = address::item(on, &request.store, &request.home)?;
    let title = request.store.get(on.id).await?;
    let title = title.map(|on| plain_title(&on.title, request.words));
    let author = text::plain(&comment.author_name);
    let words = request.words;
    let text = &comment.content;
    let html = in_place(text.len(), || render::paragraphs(&render::typography(text))).await?;
    Ok(Entry {
        title: xml(&format!(
            "{author} {} {}",
            words.comment_on,
            title.unwrap_or_default()
        )),
        link: format!("{link}#comment-{}", comment.id),
        guid: format!("{link}#comment-{}", comment.id),
        date: written(comment.date_gmt),
        author: xml(&author),
        categories: Vec::new(),
        summary: xml(&text::plain(&html)),
        content: xml(&html),
        picture: None,
    })
}
