//! New comments, and what moderators decide about them.

use std::sync::Arc;

use jiff::SignedDuration;
use site_store::{Comment, CommentFilter, CommentStatus, NewComment, StoreError};
use spam_classifier::{Label, Submission, fingerprint};
use spam_filter::{Decision, History, Hold, Judgement, Subject};
use spam_service::Checked;

use crate::check::{CommentCheck, Task, host};
use crate::filter::SiteFilter;

/// Comments of the last day that are compared with a new one.
const MOST_COMPARED: usize = 200;
/// Time in which repetitions count.
const REPETITION: SignedDuration = SignedDuration::from_hours(24);

/// What is known about a new comment besides its members.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// Address of the page that it belongs to.
    pub permalink: String,
    /// `Referer` of the request.
    pub referrer: String,
    /// Roles of a signed-in author, separated by commas.
    pub user_role: String,
    /// Whether the author may moderate comments.
    pub is_moderator: bool,
}

/// A judged comment that is about to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    judgement: Judgement,
    checked: Checked,
    is_moderator: bool,
}

impl Judged {
    /// The state that the filter gives; `None` leaves it to the moderation rules. A moderator's own comment is not held
    /// because the service fails.
    pub fn status(&self) -> Option<CommentStatus> {
        match (self.judgement.decision, self.judgement.hold) {
            (Decision::Pass, _) => None,
            (Decision::Hold, Some(Hold::Failure(_))) if self.is_moderator => None,
            (Decision::Hold, _) => Some(CommentStatus::Hold),
            (Decision::Spam { .. }, _) => Some(CommentStatus::Spam),
        }
    }
}

impl SiteFilter {
    /// What the service is told about a text of this kind, without the text and its author.
    pub(crate) fn told(&self, kind: &str) -> Checked {
        Checked {
            blog: self.blog.clone(),
            blog_lang: self.store.settings().language.to_lowercase(),
            blog_charset: "UTF-8".to_owned(),
            comment_type: kind.to_owned(),
            ..Checked::default()
        }
    }

    /// Language of the site, without its region.
    pub(crate) fn language(&self) -> String {
        let language = &self.store.settings().language;
        let language = language.split(['_', '-']).next();
        language.unwrap_or_default().to_owned()
    }

    /// Creates a comment in the state that filter and moderation rules give it. Notes of editors do not pass the filter. A
    /// repeated comment, and one that comes too fast, is refused before the service is asked. The comment stands whether or
    /// not its judgement can be stored.
    ///
    /// # Errors
    /// The comment is refused, or the store failed.
    pub async fn create_comment(
        &self,
        mut new: NewComment,
        circumstances: &Circumstances,
    ) -> Result<Arc<Comment>, StoreError> {
        self.store.check_new_comment(&new)?;
        if new.is_note {
            return self.store.create_comment(&new).await;
        }
        let judged = self.judge_comment(&new, circumstances).await?;
        new.filtered = judged.status();
        let created = self.store.create_comment(&new).await?;
        if let Err(error) = self.keep(created.id, judged, new.status.is_some()).await {
            tracing::error!(target: "spam_filter", %error, comment = created.id, "the judgement of a comment was not stored");
        }
        Ok(created)
    }

    /// Judges a comment that is about to be stored.
    ///
    /// # Errors
    /// The store failed.
    pub async fn judge_comment(
        &self,
        new: &NewComment,
        circumstances: &Circumstances,
    ) -> Result<Judged, StoreError> {
        let written = new.date.unwrap_or_else(|| self.now());
        let checked = Checked {
            user_ip: new.author_ip.clone(),
            user_agent: new.author_user_agent.clone(),
            referrer: circumstances.referrer.clone(),
            permalink: circumstances.permalink.clone(),
            comment_author: new.author_name.clone(),
            comment_author_email: new.author_email.clone(),
            comment_author_url: new.author_url.clone(),
            comment_content: new.content.clone(),
            comment_date_gmt: written.to_string(),
            comment_post_id: new.post.to_string(),
            comment_parent: number(new.parent),
            user_role: circumstances.user_role.clone(),
            ..self.told("comment")
        };
        let language = self.language();
        let languages = [language.as_str()];
        let subject = Subject {
            submission: Submission {
                text: &new.content,
                author: &new.author_name,
                email: &new.author_email,
                author_url: &new.author_url,
                address: &new.author_ip,
                user_agent: &new.author_user_agent,
                repetitions: self.repetitions(&new.content),
                own_host: host(&self.blog),
                languages: &languages,
                ..Submission::default()
            },
            checked: checked.clone(),
            trusted: circumstances.is_moderator,
        };
        Ok(Judged {
            judgement: self.judge(&subject).await?,
            checked,
            is_moderator: circumstances.is_moderator,
        })
    }

    /// Number of comments of the last day with the same text, apart from details.
    fn repetitions(&self, content: &str) -> u32 {
        let Some(own) = fingerprint(content) else {
            return 0;
        };
        let since = self.store.zone().to_datetime(self.now() - REPETITION);
        let all = [
            CommentStatus::Approved,
            CommentStatus::Hold,
            CommentStatus::Spam,
            CommentStatus::Trash,
        ];
        let listed = self.store.comments(&CommentFilter {
            after: Some(since),
            status: all.to_vec(),
            limit: Some(MOST_COMPARED),
            ..CommentFilter::default()
        });
        let same = listed
            .items
            .iter()
            .filter(|one| fingerprint(&one.content) == Some(own));
        u32::try_from(same.count()).unwrap_or(u32::MAX)
    }

    /// Stores the judgement of a comment that was created with [`Judged::status`]. `by_person` says that a moderator
    /// set the comment's state.
    ///
    /// # Errors
    /// The store failed.
    pub async fn keep(
        &self,
        comment: u64,
        judged: Judged,
        by_person: bool,
    ) -> Result<(), StoreError> {
        let now = self.now();
        let Judged {
            judgement, checked, ..
        } = judged;
        let recheck = judgement.recheck_in.filter(|_| !by_person);
        let wait = recheck.and_then(|wait| SignedDuration::try_from(wait).ok());
        let mut check = CommentCheck {
            checked,
            guid: judgement.guid,
            by_filter: !by_person,
            task: wait.map(|wait| Task::Recheck {
                failed: 1,
                at: now + wait,
            }),
            ..self.blank(comment)
        };
        check.note(now, judgement.history);
        self.change_check(comment, |_| Some(check.clone())).await?;
        Ok(())
    }

    fn blank(&self, comment: u64) -> CommentCheck {
        CommentCheck {
            tenant: self.store.tenant().to_string(),
            comment,
            checked: Checked::default(),
            guid: None,
            history: Vec::new(),
            learned: None,
            by_filter: false,
            task: None,
        }
    }

    /// What is told about a comment that the filter did not check when it was new, such as an imported one.
    fn unchecked(&self, comment: &Comment) -> CommentCheck {
        CommentCheck {
            checked: Checked {
                user_ip: comment.author_ip.clone(),
                user_agent: comment.author_user_agent.clone(),
                comment_author: comment.author_name.clone(),
                comment_author_email: comment.author_email.clone(),
                comment_author_url: comment.author_url.clone(),
                comment_content: comment.content.clone(),
                comment_date_gmt: comment.date_gmt.to_string(),
                comment_post_id: comment.post.to_string(),
                comment_parent: number(comment.parent),
                ..self.told("comment")
            },
            ..self.blank(comment.id)
        }
    }

    /// Notes that a person changed a comment's state. From the decisions of moderators (`may_teach`) the weights learn;
    /// with a key, the service is told about corrections by a due task.
    ///
    /// # Errors
    /// The store failed.
    pub async fn moderated(
        &self,
        before: CommentStatus,
        comment: &Comment,
        may_teach: bool,
    ) -> Result<(), StoreError> {
        if before == comment.status || comment.is_note() {
            return Ok(());
        }
        let decision = decision(before, comment.status).filter(|_| may_teach);
        let stored = self.check_of(comment.id).await?;
        let present = stored.unwrap_or_else(|| self.unchecked(comment));
        if let Some((label, _)) = decision {
            self.learn(&present.submission(), label, present.learned)
                .await?;
        }
        let reports = match decision {
            Some((_, true)) => self.key().await?.is_some(),
            _ => false,
        };
        let now = self.now();
        self.change_check(comment.id, |stored| {
            let mut check = stored.unwrap_or(&present).clone();
            check.by_filter = false;
            // What a person decided is not checked again.
            if matches!(check.task, Some(Task::Recheck { .. })) {
                check.task = None;
            }
            let Some((label, is_correction)) = decision else {
                return Some(check);
            };
            check.learned = Some(label);
            if is_correction {
                check.note(now, reported(label));
            }
            if reports {
                let failed = 0;
                check.task = Some(Task::Report {
                    label,
                    failed,
                    at: now,
                });
            }
            Some(check)
        })
        .await?;
        Ok(())
    }
}

/// What a change of state says about a text, and whether it corrects the filter.
const fn decision(before: CommentStatus, after: CommentStatus) -> Option<(Label, bool)> {
    match (before, after) {
        (CommentStatus::Approved | CommentStatus::Hold, CommentStatus::Spam) => {
            Some((Label::Spam, true))
        }
        (CommentStatus::Spam, CommentStatus::Approved | CommentStatus::Hold) => {
            Some((Label::Ham, true))
        }
        (CommentStatus::Hold, CommentStatus::Approved) => Some((Label::Ham, false)),
        _ => None,
    }
}

const fn reported(label: Label) -> History {
    match label {
        Label::Spam => History::ReportSpam,
        Label::Ham => History::ReportHam,
    }
}

/// A number, empty for none.
fn number(id: u64) -> String {
    match id {
        0 => String::new(),
        id => id.to_string(),
    }
}
