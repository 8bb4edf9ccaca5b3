//! Files sent as `multipart/form-data` (RFC 7578).

use std::collections::BTreeMap;

use axum::extract::multipart::MultipartError;
use axum::extract::{FromRequest, Multipart, Request};
use bytes::Bytes;
use http::StatusCode;

use crate::code::Code;
use crate::error::ApiError;

/// Longest text part, in bytes.
const TEXT_LIMIT: usize = 64 * 1024;
/// Largest number of parts in a form.
const PARTS: usize = 32;

/// A form: its file (the part called `file`) and its text parts.
#[derive(Debug, Clone, Default)]
pub struct Upload {
    /// The file.
    pub file: Option<UploadedFile>,
    /// The other parts.
    pub texts: BTreeMap<String, String>,
}

/// The file of a form. Name and type are what the client claims.
#[derive(Debug, Clone)]
pub struct UploadedFile {
    /// Claimed name.
    pub name: String,
    /// Content.
    pub bytes: Bytes,
}

fn refused(error: &MultipartError) -> ApiError {
    let code = if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Code::PayloadTooLarge
    } else {
        Code::InvalidMultipart
    };
    ApiError::new(code).debug(error.body_text())
}

impl<S: Send + Sync> FromRequest<S> for Upload {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let mut form = Multipart::from_request(request, state)
            .await
            .map_err(|rejection| {
                ApiError::new(Code::UnsupportedMediaType)
                    .message("Envie o arquivo como multipart/form-data.")
                    .debug(rejection)
            })?;
        let mut upload = Self::default();
        let mut parts = 0;
        while let Some(field) = form.next_field().await.map_err(|error| refused(&error))? {
            parts += 1;
            if parts > PARTS {
                return Err(Code::InvalidMultipart.into());
            }
            let name = field.name().unwrap_or_default().to_owned();
            if name == "file" {
                let file_name = field.file_name().unwrap_or_default().to_owned();
                let bytes = field.bytes().await.map_err(|error| refused(&error))?;
                upload.file = Some(UploadedFile {
                    name: file_name,
                    bytes,
                });
            } else {
                let bytes = field.bytes().await.map_err(|error| refused(&error))?;
                if bytes.len() > TEXT_LIMIT {
                    return Err(ApiError::new(Code::PayloadTooLarge)
                        .message("Um dos textos é longo demais.")
                        .issue("too_long", &name, "Encurte este texto."));
                }
                let text = String::from_utf8(bytes.to_vec())
                    .map_err(|_| ApiError::new(Code::InvalidMultipart))?;
                upload.texts.insert(name, text);
            }
        }
        Ok(upload)
    }
}
