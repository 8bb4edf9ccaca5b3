//! Responses whose body is read piece by piece.

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, Method, StatusCode};
use tokio::time::Instant;
use url::Url;

use crate::error::OutboundError;
use crate::request::Request;
use crate::response::Response;

/// A response with any status, whose body is still to be read. Dropping it closes the connection.
pub struct StreamedResponse {
    /// Status.
    pub status: StatusCode,
    /// Headers.
    pub headers: HeaderMap,
    /// Final URL, after redirects.
    pub url: Url,
    body: reqwest::Response,
    deadline: Option<Instant>,
    limit: usize,
    left: usize,
    cut_long_answer: bool,
    cut: bool,
}

impl StreamedResponse {
    /// The response to `request`, to be read until `deadline`.
    pub(crate) fn new(
        mut body: reqwest::Response,
        url: Url,
        request: &Request,
        deadline: Option<Instant>,
    ) -> Result<Self, OutboundError> {
        let limit = request.max_bytes;
        let announced = body.content_length().unwrap_or(0);
        let has_body = request.method != Method::HEAD;
        if has_body && !request.cut_long_answer && announced > limit as u64 {
            return Err(OutboundError::TooLarge { limit });
        }
        Ok(Self {
            status: body.status(),
            headers: std::mem::take(body.headers_mut()),
            url,
            body,
            deadline,
            limit,
            left: limit,
            cut_long_answer: request.cut_long_answer,
            cut: false,
        })
    }

    /// The first value of a header, if it is text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The next piece of the body, as the network delivers it; `None` at the end, and at the limit of a request that
    /// truncates. Cancelling this future loses nothing.
    ///
    /// # Errors
    ///
    /// [`OutboundError::TooLarge`], [`OutboundError::Timeout`] at the deadline of the request,
    /// [`OutboundError::Interrupted`] or [`OutboundError::Protocol`].
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, OutboundError> {
        if self.cut {
            return Ok(None);
        }
        let chunk = match self.deadline {
            Some(deadline) => tokio::time::timeout_at(deadline, self.body.chunk())
                .await
                .map_err(|_| OutboundError::Timeout)?,
            None => self.body.chunk().await,
        };
        let Some(chunk) = chunk.map_err(|error| OutboundError::from_transport(&error))? else {
            return Ok(None);
        };
        if chunk.len() <= self.left {
            self.left -= chunk.len();
            return Ok(Some(chunk));
        }
        if !self.cut_long_answer {
            return Err(OutboundError::TooLarge { limit: self.limit });
        }
        self.cut = true;
        Ok(Some(chunk.slice(..self.left)))
    }

    /// Reads the rest of the body.
    ///
    /// # Errors
    ///
    /// Those of [`chunk`](Self::chunk).
    pub async fn whole(mut self) -> Result<Response, OutboundError> {
        let mut body = BytesMut::new();
        while let Some(chunk) = self.chunk().await? {
            body.extend_from_slice(&chunk);
        }
        Ok(Response {
            status: self.status,
            headers: self.headers,
            url: self.url,
            body: body.freeze(),
            cut: self.cut,
        })
    }
}

/// Body and headers may contain secrets, so they are omitted.
impl std::fmt::Debug for StreamedResponse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StreamedResponse")
            .field("status", &self.status)
            .field("origin", &self.url.origin().ascii_serialization())
            .field("headers", &self.headers.len())
            .finish_non_exhaustive()
    }
}
