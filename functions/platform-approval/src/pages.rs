//! The client's pages: the post, the confirmation of each choice, and the answers.

mod form;
mod notices;
mod reply;
mod view;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::faq::FaqData;
use domain::platform::approval::{AnswerError, Approval, ApprovalStatus};
use domain::platform::id::MediaId;
use domain::platform::post::{AfterApproval, Post, PostStatus};
use domain::platform::{requirements, text_pictures};
use http::{HeaderValue, StatusCode, header};
use http_edge::ClientAddress;
use items::ItemsError;
use jiff::Timestamp;
use mailer::wording;
use uuid::Uuid;

use crate::Ports;
use crate::decide::{Answer, Refused, decide};
use crate::rounds::by_token;
use form::AnswerForm;
use view::{Choice, ConfirmPage, Notice, NoticePage, PostPage};
pub(crate) use view::{FaqItemView, FaqView, PictureView, PostView};

/// The routes. `HEAD` is `GET` without the body; any other method than `POST` on a choice is refused.
pub(crate) fn router(ports: Ports) -> Router {
    Router::new()
        .route("/aprovacao/{token}", get(show))
        .route("/aprovacao/{token}/imagem", get(picture))
        .route("/aprovacao/{token}/imagens/{id}", get(text_picture))
        .route(
            "/aprovacao/{token}/{choice}",
            get(ask)
                .post(act)
                .layer(DefaultBodyLimit::max(form::BODY_LIMIT)),
        )
        .with_state(ports)
}

/// A page in place of the requested one.
type Instead = Box<Response>;

/// What an address names; not readable when it is no text (`%ff`).
type Place<T> = Result<Path<T>, PathRejection>;

/// What the address names. One that cannot be read names nothing that is known.
fn named<T: Default>(place: Place<T>) -> T {
    place.map(|Path(place)| place).unwrap_or_default()
}

/// The token, in the one form in which it is sent; other spellings of a UUID lead nowhere.
fn token_of(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text)
        .ok()
        .filter(|token| token.hyphenated().to_string() == text.to_ascii_lowercase())
}

fn notice_page(ports: &Ports, status: StatusCode, notice: &Notice) -> Response {
    let nonce = reply::nonce(&*ports.random);
    reply::page(
        status,
        &nonce,
        &NoticePage {
            nonce: &nonce,
            notice,
        },
    )
}

fn failed(ports: &Ports, error: &ItemsError) -> Instead {
    tracing::error!(target: "approval", %error, "a page could not be shown");
    let mut response = notice_page(
        ports,
        StatusCode::SERVICE_UNAVAILABLE,
        &notices::unavailable(),
    );
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
    Box::new(response)
}

fn unknown(ports: &Ports) -> Instead {
    Box::new(notice_page(
        ports,
        StatusCode::NOT_FOUND,
        &notices::unknown(),
    ))
}

fn withdrawn(ports: &Ports) -> Instead {
    Box::new(notice_page(ports, StatusCode::GONE, &notices::withdrawn()))
}

async fn closed(ports: &Ports, approval: &Approval) -> Instead {
    let notice = match approval.status {
        ApprovalStatus::Superseded => match ports.store.post(approval.post_id).await {
            Ok(Some(post)) if post.approval_rounds == approval.round => notices::not_awaited(),
            Ok(_) => notices::superseded(),
            Err(error) => return failed(ports, &error),
        },
        _ => notices::used(approval, &ports.zone),
    };
    Box::new(notice_page(ports, StatusCode::GONE, &notice))
}

/// The open round of a token, with its post; else the page that says why there is none.
async fn open_round(ports: &Ports, token: &str) -> Result<(Approval, Post), Instead> {
    let token = token_of(token).ok_or_else(|| unknown(ports))?;
    let approval = by_token(ports, token)
        .await
        .map_err(|error| failed(ports, &error))?;
    let approval = approval.ok_or_else(|| unknown(ports))?;
    if approval.open().is_err() {
        return Err(closed(ports, &approval).await);
    }
    let post = ports
        .store
        .post(approval.post_id)
        .await
        .map_err(|error| failed(ports, &error))?;
    match post {
        Some(post) if !post.is_deleted() => Ok((approval, post)),
        _ => Err(withdrawn(ports)),
    }
}

async fn show(State(ports): State<Ports>, token: Place<String>) -> Response {
    match shown(&ports, &named(token)).await {
        Ok(response) => response,
        Err(instead) => *instead,
    }
}

async fn shown(ports: &Ports, token: &str) -> Result<Response, Instead> {
    let (approval, post) = open_round(ports, token).await?;
    let view = view(ports, token, Some(approval.requested_at), &post, true)
        .await
        .map_err(|error| failed(ports, &error))?;
    let nonce = reply::nonce(&*ports.random);
    Ok(reply::page(
        StatusCode::OK,
        &nonce,
        &PostPage {
            nonce: &nonce,
            post: &view,
        },
    ))
}

async fn ask(State(ports): State<Ports>, place: Place<(String, String)>) -> Response {
    let (token, choice) = named(place);
    match asked(&ports, &token, &choice).await {
        Ok(response) => response,
        Err(instead) => *instead,
    }
}

async fn asked(ports: &Ports, token: &str, choice: &str) -> Result<Response, Instead> {
    let choice = Choice::from_path(choice).ok_or_else(|| unknown(ports))?;
    let (approval, post) = open_round(ports, token).await?;
    let round = (token, &approval, &post);
    confirm(ports, StatusCode::OK, round, choice, "", None).await
}

async fn confirm(
    ports: &Ports,
    status: StatusCode,
    (token, approval, post): (&str, &Approval, &Post),
    choice: Choice,
    comment: &str,
    error: Option<&str>,
) -> Result<Response, Instead> {
    let view = view(ports, token, Some(approval.requested_at), post, false)
        .await
        .map_err(|error| failed(ports, &error))?;
    let nonce = reply::nonce(&*ports.random);
    let page = ConfirmPage {
        nonce: &nonce,
        post: &view,
        choice,
        comment,
        error,
    };
    Ok(reply::page(status, &nonce, &page))
}

async fn act(
    State(ports): State<Ports>,
    place: Place<(String, String)>,
    address: ClientAddress,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let (token, choice) = named(place);
    match acted(&ports, &token, &choice, address, body).await {
        Ok(response) => response,
        Err(instead) => *instead,
    }
}

async fn acted(
    ports: &Ports,
    token: &str,
    choice: &str,
    address: ClientAddress,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Instead> {
    let choice = Choice::from_path(choice).ok_or_else(|| unknown(ports))?;
    let id = token_of(token).ok_or_else(|| unknown(ports))?;
    let body = body.map_err(|rejection| {
        Box::new(notice_page(
            ports,
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
    let error = match decide(ports, id, &answer).await {
        Ok((approval, consequence)) => {
            let (title, author) = title_and_author(ports, &approval).await;
            let notice = notices::thanks(choice, title, &author, &consequence);
            return Ok(notice_page(ports, StatusCode::OK, &notice));
        }
        Err(error) => error,
    };
    match error {
        Refused::Unknown => Err(unknown(ports)),
        Refused::Withdrawn => Err(withdrawn(ports)),
        Refused::Changed => Err(Box::new(notice_page(
            ports,
            StatusCode::CONFLICT,
            &notices::changed(token),
        ))),
        Refused::Items(error) => Err(failed(ports, &error)),
        Refused::Answer {
            reason: AnswerError::Used | AnswerError::Superseded,
            approval,
        } => Err(closed(ports, &approval).await),
        Refused::Answer {
            reason,
            approval: _,
        } => {
            let words = match reason {
                AnswerError::CommentMissing => "Escreva o que precisa mudar antes de enviar.",
                _ => "O comentário passa de 5.000 caracteres. Encurte o texto e envie de novo.",
            };
            let (approval, post) = open_round(ports, token).await?;
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            let round = (token, &approval, &post);
            confirm(ports, status, round, choice, &form.comment, Some(words)).await
        }
    }
}

/// The post's title and its author's name for the page after the answer, which is recorded whether or
/// not they can be read.
async fn title_and_author(ports: &Ports, approval: &Approval) -> (Option<String>, String) {
    let post = ports.store.post(approval.post_id).await.ok().flatten();
    let user = match &post {
        Some(post) => ports.store.user(post.user_id).await.ok().flatten(),
        None => None,
    };
    (
        post.map(|post| post.fields.title),
        user.map_or_else(|| "A equipe".to_owned(), |user| user.name),
    )
}

/// The post as the pages show it, to a client who was asked at `requested_at`; `whole` with body, picture and FAQ.
pub(crate) async fn view(
    ports: &Ports,
    token: &str,
    requested_at: Option<Timestamp>,
    post: &Post,
    whole: bool,
) -> Result<PostView, ItemsError> {
    let site = ports.store.site(post.site_id).await?;
    let author = ports.store.user(post.user_id).await?;
    let (mut body, mut picture) = (String::new(), None);
    if whole {
        if let Some(version) = ports.store.post_version(post.id, post.version).await? {
            let sanitised = markup::sanitise::body(&version.body);
            // Signed-in people read pictures by their own addresses, and have no token.
            let own = |id: MediaId| {
                let token = token.to_ascii_lowercase();
                (!token.is_empty()).then(|| format!("/aprovacao/{token}/imagens/{id}"))
            };
            body = text_pictures::with_addresses(&sanitised, own);
        }
        if let Some(id) = post.featured_media_id {
            picture = ports.store.media(id).await?.map(|media| PictureView {
                id: media.id,
                alt: media.texts.alt_text,
                caption: media.texts.caption,
                width: media.width,
                height: media.height,
            });
        }
    }
    let zone = &ports.zone;
    Ok(PostView {
        token: token.to_ascii_lowercase(),
        site: site.map(|site| site.name).unwrap_or_default(),
        author: author.map_or_else(|| "Nossa equipe".to_owned(), |user| user.name),
        title: post.fields.title.clone(),
        body,
        picture,
        faq: whole.then(|| faq(&post.fields.faq_data)).flatten(),
        consequence: consequence(ports, post),
        changed_since: requested_at
            .filter(|at| post.updated_at > *at)
            .map(|at| wording::moment(at, zone)),
        version: post.version,
    })
}

fn faq(data: &FaqData) -> Option<FaqView> {
    let items: Vec<_> = data
        .items
        .iter()
        .filter(|item| item.is_complete())
        .map(|item| FaqItemView {
            question: item.question.clone(),
            answer: markup::escape::paragraphs(&item.answer),
        })
        .collect();
    (data.enabled && !items.is_empty()).then(|| FaqView {
        title: if data.title.trim().is_empty() {
            "Perguntas frequentes".to_owned()
        } else {
            data.title.clone()
        },
        description: markup::escape::paragraphs(&data.description),
        items,
    })
}

/// What an approval would lead to now, in one sentence.
fn consequence(ports: &Ports, post: &Post) -> String {
    match post.status {
        PostStatus::Published => "O post já está publicado.".to_owned(),
        PostStatus::Scheduled => "O post já está agendado no site.".to_owned(),
        PostStatus::Draft if !requirements::unmet(post).is_empty() => {
            "Com a sua aprovação, a equipe faz os últimos ajustes e publica o post.".to_owned()
        }
        PostStatus::Draft => match post.after_approval(ports.clock.now_seconds()) {
            AfterApproval::Schedule(at) => {
                let moment = wording::moment(at, &ports.zone);
                format!("Com a sua aprovação, o post será publicado em {moment}.")
            }
            AfterApproval::Publish => {
                "Com a sua aprovação, o post será publicado em seguida.".to_owned()
            }
        },
    }
}

async fn picture(State(ports): State<Ports>, token: Place<String>) -> Response {
    match picture_of(&ports, &named(token)).await {
        Ok(response) => response,
        Err(instead) => *instead,
    }
}

/// The featured picture of an open round's post, as WebP, which every browser shows.
async fn picture_of(ports: &Ports, token: &str) -> Result<Response, Instead> {
    let (_, post) = open_round(ports, token).await?;
    let id = post.featured_media_id.ok_or_else(|| unknown(ports))?;
    file_of(ports, &post, id).await
}

async fn text_picture(State(ports): State<Ports>, place: Place<(String, String)>) -> Response {
    let (token, id) = named(place);
    match text_picture_of(&ports, &token, &id).await {
        Ok(response) => response,
        Err(instead) => *instead,
    }
}

/// A picture inside the text of an open round's post.
async fn text_picture_of(ports: &Ports, token: &str, id: &str) -> Result<Response, Instead> {
    let (_, post) = open_round(ports, token).await?;
    let id = id.parse().map(MediaId).map_err(|_| unknown(ports))?;
    file_of(ports, &post, id).await
}

async fn file_of(ports: &Ports, post: &Post, id: MediaId) -> Result<Response, Instead> {
    let media = ports
        .store
        .media(id)
        .await
        .map_err(|error| failed(ports, &error))?;
    let media = media
        .filter(|media| media.content_id == post.id)
        .ok_or_else(|| unknown(ports))?;
    let blob = ports
        .blobs
        .get(&media.webp_key)
        .await
        .map_err(|error| failed(ports, &ItemsError::Unavailable(error.to_string())))?;
    let blob = blob.ok_or_else(|| unknown(ports))?;
    // The type is ours, not the record's: nothing but a picture may come from this address.
    let content_type = HeaderValue::from_static("image/webp");
    let mut response = ([(header::CONTENT_TYPE, content_type)], blob.bytes).into_response();
    reply::guard(&mut response, "none");
    Ok(response)
}
