//! Answers: security headers, the discovery of the interface, ETags.

use askama::Template;
use axum::body::Body;
use http::{HeaderName, HeaderValue, Method, Response, StatusCode, header};
use sha2::{Digest, Sha256};

use crate::style::{self, Style};
use crate::visit::{Found, Visit};

/// The hosts whose video players a text may embed; anything else in a frame stays blank.
const VIDEO_FRAMES: &str = "https://www.youtube.com https://youtube.com https://www.youtube-nocookie.com https://youtube-nocookie.com https://player.vimeo.com";

/// Whether others than this reader may keep an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// The same for all: kept, and asked for again by its tag.
    Public,
    /// Only for this reader.
    Nobody,
}

/// An answer before its common headers.
#[derive(Debug)]
pub struct Page {
    /// Status.
    pub status: StatusCode,
    content_type: &'static str,
    body: String,
    keeping: Keeping,
    policy: String,
    headers: Vec<(HeaderName, String)>,
}

/// The policy of a page: nothing but pictures, sounds, films, known players and its own style.
fn policy(style: &Style, form_action: &str, ancestors: &str) -> String {
    format!(
        "default-src 'none'; img-src 'self' https: data:; media-src 'self' https:; style-src {}; frame-src {VIDEO_FRAMES}; form-action {form_action}; base-uri 'none'; frame-ancestors {ancestors}",
        style.source
    )
}

impl Page {
    /// An HTML page.
    ///
    /// # Errors
    /// The template fails.
    pub fn html(template: &impl Template) -> Found<Self> {
        Ok(Self {
            status: StatusCode::OK,
            content_type: "text/html; charset=UTF-8",
            body: template.render()?,
            keeping: Keeping::Public,
            policy: policy(&style::PAGE, "'self'", "'self'"),
            headers: Vec::new(),
        })
    }

    /// The card that other sites show in a frame.
    ///
    /// # Errors
    /// The template fails.
    pub fn card(template: &impl Template) -> Found<Self> {
        let mut page = Self::html(template)?;
        page.policy = policy(&style::CARD, "'none'", "*");
        Ok(page.header(HeaderName::from_static("x-robots-tag"), "noindex"))
    }

    /// A document of another media type.
    ///
    /// # Errors
    /// The template fails.
    pub fn document(content_type: &'static str, template: &impl Template) -> Found<Self> {
        Ok(Self::text(content_type, template.render()?))
    }

    /// A text of another media type.
    pub fn text(content_type: &'static str, body: String) -> Self {
        Self {
            status: StatusCode::OK,
            content_type,
            body,
            keeping: Keeping::Public,
            policy: "default-src 'none'; frame-ancestors 'none'".to_owned(),
            headers: Vec::new(),
        }
    }

    /// A redirect to an address.
    pub fn redirect(status: StatusCode, to: &str) -> Self {
        let mut page = Self::text("text/plain; charset=UTF-8", String::new());
        page.status = status;
        page.keeping = Keeping::Nobody;
        page.header(header::LOCATION, to)
    }

    /// With another status.
    #[must_use]
    pub const fn status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// With a header; a value that no header can carry is left out.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// For this reader only.
    #[must_use]
    pub const fn private(mut self) -> Self {
        self.keeping = Keeping::Nobody;
        self
    }

    /// With forms that may lead to these addresses besides, and in no frame at all.
    #[must_use]
    pub fn guarded(mut self, form_targets: &str) -> Self {
        self.policy = policy(&style::PAGE, &format!("'self' {form_targets}"), "'none'");
        self.keeping = Keeping::Nobody;
        self
    }

    /// The answer to a request.
    pub fn respond(self, visit: &Visit) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        let tag = (self.keeping == Keeping::Public && self.status == StatusCode::OK)
            .then(|| tag(&self.body));
        let caching = match self.keeping {
            Keeping::Public => "public, no-cache",
            Keeping::Nobody => "private, no-store",
        };
        let headers = response.headers_mut();
        let mut put = |name: HeaderName, value: &str| {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.append(name, value);
            }
        };
        put(header::LINK, &visit.discovery());
        put(header::CACHE_CONTROL, caching);
        put(header::CONTENT_SECURITY_POLICY, &self.policy);
        put(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        put(header::REFERRER_POLICY, "strict-origin-when-cross-origin");
        for (name, value) in &self.headers {
            put(name.clone(), value);
        }
        let mut status = self.status;
        if let Some(tag) = &tag {
            put(header::ETAG, tag);
            if known(visit, tag) {
                status = StatusCode::NOT_MODIFIED;
            }
        }
        if status != StatusCode::NOT_MODIFIED {
            put(header::CONTENT_TYPE, self.content_type);
            if visit.parts.method == Method::HEAD {
                put(header::CONTENT_LENGTH, &self.body.len().to_string());
            } else {
                *response.body_mut() = Body::from(self.body);
            }
        }
        *response.status_mut() = status;
        response
    }
}

/// A weak tag: pages that read the same are the same.
fn tag(body: &str) -> String {
    let hash = hex::encode(Sha256::digest(body.as_bytes()));
    format!("W/\"{}\"", hash.get(..24).unwrap_or_default())
}

/// Whether the reader has this already (RFC 9110, 13.1.2).
fn known(visit: &Visit, tag: &str) -> bool {
    let given = visit.parts.headers.get_all(header::IF_NONE_MATCH).iter();
    let strong = tag.trim_start_matches("W/");
    given
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|one| one == "*" || one.trim_start_matches("W/") == strong)
}
