//! Requests for suggestions and for the usage.

use serde_json::{Value, json};

/// What is suggested, as the route names it.
pub const TYPES: [&str; 8] = [
    "seo-title",
    "meta-description",
    "product-seo-title",
    "product-meta-description",
    "product-taxonomy-seo-title",
    "product-taxonomy-meta-description",
    "taxonomy-seo-title",
    "taxonomy-meta-description",
];

/// Most characters of the text that is sent.
pub const CONTENT_LIMIT: usize = 20_000;

/// Most characters of the language and of the platform.
const LANGUAGE_CHARS: usize = 35;
/// Most texts of an answer that are passed on.
const MOST_TEXTS: usize = 10;
/// Most characters of such a text.
const TEXT_CHARS: usize = 1_000;

/// A request for suggestions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    kind: &'static str,
    /// The text.
    pub content: String,
    /// Focus keyword.
    pub focus_keyphrase: String,
    /// Language tag.
    pub language: String,
    /// Where the suggestion will be shown.
    pub platform: String,
}

impl Request {
    /// A request of one of [`TYPES`]. The text is reduced to plain text of [`CONTENT_LIMIT`] characters.
    pub fn new(
        kind: &str,
        content: &str,
        focus_keyphrase: &str,
        language: &str,
        platform: &str,
    ) -> Option<Self> {
        Some(Self {
            kind: TYPES.into_iter().find(|known| *known == kind)?,
            content: crate::text::plain(content, CONTENT_LIMIT),
            focus_keyphrase: crate::text::plain(focus_keyphrase, 300),
            language: crate::text::plain(language, LANGUAGE_CHARS),
            platform: crate::text::plain(platform, LANGUAGE_CHARS),
        })
    }

    /// Whether a title is wanted, otherwise a description.
    pub fn is_title(&self) -> bool {
        self.kind.ends_with("seo-title")
    }

    /// The path below the service's address.
    pub fn path(&self) -> String {
        format!("suggestions/{}", self.kind)
    }

    /// The body.
    pub fn body(&self, service: &str, user: u64) -> Value {
        json!({
            "service": service,
            "user_id": user.to_string(),
            "subject": {
                "content": self.content,
                "focus_keyphrase": self.focus_keyphrase,
                "language": self.language,
                "platform": self.platform,
            },
        })
    }
}

/// The texts of an answer, plain and of bounded number and length; none when it holds none.
pub fn texts(answer: &Value) -> Vec<String> {
    let choices = answer.get("choices").and_then(Value::as_array);
    let read = |choice: &Value| {
        let text = choice.get("text").unwrap_or(choice);
        text.as_str()
            .map(|text| crate::text::plain(text, TEXT_CHARS))
    };
    let texts = choices.into_iter().flatten().filter_map(read);
    texts.take(MOST_TEXTS).collect()
}

/// The path of the usage below the service's address.
pub const fn usage_path(subscribed: bool) -> &'static str {
    if subscribed {
        "usage/month"
    } else {
        "usage/free-usages"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request() {
        let request = Request::new("seo-title", "<p>Um  texto</p>", "pão", "pt", "search").unwrap();
        assert_eq!(request.path(), "suggestions/seo-title");
        assert_eq!(
            request.body("openai", 7),
            json!({
                "service": "openai",
                "user_id": "7",
                "subject": {"content": "Um texto", "focus_keyphrase": "pão", "language": "pt", "platform": "search"},
            })
        );
    }

    #[test]
    fn titles_and_descriptions() {
        for kind in TYPES {
            let request = Request::new(kind, "", "", "", "").unwrap();
            assert_eq!(request.is_title(), !kind.contains("description"), "{kind}");
        }
        assert_eq!(Request::new("outro", "", "", "", ""), None);
    }

    #[test]
    fn long_texts_are_cut() {
        let request = Request::new("seo-title", &"é".repeat(30_000), "", "", "").unwrap();
        assert_eq!(request.content.chars().count(), CONTENT_LIMIT);
    }

    #[test]
    fn answers() {
        let answer = json!({"choices": [{"text": "Um"}, {"text": 2}, "Dois"]});
        assert_eq!(texts(&answer), ["Um", "Dois"]);
        assert!(texts(&json!({})).is_empty());
        assert!(texts(&json!([])).is_empty());
        let many = json!({"choices": vec![json!({"text": "x".repeat(5_000)}); 100]});
        assert_eq!(texts(&many), vec!["x".repeat(TEXT_CHARS); MOST_TEXTS]);
        assert_eq!(usage_path(false), "usage/free-usages");
        assert_eq!(usage_path(true), "usage/month");
    }
}
