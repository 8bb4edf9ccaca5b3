//! Responses: security headers, discovery links, ETags.

use askama::Template;
use axum::body::Body;
use http::{HeaderName, HeaderValue, Method, Response, StatusCode, header};
use sha2::{Digest, Sha256};

use crate::page_request::{PageRequest, PageResult};
use crate::{sheet, style};

/// Hosts whose video players may be embedded; the policy blocks all other frames.
const VIDEO_FRAMES: &str = "https://www.youtube.com https://youtube.com https://www.youtube-nocookie.com https://youtube-nocookie.com https://player.vimeo.com";

/// Cacheability of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caching {
    /// Identical for all readers: cached and revalidated by its ETag.
    Public,
    /// Specific to one reader: not stored.
    Private,
}

/// Response before the common headers are added.
#[derive(Debug)]
pub struct Page {
    /// HTTP status.
    pub status: StatusCode,
    content_type: &'static str,
    body: String,
    caching: Caching,
    policy: Policy,
    headers: Vec<(HeaderName, String)>,
}

/// Content-Security-Policy of a response.
#[derive(Debug)]
enum Policy {
    /// Of a document that shows nothing.
    Document,
    /// Of a page: images, media, known video players, the page's own style sheet and active snippets only.
    Page {
        /// Source expression of the style sheet of the page.
        style: String,
        form_action: String,
        ancestors: &'static str,
        /// Whether the page shows snippets.
        has_snippets: bool,
        /// Whether the page shows a contact form.
        has_form: bool,
        /// Whether the page has the script of cards.
        is_card: bool,
        /// Source expression of the style sheet of the page's text; empty without one.
        text_style: String,
    },
}

impl Policy {
    fn header(&self, request: &PageRequest) -> String {
        let Self::Page {
            style,
            form_action,
            ancestors,
            has_snippets,
            has_form,
            is_card,
            text_style,
        } = self
        else {
            return "default-src 'none'; frame-ancestors 'none'".to_owned();
        };
        let theme = style::source_of(request.theme_css());
        let (mut styles, mut scripts) = (format!("{theme} {style}"), String::new());
        if !text_style.is_empty() {
            styles.push_str(&format!(" {text_style}"));
        }
        if *has_snippets {
            styles.push_str(&request.snippets.style_sources());
            scripts = request.snippets.script_sources();
        }
        if *has_form {
            styles.push_str(&format!(" {}", style::FORM.source));
            scripts.push_str(&format!(" {}", style::FORM_SCRIPT.source));
        }
        if *is_card {
            scripts.push_str(&format!(" {}", style::CARD_SCRIPT.source));
        }
        if !scripts.is_empty() {
            scripts = format!("script-src{scripts}; ");
        }
        // Forms are sent to the site's own interface. Tools that audit a page ask for `robots.txt` under its policy.
        format!(
            "default-src 'none'; connect-src 'self'; img-src 'self' https: data:; media-src 'self' https:; style-src {styles}; {scripts}frame-src {VIDEO_FRAMES}; form-action {form_action}; base-uri 'none'; frame-ancestors {ancestors}"
        )
    }
}

impl Page {
    /// HTML page.
    ///
    /// # Errors
    /// The template fails.
    pub fn html(template: &impl Template) -> PageResult<Self> {
        let mut body = template.render()?;
        let style = sheet::trim(&mut body, style::PAGE.text);
        Ok(Self {
            status: StatusCode::OK,
            content_type: "text/html; charset=UTF-8",
            body,
            caching: Caching::Public,
            policy: Policy::Page {
                style,
                form_action: "'self'".to_owned(),
                ancestors: "'self'",
                has_snippets: true,
                has_form: false,
                is_card: false,
                text_style: String::new(),
            },
            headers: Vec::new(),
        })
    }

    /// Card that other sites may show in a frame.
    ///
    /// # Errors
    /// The template fails.
    pub fn card(template: &impl Template) -> PageResult<Self> {
        let mut page = Self::html(template)?;
        page.policy = Policy::Page {
            style: style::CARD.source.clone(),
            form_action: "'none'".to_owned(),
            ancestors: "*",
            has_snippets: false,
            has_form: false,
            is_card: true,
            text_style: String::new(),
        };
        Ok(page.header(HeaderName::from_static("x-robots-tag"), "noindex"))
    }

    /// Document of another media type.
    ///
    /// # Errors
    /// The template fails.
    pub fn document(content_type: &'static str, template: &impl Template) -> PageResult<Self> {
        Ok(Self::text(content_type, template.render()?))
    }

    /// Text of another media type.
    pub fn text(content_type: &'static str, body: String) -> Self {
        Self {
            status: StatusCode::OK,
            content_type,
            body,
            caching: Caching::Public,
            policy: Policy::Document,
            headers: Vec::new(),
        }
    }

    /// Redirect to a URL.
    pub fn redirect(status: StatusCode, to: &str) -> Self {
        let mut page = Self::text("text/plain; charset=UTF-8", String::new());
        page.status = status;
        page.caching = Caching::Private;
        page.header(header::LOCATION, to)
    }

    /// Replaces the status.
    #[must_use]
    pub const fn status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// Adds a header; a value that is not valid in a header is dropped.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// Allows the style sheet of the page's text, of which the rules stay that the page uses.
    #[must_use]
    pub fn with_text_style(mut self, css: &str) -> Self {
        if let Policy::Page { text_style, .. } = &mut self.policy
            && !css.is_empty()
        {
            *text_style = sheet::trim(&mut self.body, css);
        }
        self
    }

    /// Allows the style sheet and the script of contact forms.
    #[must_use]
    pub const fn with_form(mut self) -> Self {
        if let Policy::Page { has_form, .. } = &mut self.policy {
            *has_form = true;
        }
        self
    }

    /// Marks the response as private.
    #[must_use]
    pub const fn private(mut self) -> Self {
        self.caching = Caching::Private;
        self
    }

    /// Allows form redirects to these origins as well, and forbids framing.
    #[must_use]
    pub fn guarded(mut self, form_targets: &str) -> Self {
        let style = match self.policy {
            Policy::Page { style, .. } => style,
            Policy::Document => style::PAGE.source.clone(),
        };
        self.policy = Policy::Page {
            style,
            form_action: format!("'self' {form_targets}"),
            ancestors: "'none'",
            has_snippets: false,
            has_form: false,
            is_card: false,
            text_style: String::new(),
        };
        self.caching = Caching::Private;
        self
    }

    /// HTTP response to a request.
    pub fn respond(self, request: &PageRequest) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        let tag = (self.caching == Caching::Public && self.status == StatusCode::OK)
            .then(|| tag(&self.body));
        let caching = match self.caching {
            Caching::Public => "public, no-cache",
            Caching::Private => "private, no-store",
        };
        let headers = response.headers_mut();
        let mut put = |name: HeaderName, value: &str| {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.append(name, value);
            }
        };
        put(header::LINK, &request.discovery());
        put(header::CACHE_CONTROL, caching);
        let policy = self.policy.header(request);
        put(header::CONTENT_SECURITY_POLICY, &policy);
        put(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        put(header::REFERRER_POLICY, "strict-origin-when-cross-origin");
        for (name, value) in &self.headers {
            put(name.clone(), value);
        }
        let mut status = self.status;
        if let Some(tag) = &tag {
            put(header::ETAG, tag);
            if known(request, tag) {
                status = StatusCode::NOT_MODIFIED;
            }
        }
        if status != StatusCode::NOT_MODIFIED {
            put(header::CONTENT_TYPE, self.content_type);
            if request.parts.method == Method::HEAD {
                put(header::CONTENT_LENGTH, &self.body.len().to_string());
            } else {
                *response.body_mut() = Body::from(self.body);
            }
        }
        *response.status_mut() = status;
        response
    }
}

/// Weak ETag of a body.
fn tag(body: &str) -> String {
    let hash = hex::encode(Sha256::digest(body.as_bytes()));
    format!("W/\"{}\"", hash.get(..24).unwrap_or_default())
}

/// Whether `If-None-Match` matches the ETag (RFC 9110, 13.1.2).
fn known(request: &PageRequest, tag: &str) -> bool {
    let given = request.parts.headers.get_all(header::IF_NONE_MATCH).iter();
    let strong = tag.trim_start_matches("W/");
    given
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|one| one == "*" || one.trim_start_matches("W/") == strong)
}
