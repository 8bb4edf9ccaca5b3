//! Credits, which both providers ask for next to a photo.

use domain::platform::stock::StockProvider;
use html_escape::{encode_double_quoted_attribute, encode_text};
use url::Url;

use crate::photo::Photo;

/// Referral that the guidelines of Unsplash require in links to its pages.
const REFERRAL: [(&str, &str); 2] = [("utm_source", "pauta"), ("utm_medium", "referral")];

/// The credit of a photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credit {
    /// Plain text, such as `Foto de Ana no Pexels`.
    pub text: String,
    /// The same with links to the photographer and the provider.
    pub html: String,
}

impl Credit {
    /// The credit of `photo`.
    pub fn of(photo: &Photo) -> Self {
        let (name, title) = (&photo.photographer, photo.provider.title());
        let provider_url = match photo.provider {
            StockProvider::Pexels => photo.page_url.to_string(),
            StockProvider::Unsplash => {
                let [source, medium] = REFERRAL.map(|(name, value)| format!("{name}={value}"));
                format!("https://unsplash.com/?{source}&{medium}")
            }
        };
        let link = |url: &str, text: &str| {
            let (url, text) = (encode_double_quoted_attribute(url), encode_text(text));
            format!("<a href=\"{url}\">{text}</a>")
        };
        let html = format!(
            "Foto de {} no {}",
            link(photo.photographer_url.as_str(), name),
            link(&provider_url, title)
        );
        Self {
            text: format!("Foto de {name} no {title}"),
            html,
        }
    }
}

/// `url` with the referral.
pub(crate) fn referred(mut url: Url) -> Url {
    let kept: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| REFERRAL.iter().all(|(own, _)| own != name))
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    url.query_pairs_mut()
        .clear()
        .extend_pairs(kept)
        .extend_pairs(REFERRAL);
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_the_referral_once() {
        for (plain, expected) in [
            (
                "https://unsplash.com/@ana",
                "https://unsplash.com/@ana?utm_source=pauta&utm_medium=referral",
            ),
            (
                "https://unsplash.com/@ana?utm_source=outro&a=1",
                "https://unsplash.com/@ana?a=1&utm_source=pauta&utm_medium=referral",
            ),
        ] {
            assert_eq!(referred(plain.parse().unwrap()).as_str(), expected);
        }
    }
}
