//! Mails to an agency's client.

use bytes::Bytes;
use ports::{Inline, MailMessage};
use url::Url;

use super::{Recipient, RenderError, require_web, templates};
use crate::wording;

/// The identifier under which the HTML refers to the post's picture (RFC 2392).
const PICTURE_ID: &str = "imagem-do-post";

/// The longest part of a title in a subject, in characters.
pub(super) const SUBJECT_TITLE: usize = 90;
/// The longest lead of a post in a mail, in characters.
const LEAD: usize = 320;

/// The post's picture as mail programs can show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// `image/jpeg` or `image/png`; some mail programs show nothing else.
    pub mime_type: String,
    /// The picture, small enough for a mail (1,200 pixels wide at most).
    pub bytes: Bytes,
    /// Text for those who do not see it.
    pub alt: String,
}

/// Asks the client for approval of a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalRequest {
    /// The client's site.
    pub site: String,
    /// Who wrote the post.
    pub author: String,
    /// The post's title.
    pub title: String,
    /// Its excerpt, or the beginning of its text.
    pub lead: String,
    /// Its picture.
    pub picture: Option<Picture>,
    /// When it is to be published, in words; none if right after approval.
    pub scheduled: Option<String>,
    /// The public page of this request: `{base_url}/aprovacao/{token}`. The pages of the three
    /// choices lie below it.
    pub page: Url,
}

/// Tells the client that a post is online.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostPublished {
    /// The client's site.
    pub site: String,
    /// The post's title.
    pub title: String,
    /// Its address on the site.
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
    /// The message for `to`, with the picture inside; fails if the page is no web address.
    pub fn message(&self, to: Recipient, message_id: String) -> Result<MailMessage, RenderError> {
        require_web(&self.page)?;
        let mut message = self.render()?.to(to, message_id);
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

    fn author(&self) -> String {
        wording::single_line(&self.author)
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

    fn picture_source(&self) -> String {
        format!("cid:{PICTURE_ID}")
    }

    fn choice(&self, name: &str) -> String {
        let mut page = self.page.clone();
        // An http address always has path segments.
        if let Ok(mut segments) = page.path_segments_mut() {
            segments.pop_if_empty().push(name);
        }
        page.into()
    }
}

impl PostPublished {
    /// The message for `to`; fails if the post's link is no web address.
    pub fn message(&self, to: Recipient, message_id: String) -> Result<MailMessage, RenderError> {
        require_web(&self.link)?;
        Ok(self.render()?.to(to, message_id))
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
