//! Outcomes of requests: responses whose body is not finished yet, and errors converted to them.

use http::{HeaderMap, HeaderValue, StatusCode, header};

use crate::{
    call::{App, Caller, Context, SiteContext},
    error::RestError,
    reply::{Content, Reply},
};

/// A response with the headers that depend on the route, before its body is finished.
pub(crate) struct Outcome {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) content: Content,
    pub(crate) failed: bool,
    pub(crate) keeps_links: bool,
}

impl Outcome {
    /// A successful response without headers.
    pub(crate) fn ok(content: Content) -> Self {
        Self {
            status: StatusCode::OK,
            headers: HeaderMap::new(),
            content,
            failed: false,
            keeps_links: false,
        }
    }

    /// Adds the header `Allow` with these methods, unless there are none.
    pub(crate) fn allow(&mut self, methods: &[&str]) {
        if let Ok(value) = HeaderValue::from_str(&methods.join(", "))
            && !methods.is_empty()
        {
            self.headers.insert(header::ALLOW, value);
        }
    }
}

impl From<Reply> for Outcome {
    fn from(reply: Reply) -> Self {
        Self {
            status: reply.status,
            headers: reply.headers,
            content: reply.content,
            failed: false,
            keeps_links: reply.keeps_links,
        }
    }
}

/// The context of a refused request: with its caller, or only the site when the caller is not identified yet.
pub(crate) enum Scope<'a, A: App> {
    Known(&'a Context<A>),
    Anonymous(&'a SiteContext),
}

impl<A: App> Scope<'_, A> {
    pub(crate) fn site(&self) -> &SiteContext {
        match self {
            Self::Known(context) => &context.site,
            Self::Anonymous(site) => site,
        }
    }

    pub(crate) fn signed_in(&self) -> bool {
        match self {
            Self::Known(context) => context.caller.signed_in(),
            Self::Anonymous(_) => false,
        }
    }
}

/// Converts an error to a response. Server errors are logged here, with their cause.
pub(crate) fn failure<A: App>(error: &RestError, scope: &Scope<'_, A>) -> Outcome {
    let signed_in = scope.signed_in();
    let status = error.http_status(signed_in);
    error.log_fault();
    let mut headers = HeaderMap::new();
    if let Some(seconds) = error.seconds_to_wait() {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    let body = error.envelope(scope.site().locale, signed_in);
    Outcome {
        status,
        headers,
        content: Content::Json(body),
        failed: true,
        keeps_links: false,
    }
}
