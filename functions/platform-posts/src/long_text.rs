//! Sanitises and measures the body of a post, and checks that it can be stored.

use std::borrow::Cow;

use platform_http::{ApiError, Code, blocking_within};
use step_budget::Budget;

/// Largest body in bytes, as it was sent and after sanitising.
const TEXT_BYTES: usize = 900_000;
/// Steps of sanitising: bytes that its passes read. A text that may be stored takes two passes, seldom three; one that grows past
/// the limit, such as one of ampersands, is refused before it is read again.
const STEPS: u64 = 4 * TEXT_BYTES as u64;
/// Largest stored body in bytes, below the 400 KB of one record of the store.
const PACKED_BYTES: usize = 350_000;

/// A body that may be stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Body {
    /// Safe HTML.
    pub html: String,
    /// Characters of its plain text.
    pub chars: usize,
    /// Words of its plain text.
    pub words: usize,
    /// The HTML with the leftovers of Word that were removed from it, if there were any: a stored body that is sent back
    /// unchanged keeps them.
    pub with_leftovers: Option<String>,
}

/// Sanitises a body.
///
/// # Errors
/// 413 when it is too long to be stored.
pub(crate) async fn read(html: String) -> Result<Body, ApiError> {
    if html.len() > TEXT_BYTES {
        return Err(too_long());
    }
    blocking_within(STEPS, move |budget| measured(&html, budget)).await?
}

fn too_long() -> ApiError {
    ApiError::new(Code::PayloadTooLarge)
        .message("O texto do conteúdo é grande demais. Divida-o ou retire imagens embutidas.")
        .issue("too_long", "body", "Use até 900 KB de texto.")
}

fn measured(html: &str, budget: &Budget) -> Result<Body, ApiError> {
    let html = markup::sanitise::body_within(html, budget).map_err(|_| too_long())?;
    if html.len() > TEXT_BYTES {
        return Err(too_long());
    }
    let packed = items::packed::pack(&html).map_err(ApiError::internal)?;
    if packed.len() > PACKED_BYTES {
        return Err(too_long());
    }
    let chars = markup::text::plain_chars(&html);
    let words = markup::text::words(&html);
    let (html, with_leftovers) = match markup::sanitise::without_word_classes(&html) {
        Cow::Borrowed(_) => (html, None),
        Cow::Owned(clean) => (clean, Some(html)),
    };
    Ok(Body {
        html,
        chars,
        words,
        with_leftovers,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(html: &str) -> Result<Body, ApiError> {
        super::measured(html, &Budget::of(STEPS))
    }

    #[test]
    fn a_body_is_measured_after_it_is_made_safe() {
        let body = measured("<p>a<script>bbbb</script>ção de <b>pão</b></p>").unwrap();
        assert_eq!(body.html, "<p>ação de <b>pão</b></p>");
        assert_eq!((body.chars, body.words), (11, 3));
    }

    /// What would be removed counts too, because its removal is the work.
    #[tokio::test]
    async fn a_body_that_is_sent_too_long_is_refused_unread() {
        let long = format!("<p>a</p><!-- {} -->", "b".repeat(TEXT_BYTES));
        assert!(measured(&long).is_ok());
        let refused = read(long).await.unwrap_err();
        assert_eq!(refused.code(), Code::PayloadTooLarge);
    }

    #[test]
    fn a_body_that_grows_too_long_is_not_read_again() {
        let budget = Budget::of(STEPS);
        let refused = super::measured(&"&".repeat(TEXT_BYTES), &budget).unwrap_err();
        assert_eq!(refused.code(), Code::PayloadTooLarge);
        assert!(budget.check().is_err(), "its steps are used up");
    }

    #[test]
    fn a_body_that_does_not_fit_is_refused() {
        let long = format!("<p>{}</p>", "a ".repeat(460_000));
        assert_eq!(measured(&long).unwrap_err().code(), Code::PayloadTooLarge);
        // Text without any pattern cannot be packed.
        let mut seed: u64 = 1;
        let noise: String = (0..600_000)
            .map(|_| {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                char::from(b'0' + u8::try_from((seed >> 33) % 75).unwrap())
            })
            .filter(|c| c.is_ascii_alphanumeric())
            .collect();
        assert!(noise.len() < TEXT_BYTES);
        assert_eq!(measured(&noise).unwrap_err().code(), Code::PayloadTooLarge);
    }
}
