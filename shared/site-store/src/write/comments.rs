//! Writes of comments.

use domain::direction;
use std::sync::Arc;

use domain::site::date::ItemDate;
use jiff::Timestamp;

use super::{Plan, WriteContext, merged};
use crate::comment::{Comment, CommentChange, CommentStatus, NewComment, StatusChange};
use crate::error::{Refusal, StoreError};
use crate::keys;
use crate::log::Change;
use crate::model::Model;
use crate::store::SiteStore;

/// A comment with this many links waits (docs/interface/site/comments.md#approval).
const MOST_LINKS: usize = 2;

/// Comments changed per transaction, which takes 100 writes: up to two for each.
const BATCH: usize = 45;

impl SiteStore {
    /// Creates a comment. Its state follows from the writer's trust, the number of links, and earlier
    /// approved comments of the same author.
    pub async fn create_comment(&self, new: &NewComment) -> Result<Arc<Comment>, StoreError> {
        let id = self
            .commit(&[], |context| {
                let comment = created(context, new)?;
                let id = comment.id;
                let mut plan = Plan::default();
                self.plan_comment(&mut plan, comment)?;
                Ok((plan, id))
            })
            .await?;
        Ok(self.comment(id).ok_or(Refusal::Unknown)?)
    }

    /// Whether [`SiteStore::create_comment`] would refuse the comment as repeated or too fast, so that it need not be
    /// judged first.
    pub fn check_new_comment(&self, new: &NewComment) -> Result<(), StoreError> {
        Ok(check_repetition(&self.model(), new, self.now())?)
    }

    /// Updates a comment.
    pub async fn update_comment(
        &self,
        id: u64,
        change: &CommentChange,
    ) -> Result<Arc<Comment>, StoreError> {
        self.commit(&[], |context| {
            let current = context.model.comment(id).ok_or(Refusal::Unknown)?;
            let comment = updated(context, &current, change)?;
            let mut plan = Plan::default();
            if comment == *current {
                return Ok((plan, ()));
            }
            // Trashing a note trashes its whole thread.
            if comment.is_note() && comment.status == CommentStatus::Trash {
                for answer in context.model.answers_to(&comment).take(BATCH) {
                    let mut answer = Comment::clone(answer);
                    answer.step(StatusChange::To(CommentStatus::Trash));
                    self.plan_comment(&mut plan, answer)?;
                }
            }
            self.plan_comment(&mut plan, comment)?;
            Ok((plan, ()))
        })
        .await?;
        Ok(self.comment(id).ok_or(Refusal::Unknown)?)
    }

    /// Approves a comment that is held if the moderation rules approve it, as they do for a new one.
    pub async fn approve_by_rules(&self, id: u64) -> Result<Arc<Comment>, StoreError> {
        self.commit(&[], |context| {
            let current = context.model.comment(id).ok_or(Refusal::Unknown)?;
            let mut plan = Plan::default();
            let writer = NewComment {
                author: current.author,
                author_name: current.author_name.clone(),
                author_email: current.author_email.clone(),
                content: current.content.clone(),
                ..NewComment::default()
            };
            if current.status == CommentStatus::Hold && is_approved_by_rules(context.model, &writer)
            {
                let mut comment = Comment::clone(&current);
                comment.step(StatusChange::To(CommentStatus::Approved));
                self.plan_comment(&mut plan, comment)?;
            }
            Ok((plan, ()))
        })
        .await?;
        Ok(self.comment(id).ok_or(Refusal::Unknown)?)
    }

    /// Key of what the spam filter keeps about a comment. The record is no part of the read model; it is deleted with
    /// the comment.
    pub fn comment_check_key(&self, id: u64) -> items::Key {
        keys::comment_check(self.tenant(), id)
    }

    /// Deletes a comment for good and returns it. Its replies become replies to its parent.
    pub async fn delete_comment(&self, id: u64) -> Result<Arc<Comment>, StoreError> {
        self.commit(&[], |context| {
            let current = context.model.comment(id).ok_or(Refusal::Unknown)?;
            let mut plan = Plan::default();
            plan.delete(keys::comment(self.tenant(), id));
            plan.delete(keys::comment_check(self.tenant(), id));
            plan.change(Change::CommentGone {
                id,
                heir: current.parent,
            });
            Ok((plan, current))
        })
        .await
    }

    /// Deletes the records of comments whose item was deleted; the model has already dropped them. A
    /// record left behind by a failure only takes space.
    pub(crate) async fn remove_comment_records(&self, ids: &[u64]) {
        for batch in ids.chunks(BATCH) {
            let writes = batch.iter().flat_map(|id| {
                [keys::comment, keys::comment_check]
                    .map(|key| items::Write::Delete(key(self.tenant(), *id), items::Condition::Any))
            });
            if let Err(error) = self.0.parts.table.transact(writes.collect()).await {
                tracing::warn!(target: "site", %error, "records of comments were not removed");
            }
        }
    }

    fn plan_comment(&self, plan: &mut Plan, comment: Comment) -> Result<(), StoreError> {
        plan.put(keys::comment(self.tenant(), comment.id), &comment)?;
        plan.change(Change::Comment(Box::new(comment)));
        Ok(())
    }
}

/// Refuses repeated comments, and those that come too fast.
fn check_repetition(model: &Model, new: &NewComment, now: Timestamp) -> Result<(), Refusal> {
    if !new.is_note && model.is_duplicate(new) {
        return Err(Refusal::DuplicateComment);
    }
    if !new.is_note && !new.skips_flood_check && model.is_flooding(new, now) {
        return Err(Refusal::CommentFlood);
    }
    Ok(())
}

fn created(context: &WriteContext<'_>, new: &NewComment) -> Result<Comment, StoreError> {
    let model = context.model;
    if model.summary(new.post)?.is_none() {
        return Err(Refusal::InvalidParent.into());
    }
    check_repetition(model, new, context.now)?;
    let by_rules = || !new.is_held && is_approved_by_rules(context.model, new);
    let approved = new.is_note || new.is_trusted || by_rules();
    let date_gmt = new.date.unwrap_or(context.now);
    let mut comment = Comment {
        id: model.next_comment(),
        post: new.post,
        parent: new.parent,
        author: new.author,
        author_name: direction::without_written_controls(&new.author_name).into_owned(),
        author_email: new.author_email.clone(),
        author_url: new.author_url.clone(),
        author_ip: new.author_ip.clone(),
        author_user_agent: new.author_user_agent.clone(),
        date: ItemDate::exact(date_gmt, &context.zone)?.local,
        date_gmt,
        content: new.content.clone(),
        status: if approved {
            CommentStatus::Approved
        } else {
            CommentStatus::Hold
        },
        before: None,
        kind: if new.is_note {
            Comment::NOTE
        } else {
            Comment::FOR_READERS
        }
        .to_owned(),
        meta: new.meta.clone(),
    };
    if let Some(status) = new.filtered {
        comment.step(StatusChange::To(status));
    }
    if let Some(step) = new.status {
        comment.step(step);
    }
    Ok(comment)
}

/// Whether a comment of a reader is shown without a moderator: it has few links, and its author is known.
fn is_approved_by_rules(model: &Model, new: &NewComment) -> bool {
    links(&new.content) < MOST_LINKS && model.is_known_writer(new)
}

fn links(text: &str) -> usize {
    text.matches("href=").count()
}

fn updated(
    context: &WriteContext<'_>,
    current: &Comment,
    change: &CommentChange,
) -> Result<Comment, StoreError> {
    let mut comment = current.clone();
    let take = |to: &mut String, from: &Option<String>| {
        if let Some(text) = from {
            text.clone_into(to);
        }
    };
    if let Some(name) = &change.author_name {
        comment.author_name = direction::without_written_controls(name).into_owned();
    }
    take(&mut comment.author_email, &change.author_email);
    take(&mut comment.author_url, &change.author_url);
    take(&mut comment.author_ip, &change.author_ip);
    take(&mut comment.author_user_agent, &change.author_user_agent);
    take(&mut comment.content, &change.content);
    if let Some(post) = change.post {
        if context.model.summary(post)?.is_none() {
            return Err(Refusal::InvalidParent.into());
        }
        comment.post = post;
    }
    comment.meta = merged(comment.meta, &change.meta);
    comment.parent = change.parent.unwrap_or(comment.parent);
    comment.author = change.author.unwrap_or(comment.author);
    if let Some(date) = change.date {
        comment.date_gmt = date;
        comment.date = ItemDate::exact(date, &context.zone)?.local;
    }
    if let Some(step) = change.status {
        comment.step(step);
    }
    Ok(comment)
}
