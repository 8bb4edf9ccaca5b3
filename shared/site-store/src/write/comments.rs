//! Writing comments.

use std::sync::Arc;

use domain::site::date::ItemDate;

use super::{Moment, Plan, merged};
use crate::comment::{Comment, CommentChange, CommentStatus, NewComment, StatusChange};
use crate::error::{Refusal, StoreError};
use crate::keys;
use crate::log::Change;
use crate::store::SiteStore;

/// A comment with this many links waits (docs/interface/site/comments.md#approval).
const MOST_LINKS: usize = 2;

/// Records removed in one transaction.
const BATCH: usize = 90;

impl SiteStore {
    /// Writes a comment. Whether it is shown at once is decided here: by whose word is enough, by the
    /// number of links, and by earlier comments that were approved.
    pub async fn create_comment(&self, new: &NewComment) -> Result<Arc<Comment>, StoreError> {
        let id = self
            .commit(&[], |moment| {
                let comment = created(moment, new)?;
                let id = comment.id;
                let mut plan = Plan::default();
                self.plan_comment(&mut plan, comment)?;
                Ok((plan, id))
            })
            .await?;
        Ok(self.comment(id).ok_or(Refusal::Unknown)?)
    }

    /// Changes a comment.
    pub async fn update_comment(
        &self,
        id: u64,
        change: &CommentChange,
    ) -> Result<Arc<Comment>, StoreError> {
        self.commit(&[], |moment| {
            let current = moment.model.comment(id).ok_or(Refusal::Unknown)?;
            let comment = updated(moment, &current, change)?;
            let mut plan = Plan::default();
            if comment == *current {
                return Ok((plan, ()));
            }
            // A thread of notes goes to the trash as a whole.
            if comment.is_note() && comment.status == CommentStatus::Trash {
                for answer in moment.model.answers_to(&comment).take(BATCH) {
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

    /// Deletes a comment for good and answers what it was. Answers to it become answers to what it
    /// answered.
    pub async fn delete_comment(&self, id: u64) -> Result<Arc<Comment>, StoreError> {
        self.commit(&[], |moment| {
            let current = moment.model.comment(id).ok_or(Refusal::Unknown)?;
            let mut plan = Plan::default();
            plan.delete(keys::comment(self.tenant(), id));
            plan.change(Change::CommentGone {
                id,
                heir: current.parent,
            });
            Ok((plan, current))
        })
        .await
    }

    /// Removes the records of comments whose item is gone; the model has forgotten them with it. A
    /// record that stays behind costs space only.
    pub(crate) async fn remove_comment_records(&self, ids: &[u64]) {
        for batch in ids.chunks(BATCH) {
            let writes = batch.iter().map(|id| {
                items::Write::Delete(keys::comment(self.tenant(), *id), items::Condition::Any)
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

fn created(moment: &Moment<'_>, new: &NewComment) -> Result<Comment, StoreError> {
    let model = moment.model;
    if model.summary(new.post)?.is_none() {
        return Err(Refusal::InvalidParent.into());
    }
    if !new.is_note && model.is_repeated(new) {
        return Err(Refusal::RepeatedComment.into());
    }
    if !new.is_note && !new.is_unhurried && model.is_hurried(new, moment.now) {
        return Err(Refusal::HurriedComment.into());
    }
    let approved = new.is_note
        || new.is_trusted
        || (links(&new.content) < MOST_LINKS && model.is_known_writer(new));
    let date_gmt = new.date.unwrap_or(moment.now);
    let mut comment = Comment {
        id: model.next_comment(),
        post: new.post,
        parent: new.parent,
        author: new.author,
        author_name: new.author_name.clone(),
        author_email: new.author_email.clone(),
        author_url: new.author_url.clone(),
        author_ip: new.author_ip.clone(),
        author_user_agent: new.author_user_agent.clone(),
        date: ItemDate::exact(date_gmt, &moment.zone)?.local,
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
    if let Some(step) = new.status {
        comment.step(step);
    }
    Ok(comment)
}

fn links(text: &str) -> usize {
    text.matches("href=").count()
}

fn updated(
    moment: &Moment<'_>,
    current: &Comment,
    change: &CommentChange,
) -> Result<Comment, StoreError> {
    let mut comment = current.clone();
    let take = |to: &mut String, from: &Option<String>| {
        if let Some(text) = from {
            text.clone_into(to);
        }
    };
    take(&mut comment.author_name, &change.author_name);
    take(&mut comment.author_email, &change.author_email);
    take(&mut comment.author_url, &change.author_url);
    take(&mut comment.author_ip, &change.author_ip);
    take(&mut comment.author_user_agent, &change.author_user_agent);
    take(&mut comment.content, &change.content);
    if let Some(post) = change.post {
        if moment.model.summary(post)?.is_none() {
            return Err(Refusal::InvalidParent.into());
        }
        comment.post = post;
    }
    comment.meta = merged(comment.meta, &change.meta);
    comment.parent = change.parent.unwrap_or(comment.parent);
    comment.author = change.author.unwrap_or(comment.author);
    if let Some(date) = change.date {
        comment.date_gmt = date;
        comment.date = ItemDate::exact(date, &moment.zone)?.local;
    }
    if let Some(step) = change.status {
        comment.step(step);
    }
    Ok(comment)
}
