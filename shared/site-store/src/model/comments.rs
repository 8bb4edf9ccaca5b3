//! Comment queries of the read model.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::Model;
use super::users::window;
use crate::comment::{Comment, CommentFilter, CommentOrder, CommentStatus, NewComment};
use crate::filter::Listed;
use crate::fold::fold;

/// Comments of one writer come no faster than this (docs/interface/site/comments.md#flood).
const PAUSE: SignedDuration = SignedDuration::from_secs(15);

impl Model {
    pub(crate) fn comment(&self, id: u64) -> Option<Arc<Comment>> {
        self.comments.get(&id).cloned()
    }

    /// Identifier of the next comment.
    pub(crate) const fn next_comment(&self) -> u64 {
        self.last_comment + 1
    }

    pub(crate) fn comments_of(&self, post: u64) -> Vec<u64> {
        let of = self.comments_by_post.get(&post).into_iter().flatten();
        of.copied().collect()
    }

    /// Whether a comment has replies that are neither in the trash nor spam.
    pub(crate) fn is_answered(&self, comment: &Comment) -> bool {
        use CommentStatus::{Approved, Hold};
        self.answers_to(comment)
            .any(|answer| matches!(answer.status, Approved | Hold))
    }

    pub(crate) fn answers_to(&self, comment: &Comment) -> impl Iterator<Item = &Arc<Comment>> {
        let id = comment.id;
        self.comments_on(comment.post)
            .filter(move |answer| answer.parent == id)
    }

    /// Whether the same author already wrote the same text on the same item.
    pub(crate) fn is_duplicate(&self, new: &NewComment) -> bool {
        self.comments_on(new.post).any(|known| {
            let same_writer = known.author_name == new.author_name
                || (!new.author_email.is_empty() && known.author_email == new.author_email);
            known.post == new.post
                && known.parent == new.parent
                && known.status != CommentStatus::Trash
                && known.content == new.content
                && same_writer
        })
    }

    /// Whether the same author wrote less than [`PAUSE`] ago.
    pub(crate) fn is_flooding(&self, new: &NewComment, now: Timestamp) -> bool {
        self.comments.values().any(|known| {
            let same_writer = if new.author == 0 {
                known.author_ip == new.author_ip || known.author_email == new.author_email
            } else {
                known.author == new.author
            };
            same_writer && known.kind == "comment" && now.duration_since(known.date_gmt) < PAUSE
        })
    }

    /// Whether an earlier comment of the same author was approved.
    pub(crate) fn is_known_writer(&self, new: &NewComment) -> bool {
        self.comments.values().any(|known| {
            known.status == CommentStatus::Approved
                && if new.author == 0 {
                    known.author_name == new.author_name && known.author_email == new.author_email
                } else {
                    known.author == new.author
                }
        })
    }

    pub(crate) fn list_comments(&self, filter: &CommentFilter) -> Listed<Arc<Comment>> {
        let search = filter.search.as_deref().map(fold);
        let wanted = |comment: &&Arc<Comment>| is_wanted(comment, filter, search.as_deref());
        let mut comments: Vec<_> = if filter.post.is_empty() {
            self.comments.values().filter(wanted).cloned().collect()
        } else {
            let posts: BTreeSet<u64> = filter.post.iter().copied().collect();
            let of_posts = posts.into_iter().flat_map(|post| self.comments_on(post));
            of_posts.filter(wanted).cloned().collect()
        };
        sort(&mut comments, filter);
        window(comments, filter.offset, filter.limit)
    }

    pub(super) fn put_comment(&mut self, comment: &Comment) {
        self.last_comment = self.last_comment.max(comment.id);
        self.take_comment(Arc::new(comment.clone()));
    }

    pub(super) fn take_comment(&mut self, comment: Arc<Comment>) {
        self.leave_post(comment.id);
        self.comments_by_post
            .entry(comment.post)
            .or_default()
            .insert(comment.id);
        self.comments.insert(comment.id, comment);
    }

    /// Comments on a post.
    fn comments_on(&self, post: u64) -> impl Iterator<Item = &Arc<Comment>> {
        let of = self.comments_by_post.get(&post).into_iter().flatten();
        of.filter_map(|id| self.comments.get(id))
    }

    /// Removes a comment from the index by post.
    fn leave_post(&mut self, id: u64) {
        let Some(post) = self.comments.get(&id).map(|comment| comment.post) else {
            return;
        };
        if let Some(rest) = self.comments_by_post.get_mut(&post) {
            rest.remove(&id);
            if rest.is_empty() {
                self.comments_by_post.remove(&post);
            }
        }
    }

    pub(super) fn remove_comment(&mut self, id: u64, heir: u64) {
        self.last_comment = self.last_comment.max(id);
        self.leave_post(id);
        self.comments.remove(&id);
        for comment in self.comments.values_mut() {
            if comment.parent == id {
                Arc::make_mut(comment).parent = heir;
            }
        }
    }

    /// Removes the comments of a deleted item.
    pub(super) fn remove_comments_of(&mut self, post: u64) {
        for id in self.comments_by_post.remove(&post).unwrap_or_default() {
            self.comments.remove(&id);
        }
    }

    /// Moves the comments of a trashed item to the trash.
    pub(super) fn trash_comments_of(&mut self, post: u64) {
        for id in self.comments_by_post.get(&post).into_iter().flatten() {
            let Some(comment) = self.comments.get_mut(id) else {
                continue;
            };
            if matches!(
                comment.status,
                CommentStatus::Approved | CommentStatus::Hold
            ) {
                let comment = Arc::make_mut(comment);
                comment.before = Some(comment.status);
                comment.status = CommentStatus::PostTrashed;
            }
        }
    }

    pub(super) fn forget_commenter(&mut self, user: u64) {
        for comment in self.comments.values_mut() {
            if comment.author == user {
                Arc::make_mut(comment).author = 0;
            }
        }
    }
}

fn is_wanted(comment: &Comment, filter: &CommentFilter, search: Option<&str>) -> bool {
    let among = |list: &[u64], id: u64| list.is_empty() || list.contains(&id);
    among(&filter.include, comment.id)
        && !filter.exclude.contains(&comment.id)
        && among(&filter.post, comment.post)
        && among(&filter.parent, comment.parent)
        && !filter.parent_exclude.contains(&comment.parent)
        && among(&filter.author, comment.author)
        && !filter.author_exclude.contains(&comment.author)
        && filter.status.contains(&comment.status)
        && filter
            .kind
            .as_ref()
            .is_none_or(|kind| comment.kind == *kind)
        && filter
            .author_email
            .as_ref()
            .is_none_or(|email| comment.author_email.to_lowercase() == email.to_lowercase())
        && filter.after.is_none_or(|after| comment.date > after)
        && filter.before.is_none_or(|before| comment.date < before)
        && search.is_none_or(|search| {
            let shown = [&comment.author_name, &comment.author_url, &comment.content];
            let addresses = [&comment.author_email, &comment.author_ip];
            let addresses = addresses.into_iter().filter(|_| filter.search_addresses);
            let mut texts = shown.into_iter().chain(addresses);
            texts.any(|text| fold(text).contains(search))
        })
}

fn sort(comments: &mut [Arc<Comment>], filter: &CommentFilter) {
    comments.sort_by(|a, b| {
        let order = match filter.order_by {
            CommentOrder::Date => a.date_gmt.cmp(&b.date_gmt),
            CommentOrder::Id => Ordering::Equal,
            CommentOrder::Post => a.post.cmp(&b.post),
            CommentOrder::Parent => a.parent.cmp(&b.parent),
            CommentOrder::Kind => a.kind.cmp(&b.kind),
            CommentOrder::Include => {
                let place = |id: u64| filter.include.iter().position(|wanted| *wanted == id);
                return place(a.id).cmp(&place(b.id));
            }
        };
        let order = order.then(a.id.cmp(&b.id));
        if filter.ascending {
            order
        } else {
            order.reverse()
        }
    });
}
