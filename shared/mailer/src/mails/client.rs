//! E-mails to a client of the agency.

use bytes::Bytes;
use markup::diff::Kind;
use ports::{Inline, MailMessage};
use settings::Agency;
use url::Url;

use super::{Recipient, RenderError, require_web, templates};
use crate::revision::Revision;
use crate::wording;
use crate::writer::Writer;

/// Content id of the post's image in the HTML part (RFC 2392).
const PICTURE_ID: &str = "imagem-do-post";

/// Longest part of a title in a subject, in characters.
pub(super) const SUBJECT_TITLE: usize = 90;
/// Longest lead of a post in an e-mail, in characters.
const LEAD: usize = 320;

/// Image of a post in an e-mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// `image/jpeg` or `image/png`, the formats that all mail clients display.
    pub mime_type: String,
    /// Content of the image, scaled for e-mail (at most 1,200 pixels wide).
    pub bytes: Bytes,
    /// Alternative text.
    pub alt: String,
}

/// Asks the client to approve a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalRequest {
    /// Name of the client's site.
    pub site: String,
    /// The post's author.
    pub author: Writer,
    /// Title of the post.
    pub title: String,
    /// Excerpt of the post, or the beginning of its body.
    pub lead: String,
    /// Featured image of the post.
    pub picture: Option<Picture>,
    /// Publication date, formatted for readers; `None` if the post is published on approval.
    pub scheduled: Option<String>,
    /// Public URL of the approval round: `{base_url}/aprovacao/{token}`. The pages of the three decisions
    /// are below it.
    pub page: Url,
    /// The client's last answer and what changed since, when this is a new version.
    pub revision: Option<Revision>,
}

/// Informs the client that a post is online.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostPublished {
    /// Name of the client's site.
    pub site: String,
    /// Title of the post.
    pub title: String,
    /// URL of the post on the site.
    pub link: Url,
}

templates!(
    ApprovalRequest,
    "approval_request/subject.txt",
    "approval_request/text.txt",
    "approval_request/body.html"
);
templates!(
    PostPublished,
    "post_published/subject.txt",
    "post_published/text.txt",
    "post_published/body.html"
);

impl ApprovalRequest {
    /// Renders the message for `to` with its image; fails if the page is not an http or https URL.
    pub fn message(
        &self,
        agency: Option<&Agency>,
        to: Recipient,
        message_id: String,
    ) -> Result<MailMessage, RenderError> {
        require_web(&self.page)?;
        let mut message = self.render(agency)?.to(agency, to, message_id);
        message
            .inline
            .extend(self.picture.as_ref().map(|picture| Inline {
                content_id: PICTURE_ID.to_owned(),
                mime_type: picture.mime_type.clone(),
                bytes: picture.bytes.clone(),
            }));
        Ok(message)
    }

    fn site(&self) -> String {
        wording::single_line(&self.site)
    }

    fn title(&self) -> String {
        wording::single_line(&self.title)
    }

    fn short_title(&self) -> String {
        wording::shortened(&self.title, SUBJECT_TITLE)
    }

    fn lead(&self) -> String {
        wording::shortened(&self.lead, LEAD)
    }

    const fn subject_start(&self) -> &'static str {
        if self.revision.is_some() {
            "Nova versão para sua aprovação"
        } else {
            "Para sua aprovação"
        }
    }

    fn opening(&self) -> String {
        let author = self.author.at_start();
        if self.revision.is_some() {
            format!("{author} preparou uma nova versão deste post para o site")
        } else {
            format!("{author} preparou um novo post para o site")
        }
    }

    fn picture_source(&self) -> String {
        format!("cid:{PICTURE_ID}")
    }

    fn choice(&self, name: &str) -> String {
        let mut page = self.page.clone();
        // An http URL always has path segments.
        if let Ok(mut segments) = page.path_segments_mut() {
            segments.pop_if_empty().push(name);
        }
        page.into()
    }
}

impl PostPublished {
    /// Renders the message for `to`; fails if the link is not an http or https URL.
    pub fn message(
        &self,
        agency: Option<&Agency>,
        to: Recipient,
        message_id: String,
    ) -> Result<MailMessage, RenderError> {
        require_web(&self.link)?;
        Ok(self.render(agency)?.to(agency, to, message_id))
    }

    fn site(&self) -> String {
        wording::single_line(&self.site)
    }

    fn title(&self) -> String {
        wording::single_line(&self.title)
    }

    fn short_title(&self) -> String {
        wording::shortened(&self.title, SUBJECT_TITLE)
    }
}
