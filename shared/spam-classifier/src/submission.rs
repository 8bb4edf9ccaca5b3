//! What is assessed.

/// A comment or contact message with what is known about how it was sent. Fields that are not known keep their
/// default, which has no effect on the score.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Submission<'a> {
    /// Text as the visitor wrote it; HTML and BBCode are read as such. Of a contact form all text fields, one a line.
    pub text: &'a str,
    /// Name of the author.
    pub author: &'a str,
    /// E-mail address of the author.
    pub email: &'a str,
    /// Address of the author's website.
    pub author_url: &'a str,
    /// Network address of the sender.
    pub address: &'a str,
    /// `User-Agent` of the sender.
    pub user_agent: &'a str,
    /// Seconds between showing the form and sending it, if the form carries a trustworthy time.
    pub seconds: Option<u32>,
    /// Whether the field that people do not see was filled in.
    pub honeypot_filled: bool,
    /// Number of earlier submissions with the same [`crate::fingerprint`] on the site within the last day.
    pub repetitions: u32,
    /// Host name of the site; links to it are no signal.
    pub own_host: &'a str,
    /// Languages of the site's readers, such as `pt` and `en`; empty when not known.
    pub languages: &'a [&'a str],
    /// Entries of the site's list of disallowed words: words, addresses, parts of network addresses.
    pub disallowed: &'a [&'a str],
}
