//! The round that an address names, and the pages in place of one that is not open.

use std::convert::Infallible;

use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use axum::response::Response;
use domain::platform::approval::{Approval, ApprovalStatus};
use domain::platform::post::Post;
use http::request::Parts;
use http::{HeaderValue, StatusCode, header};
use items::ItemsError;
use settings::Agency;
use uuid::Uuid;

use super::view::{Notice, NoticePage};
use super::{model, notices, reply};
use crate::Ports;
use crate::rounds::by_token;

/// A request for a page.
pub(super) struct PageRequest {
    pub(super) ports: Ports,
    /// The agency that the page names.
    pub(super) agency: Option<Agency>,
}

impl FromRequestParts<Ports> for PageRequest {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, ports: &Ports) -> Result<Self, Infallible> {
        Ok(Self {
            agency: ports.settings.agency().await,
            ports: ports.clone(),
        })
    }
}

/// A page in place of the requested one.
pub(super) type Instead = Box<Response>;

/// What an address names; not readable when it is no text (`%ff`).
pub(super) type Place<T> = Result<Path<T>, PathRejection>;

/// What the address names. One that cannot be read names nothing that is known.
pub(super) fn named<T: Default>(place: Place<T>) -> T {
    place.map(|Path(place)| place).unwrap_or_default()
}

/// The token, in the one form in which it is sent; other spellings of a UUID lead nowhere.
pub(super) fn token_of(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text)
        .ok()
        .filter(|token| token.hyphenated().to_string() == text.to_ascii_lowercase())
}

pub(super) fn notice_page(request: &PageRequest, status: StatusCode, notice: &Notice) -> Response {
    let nonce = reply::nonce(&*request.ports.random);
    reply::page(
        status,
        &nonce,
        request.agency.as_ref(),
        &NoticePage {
            nonce: &nonce,
            agency: request.agency.as_ref(),
            notice,
        },
    )
}

pub(super) fn failed(request: &PageRequest, error: &ItemsError) -> Instead {
    tracing::error!(target: "approval", %error, "a page could not be shown");
    unavailable(request, &notices::unavailable())
}

pub(super) fn unavailable(request: &PageRequest, notice: &Notice) -> Instead {
    let mut response = notice_page(request, StatusCode::SERVICE_UNAVAILABLE, notice);
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
    Box::new(response)
}

pub(super) fn unknown(request: &PageRequest) -> Instead {
    Box::new(notice_page(
        request,
        StatusCode::NOT_FOUND,
        &notices::unknown(),
    ))
}

pub(super) fn withdrawn(request: &PageRequest) -> Instead {
    Box::new(notice_page(
        request,
        StatusCode::GONE,
        &notices::withdrawn(),
    ))
}

/// The page of a round that ended. `unsent` is the comment of an answer that came too late.
pub(super) async fn closed(request: &PageRequest, approval: &Approval, unsent: &str) -> Instead {
    let post = match request.ports.store.post(approval.post_id).await {
        Ok(post) => post.filter(|post| !post.is_deleted()),
        Err(error) => return failed(request, &error),
    };
    let Some(post) = post else {
        return withdrawn(request);
    };
    let author = model::writer(&request.ports, Some(&post)).await;
    let notice = match approval.status {
        ApprovalStatus::Superseded if post.approval_rounds == approval.round => {
            notices::not_awaited(&author)
        }
        ApprovalStatus::Superseded => notices::superseded(&author),
        _ => notices::used(approval, &author, &request.ports.zone),
    };
    let notice = notice.about(&post).with_unsent(unsent);
    Box::new(notice_page(request, StatusCode::GONE, &notice))
}

/// The open round of a token, with its post; else the page that says why there is none.
pub(super) async fn open_round(
    request: &PageRequest,
    token: &str,
) -> Result<(Approval, Post), Instead> {
    let token = token_of(token).ok_or_else(|| unknown(request))?;
    let approval = by_token(&request.ports, token)
        .await
        .map_err(|error| failed(request, &error))?;
    let approval = approval.ok_or_else(|| unknown(request))?;
    if approval.open().is_err() {
        return Err(closed(request, &approval, "").await);
    }
    let post = request
        .ports
        .store
        .post(approval.post_id)
        .await
        .map_err(|error| failed(request, &error))?;
    match post {
        Some(post) if !post.is_deleted() => Ok((approval, post)),
        _ => Err(withdrawn(request)),
    }
}
