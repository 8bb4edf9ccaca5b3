//! Extractors that answer invalid input with a 4xx in the error envelope and name the field.

use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header;
use http::request::Parts;
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::error::Category;
use utoipa::{IntoParams, ToSchema};

use crate::code::Code;
use crate::declared_limits;
use crate::error::ApiError;
use crate::field_error::FieldError;
use crate::objects::Objects;

/// A JSON body: 415 when it is declared as something else, 400 when malformed, 422 when a member
/// is invalid or larger than the schema of `T` allows (with its path), 413 when too large. Unknown members are ignored.
#[derive(Debug, Clone, Copy, Default)]
pub struct Json<T>(pub T);

impl<S, T> FromRequest<S> for Json<T>
where
    S: Send + Sync,
    T: DeserializeOwned + ToSchema + 'static,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let is_json = declares_json(&request);
        let body = buffered(request, state).await?;
        if !is_json {
            return Err(Code::UnsupportedMediaType.into());
        }
        read_limited::<T, _>(&body).map(Self)
    }
}

/// Refuses a body that is far larger than the schema of `T` allows, and reads any other. A body that is no JSON is left to
/// [`read_json`].
fn read_limited<T: ToSchema + 'static, R: DeserializeOwned>(body: &[u8]) -> Result<R, ApiError> {
    if declared_limits::can_exceed(body.len())
        && let Ok(sent) = serde_json::from_slice(body)
    {
        declared_limits::of_body::<T>(&sent).refuse()?;
    }
    read_json(body)
}

fn declares_json(request: &Request) -> bool {
    let declared = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse::<mime::Mime>().ok());
    declared.is_some_and(|mime| {
        mime.type_() == mime::APPLICATION
            && (mime.subtype() == mime::JSON || mime.suffix() == Some(mime::JSON))
    })
}

async fn buffered<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    Bytes::from_request(request, state)
        .await
        .map_err(|rejection| match rejection {
            BytesRejection::FailedToBufferBody(failure)
                if failure.status() == http::StatusCode::PAYLOAD_TOO_LARGE =>
            {
                ApiError::new(Code::PayloadTooLarge)
            }
            other => ApiError::new(Code::InvalidJson).debug(other),
        })
}

/// An optional JSON body: an empty body or `null` is the default; anything else is read as [`Json`].
#[derive(Debug, Clone, Copy, Default)]
pub struct OptionalJson<T>(pub T);

impl<S, T> FromRequest<S> for OptionalJson<T>
where
    S: Send + Sync,
    T: DeserializeOwned + Default + ToSchema + 'static,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let is_json = declares_json(&request);
        let body = buffered(request, state).await?;
        if body.is_empty() {
            return Ok(Self(T::default()));
        }
        if !is_json {
            return Err(Code::UnsupportedMediaType.into());
        }
        let sent: Option<T> = read_limited::<T, _>(&body)?;
        Ok(Self(sent.unwrap_or_default()))
    }
}

/// Reads JSON text into `T`, with the errors of [`Json`].
pub fn read_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    // Some types take values of every form; a body is an object.
    let is_list = body.trim_ascii_start().first() == Some(&b'[');
    if is_list && serde_json::from_slice::<IgnoredAny>(body).is_ok() {
        return Err(ApiError::new(Code::InvalidFields).with_issue(FieldError::NO_OBJECT.issue()));
    }
    let mut reader = serde_json::Deserializer::from_slice(body);
    let value: T = serde_path_to_error::deserialize(Objects(&mut reader)).map_err(|error| {
        let field_error = FieldError::of(&error);
        let inner = error.into_inner();
        let is_json = match inner.classify() {
            Category::Data if !is_list => true,
            // Where one of several names is expected, another value than a text counts as an error of the syntax, and where an
            // object is expected, half a list as an error of the data.
            Category::Data | Category::Syntax => serde_json::from_slice::<IgnoredAny>(body).is_ok(),
            Category::Eof | Category::Io => false,
        };
        let error = if is_json {
            ApiError::new(Code::InvalidFields).with_issue(field_error.issue())
        } else {
            ApiError::new(Code::InvalidJson)
        };
        error.debug(place(&inner))
    })?;
    reader
        .end()
        .map_err(|error| ApiError::new(Code::InvalidJson).debug(place(&error)))?;
    Ok(value)
}

/// The position of a JSON error. The parser's own message is not used because it quotes the input, which may contain
/// a password.
fn place(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    format!(
        "{:?} error at line {line} column {column}",
        error.classify()
    )
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// Query parameters: 422 when one is invalid, or larger than `T` declares.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query<T>(pub T);

impl<S, T> FromRequestParts<S> for Query<T>
where
    S: Send + Sync,
    T: DeserializeOwned + IntoParams + 'static,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if declared_limits::can_exceed(parts.uri.query().map_or(0, str::len)) {
            let sent = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(&parts.uri);
            let sent = sent.map_err(|_| ApiError::new(Code::InvalidParameter))?.0;
            declared_limits::of_query::<T>(&sent).refuse_as(Code::InvalidParameter)?;
        }
        axum::extract::Query::<T>::from_request_parts(parts, state)
            .await
            .map(|query| Self(query.0))
            .map_err(|rejection| {
                // The parser's message is omitted because it quotes the input.
                let error = ApiError::new(Code::InvalidParameter);
                match field_error(&rejection) {
                    Some(field_error) => error.with_issue(field_error.issue()),
                    None => error,
                }
            })
    }
}

/// The cause of a rejected query, which is nested in the framework's error.
fn field_error(rejection: &QueryRejection) -> Option<FieldError> {
    let mut cause = std::error::Error::source(rejection);
    while let Some(error) = cause {
        if let Some(found) =
            error.downcast_ref::<serde_path_to_error::Error<serde::de::value::Error>>()
        {
            return Some(FieldError::of(found));
        }
        cause = error.source();
    }
    None
}

/// Path parameters: 404 when one is invalid, since no record can have it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Path<T>(pub T);

impl<S, T> FromRequestParts<S> for Path<T>
where
    S: Send + Sync,
    T: DeserializeOwned + Send,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        axum::extract::Path::<T>::from_request_parts(parts, state)
            .await
            .map(|path| Self(path.0))
            .map_err(|_| Code::NotFound.into())
    }
}
