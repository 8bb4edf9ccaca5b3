//! Composes mails from records. Pure: every input is a parameter.

use domain::platform::approval::{Approval, ApprovalStatus};
use domain::platform::media::Media;
use domain::platform::post::{Post, PostStatus};
use domain::platform::publication::{Job, JobKind};
use domain::platform::requirements;
use domain::platform::site_record::Site;
use domain::platform::user::User;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use mailer::mails::{
    Answer, ApprovalRequest, ChangesHeld, ClientDecision, FollowUp, Goal, Picture, PostPublished,
    PublicationParked,
};
use mailer::wording;
use ports::Blob;
use url::Url;

use crate::advice;

/// Words of the body that replace a missing excerpt.
const LEAD_WORDS: usize = 60;

/// The facts of an approval request.
pub struct Request<'a> {
    /// The post.
    pub post: &'a Post,
    /// The client's site.
    pub site: &'a Site,
    /// The author's name.
    pub author: String,
    /// The post's HTML.
    pub body: &'a str,
    /// Its picture, as a mail can carry it.
    pub picture: Option<(&'a Media, Blob)>,
    /// The client's page.
    pub page: Url,
    /// The present instant.
    pub now: Timestamp,
}

/// The mail that asks for approval.
pub fn approval_request(facts: Request<'_>, zone: &TimeZone) -> ApprovalRequest {
    let Request {
        post,
        site,
        author,
        body,
        picture,
        page,
        now,
    } = facts;
    let lead = match post.fields.excerpt.trim() {
        "" => {
            let excerpt = markup::text::excerpt(body, LEAD_WORDS);
            if excerpt.cut {
                format!("{}…", excerpt.text)
            } else {
                excerpt.text
            }
        }
        excerpt => excerpt.to_owned(),
    };
    ApprovalRequest {
        site: site.name.clone(),
        author,
        title: post.fields.title.clone(),
        lead,
        picture: picture.map(|(media, blob)| Picture {
            mime_type: blob.content_type,
            bytes: blob.bytes,
            alt: media.texts.alt_text.clone(),
        }),
        scheduled: post
            .scheduled_at
            .filter(|&at| at > now)
            .map(|at| wording::moment(at, zone)),
        page,
    }
}

/// The mail to `recipient` about the client's answer; none while the round is open or when it was superseded.
/// `under_way` is whether the answer started a publication.
pub fn client_decision(
    approval: &Approval,
    post: &Post,
    site: &Site,
    recipient: &User,
    under_way: bool,
    zone: &TimeZone,
) -> Option<ClientDecision> {
    let answered = approval.closed_at?;
    let (answer, follow_up) = match approval.status {
        ApprovalStatus::Approved => (
            Answer::Approved,
            after_approval(post, answered, under_way, zone),
        ),
        ApprovalStatus::Adjustments => (Answer::Adjustments, FollowUp::Revise),
        ApprovalStatus::Rejected if post.status == PostStatus::Draft => {
            (Answer::Rejected, FollowUp::StaysDraft)
        }
        ApprovalStatus::Rejected => (Answer::Rejected, FollowUp::Revise),
        ApprovalStatus::Pending | ApprovalStatus::Superseded => return None,
    };
    Some(ClientDecision {
        recipient: recipient.name.clone(),
        author_gone: recipient.id != post.user_id,
        site: site.name.clone(),
        title: post.fields.title.clone(),
        answer,
        comment: approval.comment.clone(),
        answered_at: wording::moment(answered, zone),
        follow_up,
    })
}

fn after_approval(post: &Post, answered: Timestamp, under_way: bool, zone: &TimeZone) -> FollowUp {
    if post.status == PostStatus::Published {
        return FollowUp::Online;
    }
    match (under_way, post.scheduled_at) {
        (true, Some(at)) if at > answered => FollowUp::Scheduled(wording::moment(at, zone)),
        (true, _) => FollowUp::Publishing,
        (false, _) => {
            let mut reasons: Vec<_> = requirements::unmet(post)
                .into_iter()
                .map(|issue| issue.message)
                .collect();
            if reasons.is_empty() {
                reasons.push("Confira o post e publique quando estiver tudo certo.".to_owned());
            }
            FollowUp::NeedsAttention(reasons)
        }
    }
}

/// The mail to `recipient` about a parked job.
pub fn publication_parked(
    job: &Job,
    post: &Post,
    site: &Site,
    recipient: &User,
) -> PublicationParked {
    let goal = match job.kind {
        JobKind::Publish | JobKind::Settle => Goal::Publish,
        JobKind::Schedule { .. } => Goal::Schedule,
        JobKind::Unschedule => Goal::CancelSchedule,
    };
    PublicationParked {
        recipient: recipient.name.clone(),
        author_gone: recipient.id != post.user_id,
        site: site.name.clone(),
        title: post.fields.title.clone(),
        goal,
        attempts: job.attempts,
        host_words: job.error().map(str::to_owned),
        advice: advice::after(job).to_owned(),
    }
}

/// The mail to `person` about a post that goes online at `at` without the changes made after the client's
/// approval.
pub fn changes_held(
    post: &Post,
    site: &Site,
    person: &User,
    at: Timestamp,
    zone: &TimeZone,
) -> ChangesHeld {
    ChangesHeld {
        person: person.name.clone(),
        site: site.name.clone(),
        title: post.fields.title.clone(),
        moment: wording::moment(at, zone),
    }
}

/// The mail to the client about a published post; none if the post's address is unknown.
pub fn post_published(post: &Post, site: &Site) -> Option<PostPublished> {
    Some(PostPublished {
        site: site.name.clone(),
        title: post.fields.title.clone(),
        link: post.host_post_url.as_deref()?.parse().ok()?,
    })
}
