//! The client's pages: the post, the confirmation of each choice, and the answers.

mod categories;
mod foreign;
mod form;
mod model;
mod notices;
mod pictures;
mod reply;
mod round;
mod view;

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::extract::rejection::BytesRejection;
use axum::response::Response;
use axum::routing::get;
use domain::platform::approval::{AnswerError, Approval};
use domain::platform::post::Post;
use http::StatusCode;
use http_edge::ClientAddress;

use crate::Ports;
use crate::decide::{Answer, Refused, decide};
use form::AnswerForm;
pub(crate) use model::{Extent, view};
use round::{
    Instead, PageRequest, Place, closed, failed, named, notice_page, open_round, token_of,
    unavailable, unknown,
};
use view::{Choice, ConfirmPage, PostPage, Retry};
pub(crate) use view::{FaqItemView, FaqView, PictureView, PostView};

/// The routes. `HEAD` is `GET` without the body; any other method than `POST` on a choice is refused.
pub(crate) fn router(ports: Ports) -> Router {
    Router::new()
        .route("/aprovacao/{token}", get(show))
        .route("/aprovacao/{token}/imagem", get(pictures::featured))
        .route("/aprovacao/{token}/imagens/{id}", get(pictures::in_text))
        .route(
            "/aprovacao/{token}/figuras/{signature}",
            get(pictures::of_other_host),
        )
        .route(
            "/aprovacao/{token}/{choice}",
            get(ask)
                .post(act)
                .layer(DefaultBodyLimit::max(form::BODY_LIMIT)),
        )
        .with_state(ports)
}

async fn show(request: PageRequest, token: Place<String>) -> Response {
    match shown(&request, &named(token)).await {
        Ok(response) => response,
        Err(instead) => *instead,
    }
}

async fn shown(request: &PageRequest, token: &str) -> Result<Response, Instead> {
    let (approval, post) = open_round(request, token).await?;
    let mut view = view(
        &request.ports,
        token,
        Some(approval.requested_at),
        &post,
        Extent::Whole,
    )
    .await
    .map_err(|error| failed(request, &error))?;
    view.revision = model::revision(&request.ports, &approval, &post)
        .await
        .map_err(|error| failed(request, &error))?;
    let nonce = reply::nonce(&*request.ports.random);
    Ok(reply::page(
        StatusCode::OK,
        &nonce,
        request.agency.as_ref(),
        &PostPage {
            nonce: &nonce,
            agency: request.agency.as_ref(),
            post: &view,
        },
    ))
}

async fn ask(request: PageRequest, place: Place<(String, String)>) -> Response {
    let (token, choice) = named(place);
    match asked(&request, &token, &choice).await {
        Ok(response) => response,
        Err(instead) => *instead,
    }
}

async fn asked(request: &PageRequest, token: &str, choice: &str) -> Result<Response, Instead> {
    let choice = Choice::from_path(choice).ok_or_else(|| unknown(request))?;
    let (approval, post) = open_round(request, token).await?;
    let round = (token, &approval, &post);
    let shown = Shown {
        status: StatusCode::OK,
        extent: Extent::Summary,
        comment: "",
        error: None,
    };
    confirm(request, round, choice, shown).await
}

/// How a confirmation is shown.
struct Shown<'a> {
    status: StatusCode,
    /// [`Extent::Whole`] when the client has not seen the present text.
    extent: Extent,
    /// What the client wrote before.
    comment: &'a str,
    error: Option<&'a str>,
}

async fn confirm(
    request: &PageRequest,
    (token, approval, post): (&str, &Approval, &Post),
    choice: Choice,
    shown: Shown<'_>,
) -> Result<Response, Instead> {
    let view = view(
        &request.ports,
        token,
        Some(approval.requested_at),
        post,
        shown.extent,
    )
    .await
    .map_err(|error| failed(request, &error))?;
    let nonce = reply::nonce(&*request.ports.random);
    let page = ConfirmPage {
        nonce: &nonce,
        agency: request.agency.as_ref(),
        post: &view,
        choice,
        comment: shown.comment,
        error: shown.error,
    };
    Ok(reply::page(
        shown.status,
        &nonce,
        request.agency.as_ref(),
        &page,
    ))
}

async fn act(
    request: PageRequest,
    place: Place<(String, String)>,
    address: ClientAddress,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let (token, choice) = named(place);
    match acted(&request, &token, &choice, address, body).await {
        Ok(response) => response,
        Err(instead) => *instead,
    }
}

async fn acted(
    request: &PageRequest,
    token: &str,
    choice: &str,
    address: ClientAddress,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Instead> {
    let choice = Choice::from_path(choice).ok_or_else(|| unknown(request))?;
    let id = token_of(token).ok_or_else(|| unknown(request))?;
    let body = body.map_err(|rejection| {
        Box::new(notice_page(
            request,
            rejection.status(),
            &notices::too_large(token),
        ))
    })?;
    let form = AnswerForm::read(&body);
    let answer = Answer {
        decision: choice.decision(),
        comment: if choice == Choice::Approve {
            ""
        } else {
            &form.comment
        },
        version: form.version,
        address: address.0.map(|address| address.to_string()),
    };
    let refused = match decide(&request.ports, id, &answer).await {
        Ok((approval, consequence)) => {
            // The answer is recorded whether or not the post can be read for the page.
            let post = request
                .ports
                .store
                .post(approval.post_id)
                .await
                .ok()
                .flatten();
            let author = model::writer(&request.ports, post.as_ref()).await;
            let title = post.map(|post| post.fields.title);
            let notice = notices::thanks(choice, title, &author, &consequence);
            return Ok(notice_page(request, StatusCode::OK, &notice));
        }
        Err(refused) => refused,
    };
    let form = &form;
    match again(request, token, choice, form, refused).await {
        // Without the store the text cannot be shown; the form with the comment can.
        Err(instead) if instead.status() == StatusCode::SERVICE_UNAVAILABLE => {
            let retry = Retry::of(choice, &form.comment, form.version);
            Err(unavailable(request, &notices::not_recorded(retry)))
        }
        outcome => outcome,
    }
}

/// The page after an answer that was not recorded. Each contains the comment.
async fn again(
    request: &PageRequest,
    token: &str,
    choice: Choice,
    form: &AnswerForm,
    refused: Refused,
) -> Result<Response, Instead> {
    let comment = form.comment.as_str();
    let (status, extent, words) = match refused {
        Refused::Unknown => return Err(unknown(request)),
        Refused::Withdrawn => {
            let notice = notices::withdrawn().with_unsent(comment);
            return Err(Box::new(notice_page(request, StatusCode::GONE, &notice)));
        }
        Refused::Items(error) => return Err(failed(request, &error)),
        Refused::Answer {
            reason: AnswerError::Used | AnswerError::Superseded,
            approval,
        } => return Err(closed(request, &approval, comment).await),
        Refused::Changed => {
            let words = if choice.takes_comment() && !comment.trim().is_empty() {
                notices::CHANGED_WITH_COMMENT
            } else {
                notices::CHANGED
            };
            (StatusCode::CONFLICT, Extent::Whole, words)
        }
        Refused::Answer { reason, .. } => {
            let words = match reason {
                AnswerError::CommentMissing => "Escreva o que precisa mudar antes de enviar.",
                _ => "O comentário passa de 5.000 caracteres. Encurte o texto e envie de novo.",
            };
            (StatusCode::UNPROCESSABLE_ENTITY, Extent::Summary, words)
        }
    };
    let (approval, post) = open_round(request, token).await?;
    let round = (token, &approval, &post);
    let shown = Shown {
        status,
        extent,
        comment,
        error: Some(words),
    };
    confirm(request, round, choice, shown).await
}
