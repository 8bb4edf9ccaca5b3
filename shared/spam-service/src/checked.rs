//! What the service is told about a comment or message.

use serde::{Deserialize, Serialize};

/// A comment or message with its circumstances. Callers keep it with what was checked: a later report has to repeat
/// the fields of the check. The server variables that some clients add are not sent, as they say nothing about the
/// text and much about the host.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Checked {
    /// Address of the site's front page.
    pub blog: String,
    /// Languages of the site, such as `pt_br`.
    pub blog_lang: String,
    /// Character set of the site.
    pub blog_charset: String,
    /// Network address of the sender.
    pub user_ip: String,
    /// `User-Agent` of the sender.
    pub user_agent: String,
    /// `Referer` of the sender.
    pub referrer: String,
    /// Address of the page that the text belongs to.
    pub permalink: String,
    /// Kind: `comment`, `contact-form`, `reply`, and others.
    pub comment_type: String,
    /// Name of the author.
    pub comment_author: String,
    /// E-mail address of the author.
    pub comment_author_email: String,
    /// Address of the author's website.
    pub comment_author_url: String,
    /// Text.
    pub comment_content: String,
    /// Time of the text, in the form of RFC 3339 in UTC.
    pub comment_date_gmt: String,
    /// Identifier of the post.
    pub comment_post_id: String,
    /// Identifier of the comment that is answered.
    pub comment_parent: String,
    /// Time of the post's last change, in the form of RFC 3339 in UTC.
    pub comment_post_modified_gmt: String,
    /// Role of a signed-in author. The service takes texts of an `administrator` for legitimate.
    pub user_role: String,
    /// Why a text is checked again, such as `recheck_queue`.
    pub recheck_reason: String,
    /// Whether this is a test, from which the service is not to learn.
    pub is_test: bool,
}

impl Checked {
    /// The fields of a request; those without a value are left out.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = [
            ("blog", &self.blog),
            ("blog_lang", &self.blog_lang),
            ("blog_charset", &self.blog_charset),
            ("user_ip", &self.user_ip),
            ("user_agent", &self.user_agent),
            ("referrer", &self.referrer),
            ("permalink", &self.permalink),
            ("comment_type", &self.comment_type),
            ("comment_author", &self.comment_author),
            ("comment_author_email", &self.comment_author_email),
            ("comment_author_url", &self.comment_author_url),
            ("comment_content", &self.comment_content),
            ("comment_date_gmt", &self.comment_date_gmt),
            ("comment_post_ID", &self.comment_post_id),
            ("comment_parent", &self.comment_parent),
            ("comment_post_modified_gmt", &self.comment_post_modified_gmt),
            ("user_role", &self.user_role),
            ("recheck_reason", &self.recheck_reason),
        ];
        let test = self.is_test.then_some(("is_test", "1"));
        let given = fields
            .into_iter()
            .map(|(name, value)| (name, value.as_str()));
        given.filter(|(_, value)| !value.is_empty()).chain(test)
    }
}
