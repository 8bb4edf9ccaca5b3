//! Approval requests to the client.

use axum::Extension;
use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::approval::{Approval, ApprovalChannel, ApprovalStatus, NotAskable};
use domain::platform::id::{PostId, SiteId};
use domain::platform::notification::DeliveryChannel;
use domain::platform::post::{Post, PostStatus};
use domain::platform::publication::{Job, JobKind, JobState};
use domain::platform::requirements;
use domain::platform::site_record::Site;
use http::StatusCode;
use items::{ItemsError, retry_on_conflict};
use jiff::Timestamp;
use platform_http::{ApiError, Code, Json, Path};
use platform_session::{Caller, NotStored, RequestClaim, authorize_post};
use platform_store::{Work, approval_token_hash, seal_approval_token};

use crate::rounds::{Delivery, Round, link};
use crate::{Ports, errors};

/// Request the client's approval of a post.
///
/// Opens an approval round and sends the client a link to the post and three choices, by e-mail, over WhatsApp or
/// both, as the site's contacts allow. An open round is superseded: only the newest link works. Rounds of a post are
/// at least one minute apart. A parked publication is superseded too. `deliveries` of the round shows what became of
/// each message.
#[utoipa::path(
    post,
    path = "/api/v1/posts/{id}/request-approval",
    operation_id = "request_approval",
    tag = "approval",
    params(
        ("id" = u64, Path, description = "Identifier of the post", minimum = 1),
        ("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters"),
    ),
    responses(
        (status = 202, description = "Opened round.", body = Round),
        errors::RequestApproval,
    ),
    extensions(("x-permission" = json!("posts.request_approval")), ("x-object" = json!("post"))),
    security(("bearer" = [])),
)]
pub(crate) async fn request_approval(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<u64>,
    RequestClaim(claim): RequestClaim,
) -> Result<Opened, ApiError> {
    if let Some(Work::Round(post, round)) = claim.earlier() {
        return opened(&ports, &caller, post, round).await.map(answer);
    }
    retry_on_conflict(|| async {
        let permission = Permission::PostsRequestApproval;
        let post = authorize_post(&ports.store, &caller, permission, PostId(id)).await?;
        // Read again with the post, which may have moved: the request must not go to the former client.
        let site = site(&ports, post.site_id).await?;
        let channel = ready(&ports, &post, &site).await?;
        let parked = parked_publication(&ports, &post).await?;
        let now = ports.clock.now_seconds();
        refuse_too_early(&ports, &post, now).await?;
        let (token, number) = (ports.random.uuid(), post.approval_rounds + 1);
        let sealed = seal_approval_token(&ports.keyring, post.id, number, token, &*ports.random);
        let approval = Approval {
            sealed_token: Some(sealed.map_err(ApiError::internal)?),
            clear_token: None,
            round: number,
            post_id: post.id,
            site_id: post.site_id,
            status: ApprovalStatus::Pending,
            channel,
            contacts: contacts(&site, channel),
            requested_by: caller.user.id,
            requested_at: now,
            closed_at: None,
            respondent_ip: None,
            comment: None,
            approved_version: None,
            answered_version: None,
            counted: false,
        };
        let hash = approval_token_hash(&ports.keyring, token);
        match ports
            .store
            .open_approval(&post, &approval, &hash, parked.as_ref(), &claim)
            .await
        {
            Ok((_, notifications)) => {
                for notification in &notifications {
                    ports.announce(&notification.id).await;
                }
                tracing::info!(target: "approval", post_id = %post.id, round = approval.round, "approval requested");
                let link = link(&ports, &caller, &post, &approval);
                let notifications: Vec<_> = notifications.into_iter().map(Some).collect();
                let round = Round::of(&approval, &notifications, link);
                debug_assert_eq!(round.delivery, Delivery::Queued);
                Ok(Some(answer(round)))
            }
            // The client's answer or an edit was written first.
            Err(ItemsError::Conflict { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    })
    .await
}

/// A response with a round. It contains the client's link, so it is not stored for repetitions.
type Opened = (StatusCode, Extension<NotStored>, Json<Round>);

fn answer(round: Round) -> Opened {
    (StatusCode::ACCEPTED, Extension(NotStored), Json(round))
}

/// 429 less than a minute after the last round of the post.
async fn refuse_too_early(ports: &Ports, post: &Post, now: Timestamp) -> Result<(), ApiError> {
    if post.approval_rounds == 0 {
        return Ok(());
    }
    let last = ports.store.approval_round(post.id, post.approval_rounds);
    match last.await?.and_then(|round| round.next_round_wait(now)) {
        Some(wait) => Err(ApiError::new(Code::TooManyRequests)
            .message("O cliente acabou de receber um pedido de aprovação deste conteúdo. Espere um minuto para enviar outro.")
            .retry_after(wait.as_secs().unsigned_abs().max(1))),
        None => Ok(()),
    }
}

/// A round that an earlier attempt of the same request opened.
async fn opened(
    ports: &Ports,
    caller: &Caller,
    post: PostId,
    round: u32,
) -> Result<Round, ApiError> {
    let approval = ports.store.approval_round(post, round).await?;
    let approval = approval.ok_or(Code::NotFound)?;
    let stored = ports.store.post(post).await?.ok_or(Code::NotFound)?;
    let link = link(ports, caller, &stored, &approval);
    let ids: Vec<_> = approval.requests().map(|(_, kind)| kind.id()).collect();
    let notifications = ports.store.notifications(&ids).await?;
    Ok(Round::of(&approval, &notifications, link))
}

/// The post's parked publication, which the client's answer supersedes, if there is one.
///
/// # Errors
/// 409 while a publication is queued or running, or while the host may have the post scheduled: the post would go
/// online whatever the client answers.
async fn parked_publication(ports: &Ports, post: &Post) -> Result<Option<Job>, ApiError> {
    let job = match post.job_id {
        Some(id) => ports.store.job(id).await?,
        None => None,
    };
    match job.filter(|job| !job.is_over()) {
        None => Ok(None),
        Some(job) if job.state != JobState::Parked => Err(Code::PublicationInProgress.into()),
        Some(job) if job.kind == JobKind::Publish || post.host_post_id.is_none() => Ok(Some(job)),
        Some(_) => Err(ApiError::new(Code::PublicationInProgress).message(
            "O agendamento parou com erro e o site pode estar com este conteúdo. Tente de novo ou cancele o \
             agendamento antes de pedir aprovação.",
        )),
    }
}

async fn site(ports: &Ports, id: SiteId) -> Result<Site, ApiError> {
    ports
        .store
        .site(id)
        .await?
        .ok_or_else(|| ApiError::internal("a post's site is gone"))
}

/// The client's contacts on `channel`.
fn contacts(site: &Site, channel: ApprovalChannel) -> Vec<String> {
    let contact = |channel: &DeliveryChannel| match channel {
        DeliveryChannel::Email => site.email.as_deref(),
        DeliveryChannel::Whatsapp => site.whatsapp.as_deref(),
    };
    let contacts = channel.deliveries().iter().filter_map(contact);
    contacts.map(|contact| contact.trim().to_owned()).collect()
}

/// The channels of the request, if approval of this post can be requested now.
async fn ready(ports: &Ports, post: &Post, site: &Site) -> Result<ApprovalChannel, ApiError> {
    if post.is_deleted() {
        return Err(Code::PostDeleted.into());
    }
    if post.status != PostStatus::Draft {
        return Err(Code::NotDraft.into());
    }
    let issues = requirements::unmet(post);
    if !issues.is_empty() {
        return Err(ApiError::incomplete(&issues));
    }
    let has_mail = ports.settings.has_mail(ports.mail_configured).await;
    let has_mail = has_mail.map_err(ItemsError::from)?;
    let asked = ApprovalChannel::of_site(site, has_mail, ports.has_messaging(site).await?);
    asked.map_err(|reason| match reason {
        NotAskable::NoContact => Code::NoContact.into(),
        NotAskable::MailNotConfigured => Code::MailNotConfigured.into(),
        NotAskable::MessagingNotConfigured => Code::MessagingNotConfigured.into(),
    })
}
