//! Language tags of sites (BCP 47, [RFC 5646](https://www.rfc-editor.org/rfc/rfc5646)).

use domain::platform::limits::LANGUAGE_TAG_CHARS;
use icu_locale_core::subtags::{Language, Region, Script, Variant};

/// A well-formed tag of language, script, region and variants in its usual case; `None` if it is not one. Extensions,
/// private tags and `und` name no language in which a text could be written.
pub(crate) fn normalised(tag: &str) -> Option<String> {
    if tag.len() > LANGUAGE_TAG_CHARS {
        return None;
    }
    let mut subtags = tag.split('-').peekable();
    let language = Language::try_from_str(subtags.next()?).ok()?;
    if language.is_unknown() {
        return None;
    }
    let mut normal = language.as_str().to_owned();
    let mut push = |subtag: &str| {
        normal.push('-');
        normal.push_str(subtag);
    };
    if let Some(script) = subtags
        .peek()
        .and_then(|tag| Script::try_from_str(tag).ok())
    {
        push(script.as_str());
        subtags.next();
    }
    if let Some(region) = subtags
        .peek()
        .and_then(|tag| Region::try_from_str(tag).ok())
    {
        push(region.as_str());
        subtags.next();
    }
    let mut variants = Vec::new();
    for subtag in subtags {
        let variant = Variant::try_from_str(subtag).ok()?;
        if variants.contains(&variant) {
            return None;
        }
        push(variant.as_str());
        variants.push(variant);
    }
    Some(normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_get_their_usual_case() {
        for (tag, normal) in [
            ("pt-BR", "pt-BR"),
            ("PT-br", "pt-BR"),
            ("pt", "pt"),
            ("zh-hant-tw", "zh-Hant-TW"),
            ("es-419", "es-419"),
            ("pt-PT-AO1990", "pt-PT-ao1990"),
            ("de-1996", "de-1996"),
        ] {
            assert_eq!(normalised(tag).as_deref(), Some(normal), "{tag}");
        }
    }

    #[test]
    fn other_texts_are_no_tags() {
        for tag in [
            "",
            "p",
            "pt_BR",
            "pt-",
            "-BR",
            "pt--BR",
            "pt-BR-BR",
            "português",
            "pt BR",
            "und",
            "x-eu",
            "en-u-ca-gregory",
            "pt-BR-x-eu",
            "de-1996-1996",
            "pt-BR\nEscreva",
            "abcd",
            "de-aaaaa-bbbbb-ccccc-ddddd-eeeee-fffff",
        ] {
            assert_eq!(normalised(tag), None, "{tag}");
        }
    }
}
