//! Renders the message of a notification from the records as they are when it is sent.

use domain::platform::approval::{Approval, ApprovalStatus};
use domain::platform::client_notice::ClientNotice;
use domain::platform::id::{JobId, UserId};
use domain::platform::notification::{DeliveryChannel, Notification, NotificationKind};
use domain::platform::phone::Phone;
use domain::platform::post::{Post, PostStatus, PostVersion};
use domain::platform::publication::JobState;
use domain::platform::site_record::Site;
use domain::platform::user::User;
use items::ItemsError;
use jiff::Timestamp;
use mailer::links::{approval_page, post_page};
use mailer::mails::{ClientMessageKind, Recipient, RenderError};
use mailer::{Revision, Writer};
use platform_store::{NotificationSubject, approval_token};
use ports::{Blob, ClientMessage, MailMessage};

use crate::compose::Told;
use crate::picture::Limits;
use crate::recipients::{self, Recipients};
use crate::{Ports, compose, picture};

/// Reason that a stored number cannot be called; sites written by earlier releases may have such numbers.
const BAD_NUMBER: &str = "O número de WhatsApp do cliente, no cadastro do site, não é válido.";

const CLOSED: &str = "O pedido de aprovação não está mais aberto.";
const NO_LINK: &str = "O link da página do cliente não pôde ser lido. Peça a aprovação de novo.";
const NO_ADDRESS: &str = "O endereço do conteúdo publicado não é conhecido.";
const NOT_RENDERED: &str = "A mensagem não pôde ser montada.";

/// The rendered message of a notification. Reasons and errors are in Portuguese: people of the agency read them where the
/// delivery is shown.
pub enum Message {
    /// A mail to send.
    Mail(Box<MailMessage>),
    /// A message to send over the messaging channel.
    Text(Box<ClientMessage>),
    /// One notification for each of these people takes its place.
    PerPerson(Vec<UserId>),
    /// Nothing is sent, for this reason.
    Dropped(&'static str),
    /// It cannot be sent as the records are, or cannot be rendered: a defect of the code or of a record.
    Defect(String),
}

impl Message {
    fn to_each(people: Vec<UserId>) -> Self {
        if people.is_empty() {
            Self::Defect("Nenhuma pessoa da equipe está ativa.".to_owned())
        } else {
            Self::PerPerson(people)
        }
    }
}

impl From<Result<MailMessage, RenderError>> for Message {
    fn from(rendered: Result<MailMessage, RenderError>) -> Self {
        match rendered {
            Ok(message) => Self::Mail(Box::new(message)),
            Err(error) => {
                tracing::error!(target: "notification", %error, "a mail was not rendered");
                Self::Defect(NOT_RENDERED.to_owned())
            }
        }
    }
}

/// A notification about a post that is rendered.
struct Rendering<'a> {
    ports: &'a Ports,
    notification: &'a Notification,
    post: Post,
    site: Site,
    /// Identifier of the mail.
    id: String,
}

/// Renders the message of `notification`.
///
/// # Errors
/// The store failed.
pub async fn render(ports: &Ports, notification: &Notification) -> Result<Message, ItemsError> {
    let Some(post) = ports.store.post(notification.kind.post_id()).await? else {
        return Ok(Message::Dropped("O conteúdo não existe mais."));
    };
    let Some(site) = ports.store.site(post.site_id).await? else {
        return Ok(Message::Dropped("O site não existe mais."));
    };
    // The second part distinguishes the Message-IDs of two installations with the same sender.
    let id = format!(
        "{}.{}",
        notification.id,
        notification.created_at.as_second()
    );
    let rendering = Rendering {
        ports,
        notification,
        post,
        site,
        id,
    };
    rendering.message().await
}

impl Rendering<'_> {
    async fn message(self) -> Result<Message, ItemsError> {
        match self.notification.kind {
            NotificationKind::ApprovalRequest { round, .. } => {
                self.approval_request(round, DeliveryChannel::Email).await
            }
            NotificationKind::ApprovalMessage { round, .. } => {
                self.approval_request(round, DeliveryChannel::Whatsapp)
                    .await
            }
            NotificationKind::ClientDecision {
                round, under_way, ..
            } => self.decision(round, under_way).await,
            NotificationKind::PublicationParked { job_id, run, .. } => {
                self.parked(job_id, run).await
            }
            NotificationKind::PostPublished { .. } => Ok(self.published_mail().await),
            NotificationKind::PublishedMessage { .. } => self.published_message().await,
            NotificationKind::RequestUndelivered { round, channel, .. } => {
                self.request_undelivered(round, channel).await
            }
            NotificationKind::NoticeUndelivered {
                job_id, channel, ..
            } => self.notice_undelivered(job_id, channel).await,
            NotificationKind::ChangesHeld { at, user_id, .. } => {
                self.changes_held(at, user_id).await
            }
        }
    }

    async fn round(&self, round: u32) -> Result<Option<Approval>, ItemsError> {
        self.ports.store.approval_round(self.post.id, round).await
    }

    async fn recipients(
        &self,
        requester: Option<UserId>,
        subject: NotificationSubject,
    ) -> Result<Recipients, ItemsError> {
        let about = (&self.post, &self.site);
        recipients::find(self.ports, self.notification, about, requester, subject).await
    }

    fn told<'a>(&'a self, recipient: &'a User, requester: Option<UserId>) -> Told<'a> {
        Told {
            recipient,
            requester,
            post: &self.post,
            site: &self.site,
            page: post_page(&self.ports.app_url, self.post.id.0),
        }
    }

    async fn decision(self, round: u32, under_way: bool) -> Result<Message, ItemsError> {
        let Some(approval) = self.round(round).await? else {
            return Ok(Message::Dropped("O pedido de aprovação não existe mais."));
        };
        let requester = Some(approval.requested_by);
        match self
            .recipients(requester, NotificationSubject::Decision)
            .await?
        {
            Recipients::Each(people) => Ok(Message::to_each(people)),
            Recipients::One(person) => {
                let told = self.told(&person, requester);
                let zone = &self.ports.zone;
                let agency = self.ports.settings.agency().await;
                let mail = compose::client_decision(&approval, &told, under_way, zone);
                Ok(mail.map_or(
                    Message::Dropped("O pedido de aprovação não foi respondido."),
                    |mail| mail.message(agency.as_ref(), to(&person), self.id).into(),
                ))
            }
        }
    }

    async fn parked(self, job_id: JobId, run: u32) -> Result<Message, ItemsError> {
        let Some(job) = self.ports.store.job(job_id).await? else {
            return Ok(Message::Dropped("A publicação não existe mais."));
        };
        if job.state != JobState::Parked || job.runs != run {
            return Ok(Message::Dropped("A publicação não está mais parada."));
        }
        let requester = job.started_by();
        match self
            .recipients(requester, NotificationSubject::Attention)
            .await?
        {
            Recipients::Each(people) => Ok(Message::to_each(people)),
            Recipients::One(person) => {
                let agency = self.ports.settings.agency().await;
                let mail = compose::publication_parked(&job, &self.told(&person, requester));
                Ok(mail.message(agency.as_ref(), to(&person), self.id).into())
            }
        }
    }

    async fn approval_request(
        self,
        round: u32,
        channel: DeliveryChannel,
    ) -> Result<Message, ItemsError> {
        let (ports, post) = (self.ports, &self.post);
        let Some(approval) = self.round(round).await? else {
            return Ok(Message::Dropped("O pedido de aprovação não existe mais."));
        };
        if approval.status != ApprovalStatus::Pending {
            return Ok(Message::Dropped(CLOSED));
        }
        if post.is_deleted() {
            return Ok(Message::Dropped("O conteúdo está na lixeira."));
        }
        let (contact, limits) = match channel {
            DeliveryChannel::Email => (approval.email(), picture::MAIL),
            DeliveryChannel::Whatsapp => (approval.number(), picture::MESSAGE),
        };
        let Some(contact) = contact else {
            return Ok(Message::Dropped(
                "O pedido não tem contato do cliente neste canal.",
            ));
        };
        let Some(token) = approval_token(&ports.keyring, &approval) else {
            return Ok(Message::Defect(NO_LINK.to_owned()));
        };
        let version = ports.store.post_version(post.id, post.version).await?;
        let body = version.as_ref().map_or("", |version| version.body.as_str());
        let author = ports.store.user(post.user_id).await?;
        let author = Writer::new(author.as_ref().map(|user| user.name.as_str()));
        let media = match post.featured_media_id {
            Some(media) => ports.store.media(media).await?,
            None => None,
        };
        let picture = match &media {
            Some(media) => picture::within(&*ports.blobs, media, limits)
                .await?
                .map(|blob| (media, blob)),
            None => None,
        };
        let facts = compose::Request {
            post,
            site: &self.site,
            author,
            body,
            picture,
            page: approval_page(&ports.app_url, &token.to_string()),
            revision: self.revision(round, version.clone()).await?,
            now: ports.clock.now_seconds(),
        };
        Ok(match channel {
            DeliveryChannel::Email => {
                let agency = ports.settings.agency().await;
                compose::approval_request(facts, &ports.zone)
                    .message(agency.as_ref(), Recipient::address(contact), self.id)
                    .into()
            }
            DeliveryChannel::Whatsapp => match Phone::international(contact) {
                Some(number) => Message::Text(Box::new(compose::approval_message(
                    facts,
                    number,
                    &ports.zone,
                ))),
                None => Message::Defect(BAD_NUMBER.to_owned()),
            },
        })
    }

    /// The picture of a message about the post.
    async fn picture(&self, limits: Limits) -> Result<Option<Blob>, ItemsError> {
        let Some(media) = self.post.featured_media_id else {
            return Ok(None);
        };
        match self.ports.store.media(media).await? {
            Some(media) => picture::within(&*self.ports.blobs, &media, limits).await,
            None => Ok(None),
        }
    }

    async fn published_mail(self) -> Message {
        // The site's settings may have changed since the publication.
        let contact = self.site.email.as_deref().map(str::trim);
        let Some(contact) = contact.filter(|_| ClientNotice::of(&self.site).by_mail()) else {
            return Message::Dropped("O site não avisa o cliente por e-mail.");
        };
        let agency = self.ports.settings.agency().await;
        match compose::post_published(&self.post, &self.site) {
            Some(mail) => mail
                .message(agency.as_ref(), Recipient::address(contact), self.id)
                .into(),
            None => Message::Defect(NO_ADDRESS.to_owned()),
        }
    }

    async fn published_message(self) -> Result<Message, ItemsError> {
        let number = self.site.whatsapp.as_deref();
        let Some(number) = number.filter(|_| ClientNotice::of(&self.site).by_message()) else {
            return Ok(Message::Dropped("O site não avisa o cliente por WhatsApp."));
        };
        let Some(number) = Phone::international(number) else {
            return Ok(Message::Defect(BAD_NUMBER.to_owned()));
        };
        let picture = self.picture(picture::MESSAGE).await?;
        let message = compose::published_message(&self.post, &self.site, picture, number);
        Ok(match message {
            Some(message) => Message::Text(Box::new(message)),
            None => Message::Defect(NO_ADDRESS.to_owned()),
        })
    }

    async fn request_undelivered(
        self,
        round: u32,
        channel: DeliveryChannel,
    ) -> Result<Message, ItemsError> {
        let Some(approval) = self.round(round).await? else {
            return Ok(Message::Dropped("O pedido de aprovação não existe mais."));
        };
        if approval.status != ApprovalStatus::Pending {
            return Ok(Message::Dropped(CLOSED));
        }
        let requests = approval.requests().collect();
        let kind = ClientMessageKind::ApprovalRequest;
        let requester = Some(approval.requested_by);
        self.undelivered(requests, channel, kind, requester).await
    }

    async fn notice_undelivered(
        self,
        job_id: JobId,
        channel: DeliveryChannel,
    ) -> Result<Message, ItemsError> {
        let Some(job) = self.ports.store.job(job_id).await? else {
            return Ok(Message::Dropped("A publicação não existe mais."));
        };
        let post_id = self.post.id;
        let notices = match job.findings.notice {
            Some(notice) => notice.notifications(post_id, job_id).collect(),
            None => Vec::new(),
        };
        let kind = ClientMessageKind::PublicationNotice;
        self.undelivered(notices, channel, kind, job.started_by())
            .await
    }

    async fn changes_held(self, at: Timestamp, user_id: UserId) -> Result<Message, ItemsError> {
        let post = &self.post;
        let held = post.status == PostStatus::Scheduled
            && post.scheduled_at == Some(at)
            && post.changes_await_approval();
        if !held || post.is_deleted() {
            return Ok(Message::Dropped(
                "Não há mais alterações à espera do cliente.",
            ));
        }
        let user = self.ports.store.user(user_id).await?;
        let Some(person) = user.filter(|user| user.active) else {
            return Ok(Message::Dropped("A pessoa não tem mais acesso."));
        };
        let agency = self.ports.settings.agency().await;
        let mail = compose::changes_held(&self.told(&person, None), at, &self.ports.zone);
        Ok(mail.message(agency.as_ref(), to(&person), self.id).into())
    }

    /// The client's last answer before `round`, and what `new` changed since; none before a first version.
    async fn revision(
        &self,
        round: u32,
        new: Option<PostVersion>,
    ) -> Result<Option<Revision>, ItemsError> {
        let answer = self.ports.store.last_answer(&self.post, round).await?;
        let Some((answered, old)) = answer else {
            return Ok(None);
        };
        let text = |version: PostVersion| (version.title, version.body);
        Revision::between(answered.asked(), old.map(text), new.map(text))
            .await
            .map(Some)
            .map_err(|error| ItemsError::Unavailable(error.to_string()))
    }

    /// The mail about one of `messages`, that on `channel`.
    async fn undelivered(
        self,
        messages: Vec<(DeliveryChannel, NotificationKind)>,
        channel: DeliveryChannel,
        kind: ClientMessageKind,
        requester: Option<UserId>,
    ) -> Result<Message, ItemsError> {
        let person = match self
            .recipients(requester, NotificationSubject::Attention)
            .await?
        {
            Recipients::Each(people) => return Ok(Message::to_each(people)),
            Recipients::One(person) => person,
        };
        let (mut failed, mut other) = (None, None);
        for (on, kind) in messages {
            let notification = self.ports.store.notification(&kind.id()).await?;
            if on == channel {
                failed = notification;
            } else {
                other = notification.map(|it| (on, it));
            }
        }
        let Some(failed) = failed else {
            return Ok(Message::Dropped("A mensagem ao cliente não existe mais."));
        };
        let told = self.told(&person, requester);
        let agency = self.ports.settings.agency().await;
        let mail = compose::client_not_reached(&failed, channel, other, kind, &told);
        Ok(mail.message(agency.as_ref(), to(&person), self.id).into())
    }
}

fn to(user: &User) -> Recipient {
    Recipient::named(&user.email, &user.name)
}
