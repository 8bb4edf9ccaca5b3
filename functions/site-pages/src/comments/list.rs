//! The approved comments of an item, answers below what they answer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use askama::Template;
use heavy_work::in_place;
use jiff::tz::TimeZone;
use markup::{render, sanitise, text, visitors};
use site_store::{Comment, CommentFilter, CommentStatus, Content};

use crate::article::offset;
use crate::comments::words::Words;
use crate::dates::format_date;
use crate::page_request::{PageRequest, PageResult};
use crate::writer::web_address;
use site_blocks::initials;

/// Most comments that a page shows: the newest.
const MOST: usize = 200;
/// Most bytes of texts of comments that a page shows.
const MOST_BYTES: usize = 512 * 1024;

/// Levels of answers, as on deployed systems. Answers to those of the last level stand beside them.
const LEVELS: usize = 5;

/// Approved comments.
pub struct List {
    /// List items; empty without comments.
    pub html: String,
    /// Number of comments.
    pub total: u64,
    /// Whether older comments are left out.
    pub is_cut: bool,
}

#[derive(Template)]
#[template(path = "comment.html")]
struct CommentItem<'a> {
    words: &'static Words,
    id: u64,
    name: String,
    initials: String,
    /// Web address of the author.
    site: Option<String>,
    is_author: bool,
    date: String,
    date_machine: String,
    content: String,
    /// Address of the form for an answer.
    reply: Option<String>,
    answers: &'a str,
}

/// The approved comments of an item. `is_open` says whether they can be answered.
///
/// # Errors
/// A template fails, or too many long texts are being shown.
pub async fn of(
    request: &PageRequest,
    item: &Content,
    link: &str,
    is_open: bool,
) -> PageResult<List> {
    let found = request.store.comments(&CommentFilter {
        post: vec![item.id],
        status: vec![CommentStatus::Approved],
        kind: Some(Comment::FOR_READERS.to_owned()),
        limit: Some(MOST),
        ..CommentFilter::default()
    });
    let mut comments = found.items;
    comments.reverse();
    let mut bytes = 0;
    let newest = comments.iter().rev().take_while(|comment| {
        bytes += comment.content.len();
        bytes <= MOST_BYTES
    });
    let newest = newest.count();
    comments.drain(..comments.len() - newest);
    let thread = Thread {
        request,
        item,
        link,
        is_open,
        words: Words::of(request.words.is_portuguese()),
        zone: request.store.zone(),
        below: below(&comments),
    };
    let mut html = String::new();
    in_place(bytes, || thread.branch(0, 1, &mut html)).await??;
    Ok(List {
        html,
        total: found.total,
        is_cut: found.total > comments.len() as u64,
    })
}

/// Comments by what they answer; 0 for those that answer none that is shown. An answer has a higher number than what it
/// answers, so that defective data holds no circle.
fn below(comments: &[Arc<Comment>]) -> BTreeMap<u64, Vec<Arc<Comment>>> {
    let known: BTreeSet<u64> = comments.iter().map(|comment| comment.id).collect();
    let mut below: BTreeMap<u64, Vec<Arc<Comment>>> = BTreeMap::new();
    for comment in comments {
        let parent = comment.parent;
        let is_shown = parent < comment.id && known.contains(&parent);
        let branch = below.entry(if is_shown { parent } else { 0 });
        branch.or_default().push(Arc::clone(comment));
    }
    below
}

struct Thread<'a> {
    request: &'a PageRequest,
    item: &'a Content,
    link: &'a str,
    is_open: bool,
    words: &'static Words,
    zone: TimeZone,
    below: BTreeMap<u64, Vec<Arc<Comment>>>,
}

impl Thread<'_> {
    /// Appends the comments that answer one, as list items.
    fn branch(&self, parent: u64, level: usize, html: &mut String) -> PageResult<()> {
        for comment in self.below.get(&parent).into_iter().flatten() {
            if level < LEVELS {
                let mut answers = String::new();
                self.branch(comment.id, level + 1, &mut answers)?;
                html.push_str(&self.one(comment, level, &answers)?);
            } else {
                html.push_str(&self.one(comment, level, "")?);
                self.branch(comment.id, level, html)?;
            }
        }
        Ok(())
    }

    fn one(&self, comment: &Comment, level: usize, answers: &str) -> PageResult<String> {
        let settings = &self.request.settings;
        let name = match text::plain(&comment.author_name) {
            name if name.is_empty() => self.words.anonymous.to_owned(),
            name => name,
        };
        let form = format!("{} {}", settings.date_format, settings.time_format);
        let answerable = self.is_open && level < LEVELS;
        let item = CommentItem {
            words: self.words,
            id: comment.id,
            initials: initials(&name),
            name,
            site: web_address(&comment.author_url).map(|(href, _)| href),
            is_author: comment.author != 0 && comment.author == self.item.author,
            date: format_date(&form, comment.date, self.request.words),
            date_machine: offset(comment.date_gmt, &self.zone),
            content: shown(&comment.content),
            reply: answerable.then(|| format!("{}?replytocom={}#respond", self.link, comment.id)),
            answers,
        };
        Ok(item.render()?)
    }
}

/// A comment's text as sanitised HTML. Its links are no recommendation of the site.
fn shown(content: &str) -> String {
    let text = visitors::with_links(&sanitise::inline(content));
    let html = render::paragraphs(&render::typography(&text));
    visitors::unrecommended(&html)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_sanitised_and_their_links_recommend_nothing() {
        let html = shown(
            "Um\n\n<a href=\"https://a.example/\" rel=\"dofollow\" onclick=\"x\">a</a><script></script><img src=x>\n\nhttps://b.example/",
        );
        assert_eq!(
            html.trim(),
            "<p>Um</p>\n<p><a href=\"https://a.example/\" rel=\"nofollow ugc\">a</a></p>\n<p><a href=\"https://b.example/\" rel=\"nofollow ugc\">https://b.example/</a></p>"
        );
    }
}
