//! Composes mails from records. Pure: every input is a parameter.

use domain::platform::approval::{Approval, ApprovalStatus};
use domain::platform::id::UserId;
use domain::platform::media::Media;
use domain::platform::notification::{DeliveryChannel, Notification, NotificationState};
use domain::platform::phone::Phone;
use domain::platform::post::{Post, PostStatus};
use domain::platform::publication::{Job, JobKind};
use domain::platform::requirements;
use domain::platform::site_record::Site;
use domain::platform::user::User;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use mailer::mails::{
    Answer, ApprovalRequest, ChangesHeld, ClientDecision, ClientMessageKind, ClientNotReached,
    FollowUp, Goal, Picture, PostPublished, PublicationParked, RecipientRole,
};
use mailer::{Revision, Writer, wording};
use ports::{Blob, ClientMessage, MessagePicture, MessagePurpose};
use url::Url;

use crate::advice;

/// Words of the body that replace a missing excerpt.
const LEAD_WORDS: usize = 60;
/// Longest lead in a message, in characters.
const MESSAGE_LEAD: usize = 320;

/// The facts of an approval request.
pub struct Request<'a> {
    /// The post.
    pub post: &'a Post,
    /// The client's site.
    pub site: &'a Site,
    /// The author.
    pub author: Writer,
    /// The post's HTML.
    pub body: &'a str,
    /// Its picture, in a form for the channel.
    pub picture: Option<(&'a Media, Blob)>,
    /// The client's page.
    pub page: Url,
    /// The client's last answer and what changed since, when this is a new version.
    pub revision: Option<Revision>,
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
        revision,
        now,
    } = facts;
    ApprovalRequest {
        revision,
        site: site.name.clone(),
        author,
        title: post.fields.title.clone(),
        lead: lead(post, body),
        picture: picture.map(|(media, blob)| Picture {
            mime_type: blob.content_type,
            bytes: blob.bytes,
            alt: media.texts.alt_text.clone(),
        }),
        scheduled: scheduled(post, now, zone),
        page,
    }
}

/// The excerpt, or the beginning of the body.
fn lead(post: &Post, body: &str) -> String {
    match post.fields.excerpt.trim() {
        "" => {
            let excerpt = markup::text::excerpt(body, LEAD_WORDS);
            if excerpt.cut {
                format!("{}…", excerpt.text)
            } else {
                excerpt.text
            }
        }
        excerpt => excerpt.to_owned(),
    }
}

fn scheduled(post: &Post, now: Timestamp, zone: &TimeZone) -> Option<String> {
    let at = post.scheduled_at.filter(|&at| at > now)?;
    Some(wording::moment(at, zone))
}

/// The message that asks `to` for approval.
pub fn approval_message(facts: Request<'_>, to: Phone, zone: &TimeZone) -> ClientMessage {
    let Request {
        post,
        site,
        author,
        body,
        picture,
        page,
        revision,
        now,
    } = facts;
    let version = if revision.is_some() {
        "uma nova versão deste post"
    } else {
        "este post"
    };
    let (author, name) = (author.at_start(), wording::single_line(&site.name));
    let mut parts = vec![
        format!("{author} preparou {version} para {name} e pede a sua aprovação."),
        wording::shortened(&lead(post, body), MESSAGE_LEAD),
    ];
    parts.extend(scheduled(post, now, zone).map(|at| format!("Publicação prevista para {at}.")));
    parts.push("Leia o post e responda por esta página:".to_owned());
    parts.retain(|part| !part.is_empty());
    ClientMessage {
        to,
        purpose: MessagePurpose::ApprovalRequest,
        site: site.name.clone(),
        title: post.fields.title.clone(),
        text: parts.join("\n\n"),
        link: page,
        picture: picture.map(|(_, blob)| in_message(blob)),
    }
}

/// The message to `to` about a published post; none if the post's address is unknown.
pub fn published_message(
    post: &Post,
    site: &Site,
    picture: Option<Blob>,
    to: Phone,
) -> Option<ClientMessage> {
    let name = wording::single_line(&site.name);
    Some(ClientMessage {
        to,
        purpose: MessagePurpose::PostPublished,
        site: site.name.clone(),
        title: post.fields.title.clone(),
        text: format!("O post já está no ar no site {name}:"),
        link: web_address(post)?,
        picture: picture.map(in_message),
    })
}

fn in_message(blob: Blob) -> MessagePicture {
    MessagePicture {
        mime_type: blob.content_type,
        bytes: blob.bytes,
    }
}

/// The mail to `recipient` about a message to the client that did not arrive for sure. `failed` is its
/// notification, and `other` that of the other channel.
pub fn client_not_reached(
    failed: &Notification,
    channel: DeliveryChannel,
    other: Option<(DeliveryChannel, Notification)>,
    kind: ClientMessageKind,
    told: &Told<'_>,
) -> ClientNotReached {
    let sent = other.filter(|(_, it)| it.state == NotificationState::Sent);
    ClientNotReached {
        recipient: told.recipient.name.clone(),
        role: told.role(),
        site: told.site.name.clone(),
        title: told.post.fields.title.clone(),
        kind,
        channel: name_of(channel).to_owned(),
        uncertain: failed.state == NotificationState::SentUncertain,
        words: failed.error.clone(),
        sent_by: sent.map(|(channel, _)| name_of(channel).to_owned()),
        page: told.page.clone(),
    }
}

const fn name_of(channel: DeliveryChannel) -> &'static str {
    match channel {
        DeliveryChannel::Email => "e-mail",
        DeliveryChannel::Whatsapp => "WhatsApp",
    }
}

/// A user who is told that an action failed, and what it was about.
pub struct Told<'a> {
    /// The user.
    pub recipient: &'a User,
    /// The user who started the action.
    pub requester: Option<UserId>,
    /// The post.
    pub post: &'a Post,
    /// The client's site.
    pub site: &'a Site,
    /// The panel's page of the post.
    pub page: Url,
}

impl Told<'_> {
    fn role(&self) -> RecipientRole {
        if self.recipient.id == self.post.user_id {
            RecipientRole::Author
        } else if self.requester == Some(self.recipient.id) {
            RecipientRole::Requester
        } else {
            RecipientRole::StandIn
        }
    }
}

/// The mail to `recipient` about the client's answer; none while the round is open or when it was superseded.
/// `under_way` is whether the answer started a publication.
pub fn client_decision(
    approval: &Approval,
    told: &Told<'_>,
    under_way: bool,
    zone: &TimeZone,
) -> Option<ClientDecision> {
    let answered = approval.closed_at?;
    let (post, recipient) = (told.post, told.recipient);
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
        role: if recipient.id == post.user_id {
            RecipientRole::Author
        } else {
            RecipientRole::StandIn
        },
        site: told.site.name.clone(),
        title: post.fields.title.clone(),
        answer,
        comment: approval.comment.clone(),
        answered_at: wording::moment(answered, zone),
        follow_up,
        page: told.page.clone(),
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
                reasons.push("Confira o conteúdo e publique quando estiver tudo certo.".to_owned());
            }
            FollowUp::NeedsAttention(reasons)
        }
    }
}

/// The mail about a parked job.
pub fn publication_parked(job: &Job, told: &Told<'_>) -> PublicationParked {
    let goal = match job.kind {
        JobKind::Publish | JobKind::Settle => Goal::Publish,
        JobKind::Schedule { .. } => Goal::Schedule,
        JobKind::Unschedule => Goal::CancelSchedule,
    };
    PublicationParked {
        recipient: told.recipient.name.clone(),
        role: told.role(),
        site: told.site.name.clone(),
        title: told.post.fields.title.clone(),
        goal,
        attempts: job.attempts,
        host_words: job.error().map(str::to_owned),
        advice: advice::after(job).to_owned(),
        page: told.page.clone(),
    }
}

/// The mail about a post that goes online at `at` without the changes made after the client's
/// approval.
pub fn changes_held(told: &Told<'_>, at: Timestamp, zone: &TimeZone) -> ChangesHeld {
    ChangesHeld {
        person: told.recipient.name.clone(),
        site: told.site.name.clone(),
        title: told.post.fields.title.clone(),
        moment: wording::moment(at, zone),
        page: told.page.clone(),
    }
}

/// The mail to the client about a published post; none if the post's address is unknown.
pub fn post_published(post: &Post, site: &Site) -> Option<PostPublished> {
    Some(PostPublished {
        site: site.name.clone(),
        title: post.fields.title.clone(),
        link: web_address(post)?,
    })
}

fn web_address(post: &Post) -> Option<Url> {
    post.host_post_url.as_deref()?.parse().ok()
}
