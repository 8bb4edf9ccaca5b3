//! The texts of a picture on their way to a host.

use domain::media::MediaTexts;
use markup::escape;

/// The texts for the host's attachment. People write plain text here, and hosts show title, caption
/// and description as HTML, so these are escaped on the way: whoever may describe a picture must not
/// be able to put scripts into a client's site through the login of somebody who may. The text for
/// those who do not see the picture is an attribute, which hosts escape themselves. An empty title
/// leaves the host's own, made from the file name.
pub fn attachment_texts(texts: &MediaTexts) -> host_client::MediaTexts {
    host_client::MediaTexts {
        alt_text: Some(texts.alt_text.clone()),
        title: Some(html(&texts.title)).filter(|title| !title.is_empty()),
        caption: Some(html(&texts.caption)),
        description: Some(html(&texts.description)),
    }
}

/// Quotation marks need no escaping between tags, and look odd where a host escapes once more.
fn html(text: &str) -> String {
    escape::text(text)
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_plain_on_the_host() {
        let texts = MediaTexts {
            alt_text: "1 < 2 & \"três\"".into(),
            title: String::new(),
            caption: "<script>alert('x')</script>".into(),
            description: "Tom & Jerry dizem \"oi\" &quot;".into(),
        };
        let sent = attachment_texts(&texts);
        assert_eq!(sent.alt_text.as_deref(), Some("1 < 2 & \"três\""));
        assert_eq!(sent.title, None);
        assert_eq!(
            sent.caption.as_deref(),
            Some("&lt;script&gt;alert('x')&lt;/script&gt;")
        );
        assert_eq!(
            sent.description.as_deref(),
            Some("Tom &amp; Jerry dizem \"oi\" &amp;quot;")
        );
    }
}
