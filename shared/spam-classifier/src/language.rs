//! The language of a text, as far as it says something about spam.

use whatlang::{Info, Lang, Script, detect};

/// Fewest letters of a text whose language can be told.
const FEWEST_LETTERS: usize = 60;

/// How the language of a text relates to the readers of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Foreign {
    /// Another script than any of the site's languages.
    Script,
    /// Another language in the same script.
    Language,
}

/// How foreign `text` is on a site for readers of `languages`; `None` where it is not, or where it cannot be told.
pub(crate) fn foreign(text: &str, languages: &[&str]) -> Option<Foreign> {
    let expected: Vec<Lang> = languages
        .iter()
        .filter_map(|language| known(language))
        .collect();
    if expected.is_empty() {
        return None;
    }
    let letters = text
        .chars()
        .filter(|character| character.is_alphabetic())
        .count();
    let found = detect(text)?;
    let latin = expected
        .iter()
        .all(|language| script(*language) == Script::Latin);
    if latin && found.script() != Script::Latin && letters >= FEWEST_LETTERS / 4 {
        return Some(Foreign::Script);
    }
    let certain = letters >= FEWEST_LETTERS && Info::is_reliable(&found);
    (certain && !expected.contains(&found.lang())).then_some(Foreign::Language)
}

/// The language with a tag such as `pt-BR`; `None` for those that cannot be told apart.
fn known(tag: &str) -> Option<Lang> {
    let language = tag.split(['-', '_']).next().unwrap_or_default();
    Some(match language.to_ascii_lowercase().as_str() {
        "pt" => Lang::Por,
        "en" => Lang::Eng,
        "es" => Lang::Spa,
        "fr" => Lang::Fra,
        "it" => Lang::Ita,
        "de" => Lang::Deu,
        "nl" => Lang::Nld,
        "ru" => Lang::Rus,
        "uk" => Lang::Ukr,
        "ja" => Lang::Jpn,
        "zh" => Lang::Cmn,
        _ => return None,
    })
}

const fn script(language: Lang) -> Script {
    match language {
        Lang::Rus | Lang::Ukr => Script::Cyrillic,
        Lang::Jpn => Script::Hiragana,
        Lang::Cmn => Script::Mandarin,
        _ => Script::Latin,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_script_and_another_language_are_told_apart() {
        let readers = ["pt-BR", "en"];
        let russian = "Купите дешёвые часы в нашем магазине";
        assert_eq!(foreign(russian, &readers), Some(Foreign::Script));
        let german = "Wir haben heute den ganzen Nachmittag über die neue Straße gesprochen, aber niemand wusste etwas Genaues.";
        assert_eq!(foreign(german, &readers), Some(Foreign::Language));
        let own = "Fiquei feliz em ler a reportagem, porque minha família morou naquela rua durante muitos anos.";
        assert_eq!(foreign(own, &readers), None);
        assert_eq!(foreign(own, &["en"]), Some(Foreign::Language));
    }

    #[test]
    fn short_texts_and_unknown_readers_say_nothing() {
        assert_eq!(foreign("Guten Tag", &["pt"]), None);
        assert_eq!(foreign("Купите дешёвые часы в нашем магазине", &[]), None);
        assert_eq!(
            foreign("Купите дешёвые часы в нашем магазине", &["tlh"]),
            None
        );
        assert_eq!(foreign("", &["pt"]), None);
    }
}
