//! Renders the message of a notification from the records as they are when it is sent.

use domain::platform::approval::{Approval, ApprovalStatus};
use domain::platform::client_notice::ClientNotice;
use domain::platform::id::UserId;
use domain::platform::notification::{Notification, NotificationKind};
use domain::platform::post::{Post, PostStatus};
use domain::platform::publication::{Job, JobState};
use domain::platform::site_record::Site;
use domain::platform::user::User;
use items::ItemsError;
use jiff::Timestamp;
use mailer::links::approval_page;
use mailer::mails::{Recipient, RenderError};
use platform_store::approval_token;
use ports::MailMessage;

use crate::recipients::{self, Recipients};
use crate::{Ports, compose, picture};

/// The rendered message of a notification.
pub enum Message {
    /// A mail to send.
    Mail(Box<MailMessage>),
    /// One notification for each of these people takes its place.
    PerPerson(Vec<UserId>),
    /// Nothing is sent, for this reason.
    Dropped(&'static str),
    /// It cannot be rendered: a defect of the code or of a record.
    Defect(String),
}

impl Message {
    fn to_each(people: Vec<UserId>) -> Self {
        if people.is_empty() {
            Self::Defect("no person of the agency is active".to_owned())
        } else {
            Self::PerPerson(people)
        }
    }
}

impl From<Result<MailMessage, RenderError>> for Message {
    fn from(rendered: Result<MailMessage, RenderError>) -> Self {
        match rendered {
            Ok(message) => Self::Mail(Box::new(message)),
            Err(error) => Self::Defect(error.to_string()),
        }
    }
}

/// Renders the message of `notification`.
///
/// # Errors
/// The store failed.
pub async fn render(ports: &Ports, notification: &Notification) -> Result<Message, ItemsError> {
    let Some(post) = ports.store.post(notification.kind.post_id()).await? else {
        return Ok(Message::Dropped("the post is gone"));
    };
    let Some(site) = ports.store.site(post.site_id).await? else {
        return Ok(Message::Dropped("the site is gone"));
    };
    // The second part distinguishes the Message-IDs of two installations with the same sender.
    let id = format!(
        "{}.{}",
        notification.id,
        notification.created_at.as_second()
    );
    match notification.kind {
        NotificationKind::ApprovalRequest { post_id, round } => {
            match ports.store.approval_round(post_id, round).await? {
                Some(approval) => approval_request(ports, &approval, &post, &site, id).await,
                None => Ok(Message::Dropped("the round is gone")),
            }
        }
        NotificationKind::ClientDecision {
            post_id,
            round,
            under_way,
        } => {
            let Some(approval) = ports.store.approval_round(post_id, round).await? else {
                return Ok(Message::Dropped("the round is gone"));
            };
            let requester = Some(approval.requested_by);
            match recipients::find(ports, notification, &post, &site, requester).await? {
                Recipients::Each(people) => Ok(Message::to_each(people)),
                Recipients::One(person) => {
                    let zone = &ports.zone;
                    let mail =
                        compose::client_decision(&approval, &post, &site, &person, under_way, zone);
                    Ok(
                        mail.map_or(Message::Dropped("the round was not answered"), |mail| {
                            mail.message(to(&person), id).into()
                        }),
                    )
                }
            }
        }
        NotificationKind::PublicationParked { job_id, run, .. } => {
            let Some(job) = ports.store.job(job_id).await? else {
                return Ok(Message::Dropped("the job is gone"));
            };
            if job.state != JobState::Parked || job.runs != run {
                return Ok(Message::Dropped("the job is no longer parked"));
            }
            match recipients::find(ports, notification, &post, &site, job.requested_by).await? {
                Recipients::Each(people) => Ok(Message::to_each(people)),
                Recipients::One(person) => Ok(parked(&job, &post, &site, &person, id)),
            }
        }
        NotificationKind::PostPublished { .. } => Ok(published(&post, &site, id)),
        NotificationKind::ChangesHeld { at, user_id, .. } => {
            changes_held(ports, &post, &site, at, user_id, id).await
        }
    }
}

async fn approval_request(
    ports: &Ports,
    approval: &Approval,
    post: &Post,
    site: &Site,
    id: String,
) -> Result<Message, ItemsError> {
    if approval.status != ApprovalStatus::Pending {
        return Ok(Message::Dropped("the round is closed"));
    }
    if post.is_deleted() {
        return Ok(Message::Dropped("the post is deleted"));
    }
    let Some(contact) = approval
        .contacts
        .iter()
        .find(|contact| contact.contains('@'))
    else {
        return Ok(Message::Dropped("the round has no e-mail address"));
    };
    let version = ports.store.post_version(post.id, post.version).await?;
    let body = version.map(|version| version.body).unwrap_or_default();
    let author = match ports.store.user(post.user_id).await? {
        Some(user) => user.name,
        None => "Nossa equipe".to_owned(),
    };
    let media = match post.featured_media_id {
        Some(media) => ports.store.media(media).await?,
        None => None,
    };
    let picture = match &media {
        Some(media) => picture::for_mail(&*ports.blobs, media)
            .await?
            .map(|blob| (media, blob)),
        None => None,
    };
    let Some(token) = approval_token(&ports.keyring, approval) else {
        return Ok(Message::Defect(
            "the round's token cannot be opened".to_owned(),
        ));
    };
    let page = approval_page(&ports.app_url, &token.to_string());
    let facts = compose::Request {
        post,
        site,
        author,
        body: &body,
        picture,
        page,
        now: ports.clock.now_seconds(),
    };
    let mail = compose::approval_request(facts, &ports.zone);
    Ok(mail.message(Recipient::address(contact), id).into())
}

fn parked(job: &Job, post: &Post, site: &Site, person: &User, id: String) -> Message {
    compose::publication_parked(job, post, site, person)
        .message(to(person), id)
        .into()
}

async fn changes_held(
    ports: &Ports,
    post: &Post,
    site: &Site,
    at: Timestamp,
    user_id: UserId,
    id: String,
) -> Result<Message, ItemsError> {
    let held = post.status == PostStatus::Scheduled
        && post.scheduled_at == Some(at)
        && post.changes_await_approval();
    if !held || post.is_deleted() {
        return Ok(Message::Dropped("no changes wait for the client any more"));
    }
    let user = ports.store.user(user_id).await?;
    let Some(person) = user.filter(|user| user.active) else {
        return Ok(Message::Dropped("the person is gone"));
    };
    let mail = compose::changes_held(post, site, &person, at, &ports.zone);
    Ok(mail.message(to(&person), id).into())
}

fn published(post: &Post, site: &Site, id: String) -> Message {
    // The site's settings may have changed since the publication.
    let contact = site.email.as_deref().map(str::trim);
    let Some(contact) = contact.filter(|_| ClientNotice::of(site).by_mail()) else {
        return Message::Dropped("the site does not notify its client by e-mail");
    };
    match compose::post_published(post, site) {
        Some(mail) => mail.message(Recipient::address(contact), id).into(),
        None => Message::Defect("the published post has no readable address".to_owned()),
    }
}

fn to(user: &User) -> Recipient {
    Recipient::named(&user.email, &user.name)
}
