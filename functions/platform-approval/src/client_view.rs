//! The post as its client sees it, for colleagues.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::PostId;
use platform_http::{ApiError, Json, Path};
use platform_session::{Caller, authorize_post};
use serde::Serialize;
use utoipa::ToSchema;

use crate::pages::{Extent, FaqItemView, FaqView, PictureView, PostView};
use crate::{Ports, errors, pages};

/// Featured picture.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ClientPicture {
    /// Identifier; `GET /media/{id}/webp` returns the picture.
    pub media_id: u64,
    /// Alternative text.
    pub alt_text: String,
    /// Caption.
    pub caption: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl From<PictureView> for ClientPicture {
    fn from(picture: PictureView) -> Self {
        Self {
            media_id: picture.id.0,
            alt_text: picture.alt,
            caption: picture.caption,
            width: picture.width,
            height: picture.height,
        }
    }
}

/// Question with its answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ClientQuestion {
    /// Question, plain text.
    pub question: String,
    /// Answer, HTML made of plain text.
    pub answer: String,
}

impl From<FaqItemView> for ClientQuestion {
    fn from(item: FaqItemView) -> Self {
        Self {
            question: item.question,
            answer: item.answer,
        }
    }
}

/// FAQ section.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ClientFaq {
    /// Heading, plain text.
    pub title: String,
    /// Lead, HTML made of plain text.
    pub description: String,
    /// Complete questions.
    pub items: Vec<ClientQuestion>,
}

impl From<FaqView> for ClientFaq {
    fn from(faq: FaqView) -> Self {
        Self {
            title: faq.title,
            description: faq.description,
            items: faq.items.into_iter().map(Into::into).collect(),
        }
    }
}

/// What the client's page shows, without the choices.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ClientView {
    /// Name of the client's site.
    pub site: String,
    /// Name of the author.
    pub author: String,
    /// Title.
    pub title: String,
    /// Sanitised HTML.
    pub body: String,
    /// Featured picture.
    pub picture: Option<ClientPicture>,
    /// FAQ section; null when the page shows none.
    pub faq: Option<ClientFaq>,
    /// What an approval would lead to now, in one sentence, in Portuguese.
    pub consequence: String,
    /// Note that the text changed after the open request was sent, with the time of that, in Portuguese; null otherwise.
    pub changed_since: Option<String>,
    /// Version of title and body.
    pub version: u64,
}

impl From<PostView> for ClientView {
    fn from(view: PostView) -> Self {
        Self {
            site: view.site,
            author: view.author.at_start().to_owned(),
            title: view.title,
            body: view.body,
            picture: view.picture.map(Into::into),
            faq: view.faq.map(Into::into),
            consequence: view.consequence,
            changed_since: view.changed_since,
            version: view.version,
        }
    }
}

/// Get a post as its client sees it.
///
/// The content of the client's page, whether the client is being asked or not. Nothing is sent and no round is opened.
#[utoipa::path(
    get,
    path = "/api/v1/posts/{id}/client-view",
    operation_id = "get_client_view",
    tag = "approval",
    params(("id" = u64, Path, description = "Identifier of the post", minimum = 1)),
    responses((status = 200, description = "Post", body = ClientView), errors::GetClientView),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("post"))),
    security(("bearer" = [])),
)]
pub(crate) async fn get_client_view(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<u64>,
) -> Result<Json<ClientView>, ApiError> {
    let post = authorize_post(&ports.store, &caller, Permission::PostsRead, PostId(id)).await?;
    let round = match post.pending_approval {
        true => {
            ports
                .store
                .approval_round(post.id, post.approval_rounds)
                .await?
        }
        false => None,
    };
    let requested_at = round.map(|round| round.requested_at);
    let view = pages::view(&ports, "", requested_at, &post, Extent::Whole).await?;
    Ok(Json(view.into()))
}
