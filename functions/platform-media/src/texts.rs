//! The texts of a picture, which are plain text.

use domain::direction;
use domain::platform::limits::ALT_TEXT_CHARS;
use domain::platform::media::MediaTexts;
use platform_http::{ApiError, Code};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

/// Longest caption in characters.
pub(crate) const CAPTION_CHARS: usize = 2_000;

/// Texts to change. Members that are not sent stay as they are; `null` clears.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub(crate) struct TextsInput {
    /// Alternative text, one line, at most 500 characters.
    #[serde(default, deserialize_with = "sent")]
    #[schema(max_length = 500)]
    pub alt_text: Option<String>,
    /// Title, one line, at most 300 characters.
    #[serde(default, deserialize_with = "sent")]
    #[schema(max_length = 300)]
    pub title: Option<String>,
    /// Caption, at most 2,000 characters.
    #[serde(default, deserialize_with = "sent")]
    #[schema(max_length = 2000)]
    pub caption: Option<String>,
    /// Description, at most 5,000 characters.
    #[serde(default, deserialize_with = "sent")]
    #[schema(max_length = 5000)]
    pub description: Option<String>,
}

fn sent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text: Option<String> = Option::deserialize(deserializer)?;
    Ok(Some(text.unwrap_or_default()))
}

impl TextsInput {
    /// `before` with the texts that were sent, trimmed.
    ///
    /// # Errors
    /// 422 with every invalid text.
    pub(crate) fn apply(self, before: &MediaTexts) -> Result<MediaTexts, ApiError> {
        let mut after = before.clone();
        let mut issues = Vec::new();
        for (field, text, place, most, lines) in [
            (
                "alt_text",
                self.alt_text,
                &mut after.alt_text,
                ALT_TEXT_CHARS,
                false,
            ),
            ("title", self.title, &mut after.title, 300, false),
            (
                "caption",
                self.caption,
                &mut after.caption,
                CAPTION_CHARS,
                true,
            ),
            (
                "description",
                self.description,
                &mut after.description,
                5_000,
                true,
            ),
        ] {
            let Some(text) = text else { continue };
            let text = if lines {
                text.replace("\r\n", "\n")
            } else {
                direction::without_controls(&text).into_owned()
            };
            let text = text.trim();
            let strange = |c: char| c.is_control() && !(lines && matches!(c, '\n' | '\t'));
            if text.chars().count() > most || text.contains(strange) {
                issues.push((field, most, lines));
            } else {
                text.clone_into(place);
            }
        }
        if issues.is_empty() {
            return Ok(after);
        }
        let error = ApiError::new(Code::InvalidFields);
        Err(issues
            .into_iter()
            .fold(error, |error, (field, most, lines)| {
                let one_line = if lines { "" } else { ", em uma só linha" };
                let message = format!("Este texto pode ter até {most} caracteres{one_line}.");
                error.issue("invalid_text", field, message)
            }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> TextsInput {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn what_is_not_sent_stays_and_null_empties() {
        let before = MediaTexts {
            alt_text: "a".into(),
            title: "b".into(),
            caption: "c".into(),
            description: "d".into(),
        };
        let after = read(r#"{"alt_text": null, "title": "", "caption": " x\r\ny "}"#)
            .apply(&before)
            .unwrap();
        assert_eq!(
            after,
            MediaTexts {
                alt_text: String::new(),
                title: String::new(),
                caption: "x\ny".into(),
                description: "d".into(),
            }
        );
    }

    #[test]
    fn texts_have_their_lengths_and_lines() {
        let apply = |input: TextsInput| input.apply(&MediaTexts::default()).is_ok();
        let title = |title: String| TextsInput {
            title: Some(title),
            ..TextsInput::default()
        };
        assert!(apply(title("á".repeat(300))));
        assert!(!apply(title("a".repeat(301))));
        assert!(!apply(title("a\nb".into())));
        assert!(!apply(title("a\0b".into())));
        let caption = |caption: &str| TextsInput {
            caption: Some(caption.to_owned()),
            ..TextsInput::default()
        };
        assert!(apply(caption("a\nb\tc")));
        assert!(!apply(caption("a\u{1b}b")));
    }
}
