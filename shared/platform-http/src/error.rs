//! The error type of every route, and its JSON body.

use axum::response::{IntoResponse, Response};
use domain::platform::access::Refusal;
use domain::platform::requirements::Issue;
use http::{HeaderName, HeaderValue, StatusCode, header};
use items::{Contention, ItemsError};
use ports::BlobError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::code::Code;
use crate::context;

/// Invalid field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct IssueBody {
    /// Stable code.
    pub code: String,
    /// Name of the field.
    pub field: String,
    /// Suggested action, in Portuguese.
    pub message: String,
}

/// Body of every error response.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ErrorBody {
    /// Stable code.
    pub code: String,
    /// Error message, in Portuguese.
    pub message: String,
    /// Invalid fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub issues: Vec<IssueBody>,
    /// Request id, as in `X-Request-Id`.
    pub request_id: String,
    /// Technical detail; with APP_DEBUG=1 only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub debug: Option<String>,
}

/// The error response of a route.
#[derive(Debug, Clone)]
pub struct ApiError {
    code: Code,
    message: Option<String>,
    issues: Vec<IssueBody>,
    headers: Vec<(HeaderName, HeaderValue)>,
    debug: Option<String>,
    critical: bool,
}

impl ApiError {
    /// The error of `code`.
    pub const fn new(code: Code) -> Self {
        Self {
            code,
            message: None,
            issues: Vec::new(),
            headers: Vec::new(),
            debug: None,
            critical: false,
        }
    }

    /// Code of the error.
    pub const fn code(&self) -> Code {
        self.code
    }

    /// The invalid fields.
    pub fn issues(&self) -> &[IssueBody] {
        &self.issues
    }

    /// Replaces the message for users. It must not contain internal detail.
    #[must_use]
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }

    /// Replaces the message for users unless it was replaced before.
    #[must_use]
    pub fn or_message(mut self, message: &str) -> Self {
        self.message.get_or_insert_with(|| message.to_owned());
        self
    }

    /// Adds an invalid field.
    #[must_use]
    pub fn issue(mut self, code: &str, field: &str, message: impl Into<String>) -> Self {
        self.issues.push(IssueBody {
            code: code.to_owned(),
            field: field.to_owned(),
            message: message.into(),
        });
        self
    }

    pub(crate) fn with_issue(mut self, issue: IssueBody) -> Self {
        self.issues.push(issue);
        self
    }

    /// Names the invalid fields as members of `member`.
    #[must_use]
    pub fn within(mut self, member: &str) -> Self {
        for issue in &mut self.issues {
            issue.field = format!("{member}.{}", issue.field);
        }
        self
    }

    /// Adds technical detail for the log and for APP_DEBUG. It must not contain secrets.
    #[must_use]
    pub fn debug(mut self, detail: impl std::fmt::Display) -> Self {
        self.debug = Some(detail.to_string());
        self
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Adds `Retry-After`, in seconds.
    #[must_use]
    pub fn retry_after(self, seconds: u64) -> Self {
        self.header(header::RETRY_AFTER, HeaderValue::from(seconds))
    }

    /// 422 with the unmet minimum requirements.
    pub fn incomplete(issues: &[Issue]) -> Self {
        issues
            .iter()
            .fold(Self::new(Code::IncompleteContent), |error, issue| {
                error.issue(issue.code, issue.field, issue.message.clone())
            })
    }

    /// 422 with one invalid field.
    pub fn field(code: &str, field: &str, message: impl Into<String>) -> Self {
        Self::new(Code::InvalidFields).issue(code, field, message)
    }

    /// 500; the detail goes to the log only.
    pub fn internal(detail: impl std::fmt::Display) -> Self {
        Self::new(Code::Internal).debug(detail)
    }

    fn log(&self) {
        let (code, detail) = (self.code.name(), self.debug.as_deref().unwrap_or_default());
        match self.code.level() {
            tracing::Level::ERROR => {
                let severity = self.critical.then_some("critical");
                tracing::error!(target: "http", severity, code, detail, "request failed: {code}")
            }
            tracing::Level::WARN => {
                tracing::warn!(target: "http", code, detail, "request refused: {code}")
            }
            _ => tracing::debug!(target: "http", code, detail, "request refused"),
        }
    }
}

impl From<Code> for ApiError {
    fn from(code: Code) -> Self {
        Self::new(code)
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        Self::new(match refusal {
            Refusal::Role => Code::Forbidden,
            Refusal::OutOfScope => Code::NotFound,
        })
    }
}

impl From<ItemsError> for ApiError {
    /// Retries are exhausted when a conflict arrives here, so it becomes an error response.
    fn from(error: ItemsError) -> Self {
        let code = match error {
            ItemsError::Conflict { .. } => Code::Conflict,
            ItemsError::Unavailable(_) => Code::Unavailable,
            ItemsError::StorageFull(_) => Code::StorageFull,
            ItemsError::Defect(_) => Code::Internal,
        };
        // A record that cannot be read breaks an invariant.
        let critical = matches!(error, ItemsError::Defect(_));
        let error = Self::new(code).debug(error);
        Self { critical, ..error }
    }
}

impl From<Contention> for ApiError {
    fn from(contention: Contention) -> Self {
        Self::new(Code::Conflict).debug(contention)
    }
}

impl From<BlobError> for ApiError {
    fn from(error: BlobError) -> Self {
        let code = match error {
            BlobError::Full(_) => Code::StorageFull,
            BlobError::Unreadable(_) => Code::Internal,
            BlobError::Failed(_) => Code::Unavailable,
        };
        Self::new(code).debug(error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.log();
        let context = context::current();
        let body = ErrorBody {
            code: self.code.name().to_owned(),
            message: self
                .message
                .unwrap_or_else(|| self.code.message().to_owned()),
            issues: self.issues,
            request_id: context
                .as_ref()
                .map(|context| context.id.clone())
                .unwrap_or_default(),
            debug: self
                .debug
                .filter(|_| context.is_some_and(|context| context.debug)),
        };
        let status: StatusCode = self.code.status();
        let mut response = (status, axum::Json(body)).into_response();
        response.headers_mut().extend(self.headers);
        response
    }
}
