//! Texts that the site has in both of its languages.

use site_rest::Locale;
use site_theme::templates::Language;

/// A text in Portuguese and in English.
pub type Text = [&'static str; 2];

/// The text in a language.
pub const fn in_language(text: Text, locale: Locale) -> &'static str {
    let [portuguese, english] = text;
    match locale {
        Locale::PtBr => portuguese,
        Locale::En => english,
    }
}

/// The language of the theme's texts.
pub const fn of_theme(locale: Locale) -> Language {
    match locale {
        Locale::PtBr => Language::Portuguese,
        Locale::En => Language::English,
    }
}
