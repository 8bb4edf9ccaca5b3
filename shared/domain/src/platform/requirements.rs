//! What a post must have before it is sent for approval, published or scheduled
//! (docs/interface/platform/posts.md#minimum-requirements).

use serde::Serialize;

use crate::faq::MINIMUM_QUESTIONS;
use crate::platform::post::Post;

/// The fewest characters of plain text in a body.
pub const MINIMUM_BODY_CHARS: usize = 300;

/// One unmet requirement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Issue {
    /// Stable error code for API clients.
    pub code: &'static str,
    /// The field to correct.
    pub field: &'static str,
    /// Instruction in Portuguese.
    pub message: String,
}

/// The unmet requirements of a post, in the order of the form; empty when all are met.
pub fn unmet(post: &Post) -> Vec<Issue> {
    let mut issues = Vec::new();
    if post.fields.title.trim().is_empty() {
        issues.push(Issue {
            code: "title_missing",
            field: "title",
            message: "Escreva um título.".into(),
        });
    }
    if post.body_chars < MINIMUM_BODY_CHARS {
        let characters = if post.body_chars == 1 {
            "caractere"
        } else {
            "caracteres"
        };
        issues.push(Issue {
            code: "body_too_short",
            field: "body",
            message: format!(
                "O texto tem {} {characters}; escreva pelo menos {MINIMUM_BODY_CHARS}.",
                post.body_chars
            ),
        });
    }
    let faq = &post.fields.faq_data;
    if faq.enabled && faq.complete_questions() < MINIMUM_QUESTIONS {
        issues.push(Issue {
            code: "faq_incomplete",
            field: "faq_data",
            message: format!(
                "O FAQ está ativado: complete pelo menos {MINIMUM_QUESTIONS} perguntas com resposta (há {}).",
                faq.complete_questions()
            ),
        });
    }
    if post.featured_media_id.is_none() {
        issues.push(Issue {
            code: "featured_image_missing",
            field: "media",
            message: "Envie uma imagem de destaque.".into(),
        });
    }
    issues
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::faq::FaqItem;
    use crate::platform::id::{MediaId, PostId, SiteId, UserId};
    use crate::platform::post::PostFields;

    fn codes(post: &Post) -> Vec<&'static str> {
        unmet(post).into_iter().map(|issue| issue.code).collect()
    }

    fn complete() -> Post {
        let fields = PostFields {
            title: "Título".into(),
            ..PostFields::default()
        };
        let mut post = Post::draft(
            PostId(1),
            UserId(1),
            SiteId(1),
            fields,
            300,
            Timestamp::UNIX_EPOCH,
        );
        post.featured_media_id = Some(MediaId(1));
        post
    }

    #[test]
    fn an_empty_post_lacks_everything_but_the_faq() {
        let post = Post::draft(
            PostId(1),
            UserId(1),
            SiteId(1),
            PostFields::default(),
            0,
            Timestamp::UNIX_EPOCH,
        );
        assert_eq!(
            codes(&post),
            ["title_missing", "body_too_short", "featured_image_missing"]
        );
    }

    #[test]
    fn the_body_needs_three_hundred_characters() {
        let mut post = complete();
        assert!(codes(&post).is_empty());
        post.body_chars = 299;
        assert_eq!(codes(&post), ["body_too_short"]);
    }

    #[test]
    fn one_missing_character_is_in_the_singular() {
        let mut post = complete();
        let mut messages = |chars| {
            post.body_chars = chars;
            unmet(&post)
                .into_iter()
                .map(|issue| issue.message)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            messages(1),
            ["O texto tem 1 caractere; escreva pelo menos 300."]
        );
        assert_eq!(
            messages(0),
            ["O texto tem 0 caracteres; escreva pelo menos 300."]
        );
    }

    #[test]
    fn an_incomplete_question_does_not_count() {
        let mut post = complete();
        post.fields.faq_data.enabled = true;
        let whole = FaqItem {
            question: "Quanto custa?".into(),
            answer: "Depende do projeto.".into(),
        };
        let half = FaqItem {
            answer: " ".into(),
            ..whole.clone()
        };
        post.fields.faq_data.items = vec![whole.clone(), whole.clone(), half];
        assert_eq!(codes(&post), ["faq_incomplete"]);
        post.fields.faq_data.items = vec![whole; 3];
        assert!(codes(&post).is_empty());
    }
}
