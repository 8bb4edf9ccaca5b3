//! The approval rounds of a post, as colleagues see them. The link of the open round is shown only to callers who
//! may request approval, as its holder can answer in the client's name.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::approval::{Approval, ApprovalChannel, ApprovalStatus};
use domain::platform::id::PostId;
use domain::platform::notification::{DeliveryChannel, Notification, NotificationState};
use domain::platform::post::Post;
use items::ItemsError;
use jiff::Timestamp;
use mailer::links::approval_page;
use platform_http::{ApiError, Json, Listing, Paging, Path, Query};
use platform_session::{Caller, authorize_post};
use platform_store::{approval_token, approval_token_hash};
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::contacts::masked;
use crate::{Ports, errors};

/// Delivery of the client's message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// On its way.
    Queued,
    /// It failed for now and is tried again.
    Retrying,
    /// The mail server or the messaging provider accepted it.
    Sent,
    /// It was handed over and the response was lost: it may have arrived.
    Uncertain,
    /// It was not sent, since it had nothing to say any more.
    Dropped,
    /// It was refused, or every attempt failed.
    Failed,
}

impl From<NotificationState> for Delivery {
    fn from(state: NotificationState) -> Self {
        match state {
            NotificationState::Queued | NotificationState::Sending => Self::Queued,
            NotificationState::Waiting => Self::Retrying,
            NotificationState::Sent => Self::Sent,
            NotificationState::SentUncertain => Self::Uncertain,
            NotificationState::Dropped | NotificationState::Forwarded => Self::Dropped,
            NotificationState::Failed => Self::Failed,
        }
    }
}

impl Delivery {
    /// Order in which the deliveries of a round are summed up: a message that arrived counts most.
    const fn rank(self) -> u8 {
        match self {
            Self::Sent => 5,
            Self::Uncertain => 4,
            Self::Queued => 3,
            Self::Retrying => 2,
            Self::Failed => 1,
            Self::Dropped => 0,
        }
    }
}

/// Delivery of an approval request on one channel.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChannelDelivery {
    /// Channel: `email` or `whatsapp`.
    #[schema(value_type = String, pattern = "^(email|whatsapp)$")]
    pub channel: DeliveryChannel,
    /// Delivery of the message.
    pub delivery: Delivery,
    /// Time of sending.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub sent_at: Option<Timestamp>,
    /// Reason why it was not sent, or why that is uncertain, with the words of the server or provider.
    pub error: Option<String>,
}

impl ChannelDelivery {
    fn of(channel: DeliveryChannel, notification: Option<&Notification>) -> Self {
        let state = notification.map_or(NotificationState::Dropped, |it| it.state);
        let sent = notification.filter(|it| it.state == NotificationState::Sent);
        Self {
            channel,
            delivery: state.into(),
            sent_at: sent.map(|it| it.updated_at),
            error: notification.and_then(|it| it.error.clone()),
        }
    }
}

/// Approval round.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Round {
    /// Number within the post, from 1.
    pub round: u32,
    /// `pending`, `approved`, `adjustments`, `rejected` or `superseded`.
    #[schema(value_type = String, pattern = "^(pending|approved|adjustments|rejected|superseded)$")]
    pub status: ApprovalStatus,
    /// Channel of the request: `email`, `whatsapp` or `both`.
    #[schema(value_type = String, pattern = "^(email|whatsapp|both)$")]
    pub channel: ApprovalChannel,
    /// Addresses of the request, masked.
    pub contacts: Vec<String>,
    /// User who requested it.
    pub requested_by: u64,
    /// Time.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub requested_at: Timestamp,
    /// Delivery of the client's messages: the best of `deliveries`.
    pub delivery: Delivery,
    /// Delivery on each channel.
    pub deliveries: Vec<ChannelDelivery>,
    /// Time of sending, the first of all channels.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub sent_at: Option<Timestamp>,
    /// Reason why it was not sent on a channel.
    pub delivery_error: Option<String>,
    /// Decision of the client: `approved`, `adjustments` or `rejected`.
    #[schema(value_type = Option<String>)]
    pub decision: Option<ApprovalStatus>,
    /// Comment of the client.
    pub comment: Option<String>,
    /// Approved version of the text.
    pub approved_version: Option<u64>,
    /// Time of the client's answer.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub answered_at: Option<Timestamp>,
    /// Network address of the answer.
    pub respondent_ip: Option<String>,
    /// Address of the client's page while the round is open. It authorises its holder to answer for the
    /// client.
    pub link: Option<String>,
}

/// The client's page of an open round, for those who may ask for approval.
pub(crate) fn link(
    ports: &Ports,
    caller: &Caller,
    post: &Post,
    approval: &Approval,
) -> Option<Url> {
    let permission = Permission::PostsRequestApproval;
    caller.actor.may_on_stored_post(permission, post).ok()?;
    approval.open().ok()?;
    let token = approval_token(&ports.keyring, approval)?;
    Some(approval_page(&ports.app_url, &token.to_string()))
}

/// The round that `token` opens.
pub(crate) async fn by_token(ports: &Ports, token: Uuid) -> Result<Option<Approval>, ItemsError> {
    let hash = approval_token_hash(&ports.keyring, token);
    match ports.store.approval(&hash).await? {
        Some(approval) => Ok(Some(approval)),
        None => ports.store.approval_by_clear_token(token).await,
    }
}

impl Round {
    pub(crate) fn of(
        approval: &Approval,
        notifications: &[Option<Notification>],
        link: Option<Url>,
    ) -> Self {
        let answered = matches!(
            approval.status,
            ApprovalStatus::Approved | ApprovalStatus::Adjustments | ApprovalStatus::Rejected
        );
        let deliveries: Vec<_> = approval
            .requests()
            .zip(notifications)
            .map(|((channel, _), it)| ChannelDelivery::of(channel, it.as_ref()))
            .collect();
        let delivery = deliveries.iter().map(|it| it.delivery);
        let delivery = delivery.max_by_key(|delivery| delivery.rank());
        Self {
            round: approval.round,
            status: approval.status,
            channel: approval.channel,
            contacts: approval
                .contacts
                .iter()
                .map(|contact| masked(contact))
                .collect(),
            requested_by: approval.requested_by.0,
            requested_at: approval.requested_at,
            delivery: delivery.unwrap_or(Delivery::Dropped),
            sent_at: deliveries.iter().filter_map(|it| it.sent_at).min(),
            delivery_error: deliveries.iter().find_map(|it| it.error.clone()),
            deliveries,
            decision: answered.then_some(approval.status),
            comment: approval.comment.clone(),
            approved_version: approval.approved_version,
            answered_at: approval.closed_at.filter(|_| answered),
            respondent_ip: approval.respondent_ip.clone(),
            link: link.map(Into::into),
        }
    }
}

/// List the approval rounds of a post, newest first.
///
/// Includes the client's decisions and the delivery of each message. A post that moved to another site starts
/// without rounds.
#[utoipa::path(
    get,
    path = "/api/v1/posts/{id}/approvals",
    operation_id = "list_approvals",
    tag = "approval",
    params(("id" = u64, Path, description = "Identifier of the post", minimum = 1), Paging),
    responses(
        (status = 200, description = "Page of rounds.", body = Listing<Round>),
        errors::ListApprovals,
    ),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("post"))),
    security(("bearer" = [])),
)]
pub(crate) async fn list_approvals(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<u64>,
    Query(paging): Query<Paging>,
) -> Result<Json<Listing<Round>>, ApiError> {
    let paging = paging.checked()?;
    let post = authorize_post(&ports.store, &caller, Permission::PostsRead, PostId(id)).await?;
    let page = paging.cut(ports.store.approvals(&post).await?);
    let ids: Vec<_> = page
        .items
        .iter()
        .flat_map(Approval::requests)
        .map(|(_, kind)| kind.id())
        .collect();
    let mut notifications = ports.store.notifications(&ids).await?.into_iter();
    let items = page.items.iter().map(|approval| {
        let link = link(&ports, &caller, &post, approval);
        let channels = approval.channel.deliveries().len();
        let own: Vec<_> = notifications.by_ref().take(channels).collect();
        Round::of(approval, &own, link)
    });
    Ok(Json(Listing {
        items: items.collect(),
        page: page.page,
        per_page: page.per_page,
        total: page.total,
    }))
}
