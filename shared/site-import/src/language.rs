//! Language detection over the imported texts, for a hint when the host's setting differs.

use std::collections::BTreeMap;

use markup::text;
use whatlang::{Lang, detect};

/// Number of texts to examine: enough for a site with some texts in another language.
const TEXTS: usize = 300;
/// Number of characters to examine per text.
const CHARACTERS: usize = 1_000;
/// Minimum length in characters; shorter texts are unreliable.
const FEWEST: usize = 80;
/// Number of texts out of ten that must have a language before it is considered the site's.
const OF_TEN: usize = 7;

/// Detectable languages: first part of a host's locale (ISO 639-1 or -3) and ISO 639-3 code.
const CODES: [(&str, &str); 68] = [
    ("af", "afr"),
    ("ak", "aka"),
    ("am", "amh"),
    ("ar", "ara"),
    ("ary", "ara"),
    ("az", "aze"),
    ("be", "bel"),
    ("bel", "bel"),
    ("bg", "bul"),
    ("bn", "ben"),
    ("ca", "cat"),
    ("cs", "ces"),
    ("cy", "cym"),
    ("da", "dan"),
    ("de", "deu"),
    ("el", "ell"),
    ("en", "eng"),
    ("eo", "epo"),
    ("es", "spa"),
    ("et", "est"),
    ("fa", "pes"),
    ("fi", "fin"),
    ("fr", "fra"),
    ("gu", "guj"),
    ("he", "heb"),
    ("hi", "hin"),
    ("hr", "hrv"),
    ("hu", "hun"),
    ("hy", "hye"),
    ("id", "ind"),
    ("it", "ita"),
    ("ja", "jpn"),
    ("jv", "jav"),
    ("ka", "kat"),
    ("km", "khm"),
    ("kn", "kan"),
    ("ko", "kor"),
    ("lt", "lit"),
    ("lv", "lav"),
    ("mk", "mkd"),
    ("ml", "mal"),
    ("mr", "mar"),
    ("my", "mya"),
    ("nb", "nob"),
    ("ne", "nep"),
    ("nl", "nld"),
    ("nn", "nob"),
    ("pa", "pan"),
    ("pl", "pol"),
    ("pt", "por"),
    ("ro", "ron"),
    ("ru", "rus"),
    ("si", "sin"),
    ("sk", "slk"),
    ("sl", "slv"),
    ("sr", "srp"),
    ("sv", "swe"),
    ("ta", "tam"),
    ("te", "tel"),
    ("th", "tha"),
    ("tl", "tgl"),
    ("tr", "tur"),
    ("uk", "ukr"),
    ("ur", "urd"),
    ("uz", "uzb"),
    ("vi", "vie"),
    ("zh", "cmn"),
    ("zu", "zul"),
];

/// Languages of the texts examined so far.
#[derive(Debug, Default)]
pub struct Languages {
    seen: usize,
    /// Number of texts by language code.
    found: BTreeMap<&'static str, usize>,
}

impl Languages {
    /// Examines the text of an item (HTML).
    pub fn add_text(&mut self, html: &str) {
        if self.seen >= TEXTS {
            return;
        }
        let text: String = text::plain(html).chars().take(CHARACTERS).collect();
        if text.chars().count() < FEWEST {
            return;
        }
        if let Some(info) = detect(&text).filter(whatlang::Info::is_reliable) {
            self.seen += 1;
            *self.found.entry(info.lang().code()).or_default() += 1;
        }
    }

    /// Language of most texts, if there is one.
    fn of_most(&self) -> Option<Lang> {
        let (code, count) = self.found.iter().max_by_key(|(_, count)| **count)?;
        let is_most = *count * 10 >= self.seen * OF_TEN;
        is_most.then(|| Lang::from_code(*code)).flatten()
    }

    /// Hint that the texts seem to be in another language than the host's locale, for example `pt_BR`.
    pub fn hint(&self, locale: &str) -> Option<String> {
        let found = self.of_most()?;
        let first = locale.split(['_', '-']).next()?.to_lowercase();
        let (_, code) = CODES.iter().find(|(name, _)| *name == first)?;
        let is_same = Lang::from_code(*code)? == found;
        (!is_same).then(|| {
            format!(
                "The host's language is {locale}, and its texts seem to be in {}. The copy says {locale}, too; the \
                 setting `language` changes that.",
                found.eng_name()
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORTUGUESE: &str = "<p>Uma horta cabe em qualquer varanda, e quem cuida dela todos os dias colhe antes \
        do que imagina. Não é preciso ter pressa: as sementes sabem o que fazer.</p>";
    const ENGLISH: &str = "<p>A kitchen garden fits on every balcony, and those who look after it each day will \
        harvest sooner than they think. There is no need to hurry at all.</p>";
    const SPANISH: &str = "<p>Un huerto cabe en cualquier balcón, y quien lo cuida todos los días cosecha antes de \
        lo que se imagina. No hace falta tener prisa: las semillas saben qué hacer.</p>";

    fn hint(texts: &[&str], locale: &str) -> Option<String> {
        let mut languages = Languages::default();
        texts.iter().for_each(|text| languages.add_text(text));
        languages.hint(locale)
    }

    #[test]
    fn texts_in_another_language_than_the_locale_give_a_hint() {
        let hint_of_three = hint(&[PORTUGUESE; 3], "en_US").unwrap();
        assert!(
            hint_of_three.contains("en_US") && hint_of_three.contains("in Portuguese"),
            "{hint_of_three}"
        );
        assert!(hint(&[SPANISH], "pt_BR").unwrap().contains("Spanish"));
        assert!(hint(&[ENGLISH], "pt_BR").unwrap().contains("English"));
    }

    #[test]
    fn texts_in_the_language_of_the_locale_give_no_hint() {
        for (text, locale) in [
            (PORTUGUESE, "pt_BR"),
            (PORTUGUESE, "pt_PT_ao90"),
            (ENGLISH, "en_GB"),
            (SPANISH, "es-AR"),
        ] {
            assert_eq!(hint(&[text; 2], locale), None, "{locale}");
        }
    }

    #[test]
    fn too_little_text_gives_no_hint() {
        assert_eq!(hint(&[], "en_US"), None);
        assert_eq!(hint(&["<p>Olá</p>"], "en_US"), None);
        assert_eq!(hint(&[PORTUGUESE, ENGLISH], "es_ES"), None);
        assert_eq!(hint(&[PORTUGUESE], "xx"), None);
    }

    #[test]
    fn all_languages_of_the_table_can_be_detected() {
        for (name, code) in CODES {
            assert!(Lang::from_code(code).is_some(), "{name} {code}");
        }
    }
}
