//! What makes a submission spam without asking a filter, and what a filter is told.

use crate::form::ContactForm;
use crate::submission::Submission;
use crate::tag::{FormTag, Kind};

/// Shortest user agent that a browser sends.
const USER_AGENT: usize = 2;

/// Whether a submission is spam by itself: no user agent, a filled trap, or a disallowed word of the site.
pub(super) fn is_spam(
    sent: &Submission,
    user_agent: &str,
    remote_ip: &str,
    disallowed: &[String],
) -> bool {
    if user_agent.trim().chars().count() < USER_AGENT || sent.is_trapped() {
        return true;
    }
    let text = format!("{}\n{remote_ip}\n{user_agent}", sent.text()).to_lowercase();
    let mut words = disallowed.iter().map(|word| word.trim().to_lowercase());
    words.any(|word| !word.is_empty() && text.contains(&word))
}

/// The sender of a submission, as spam filters want it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sender {
    /// The name.
    pub name: String,
    /// The e-mail address.
    pub email: String,
    /// The web address.
    pub url: String,
    /// The text.
    pub content: String,
    /// Whether the form has a field marked for the filter.
    pub is_marked: bool,
}

/// Reads the sender: from fields marked with `akismet:author`, `akismet:author_email` and `akismet:author_url`
/// (`spamfilter:` is the same), else from the first fields of the right kind.
pub fn sender(form: &ContactForm, sent: &Submission) -> Sender {
    let tags = form.tags();
    let marked = |what: &str| {
        tags.iter().find(|tag| {
            let mut marks = tag.all("akismet").chain(tag.all("spamfilter"));
            marks.any(|mark| mark == what)
        })
    };
    let first = |fits: &dyn Fn(&FormTag) -> bool| tags.iter().find(|tag| fits(tag));
    let value = |tag: Option<&FormTag>| {
        tag.map(|tag| sent.value(&tag.name).to_owned())
            .unwrap_or_default()
    };
    let (name, email, url) = (
        marked("author"),
        marked("author_email"),
        marked("author_url"),
    );
    let texts: Vec<&str> = tags
        .iter()
        .filter(|tag| tag.kind == Kind::Textarea)
        .map(|tag| sent.value(&tag.name))
        .filter(|text| !text.is_empty())
        .collect();
    Sender {
        is_marked: name.or(email).or(url).is_some(),
        name: value(name.or_else(|| {
            first(&|tag| tag.option("autocomplete") == Some("name"))
                .or_else(|| first(&|tag| tag.kind == Kind::Text))
        })),
        email: value(email.or_else(|| first(&|tag| tag.kind == Kind::Email))),
        url: value(url.or_else(|| first(&|tag| tag.kind == Kind::Url))),
        content: match texts.is_empty() {
            true => sent.text(),
            false => texts.join("\n\n"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::template::{Site, new_form};
    use crate::submission::{HONEYPOT, Part};

    fn sent(values: &[(&str, &str)]) -> Submission {
        let part = |(name, value): &(&str, &str)| Part::Text {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
        };
        Submission::read(values.iter().map(part).collect(), &[])
    }

    #[test]
    fn what_is_spam_by_itself() {
        let words = ["Cassino".to_owned(), " ".to_owned()];
        let spam = |values: &[(&str, &str)], agent: &str| {
            is_spam(&sent(values), agent, "192.0.2.1", &words)
        };
        assert!(!spam(&[("m", "Olá")], "Firefox"));
        assert!(spam(&[("m", "Olá")], ""));
        assert!(spam(&[("m", "Olá")], "x"));
        assert!(spam(&[("m", "melhor CASSINO")], "Firefox"));
        assert!(spam(&[("m", "Olá"), (HONEYPOT, "x")], "Firefox"));
        assert!(is_spam(
            &sent(&[]),
            "Firefox",
            "192.0.2.1",
            &["192.0.2.".to_owned()]
        ));
    }

    #[test]
    fn marked_fields_name_the_sender() {
        let mut form = new_form(&Site {
            domain: "loja.example",
            locale: "pt_BR",
        });
        let values = sent(&[
            ("your-name", "Ana"),
            ("your-email", "a@b.co"),
            ("your-message", "Oi"),
            ("quem", "Bia"),
        ]);
        let guessed = sender(&form, &values);
        assert_eq!(
            (guessed.name.as_str(), guessed.email.as_str()),
            ("Ana", "a@b.co")
        );
        assert_eq!((guessed.content.as_str(), guessed.is_marked), ("Oi", false));
        form.form.push_str("[text quem akismet:author]");
        let marked = sender(&form, &values);
        assert_eq!((marked.name.as_str(), marked.is_marked), ("Bia", true));
    }
}
