//! Places of code snippets, contact forms and media in a rendered body, which only pages fill.

use super::{FORMS, SNIPPET, Shortcode, replaced};
use crate::escape;

/// What marks the place of a form in rendered HTML: a comment with its position among the forms of the text.
const FORM_MARK: [&str; 2] = ["<!--contact_form ", "-->"];

/// Number of forms that a page shows; further ones show nothing.
const MOST_FORMS: usize = 20;

/// What marks the place of a snippet in rendered HTML: a comment with its identifier.
const MARK: [&str; 2] = ["<!--code_snippet ", "-->"];

/// The shortcodes of media, which only pages replace: they need the media of the site.
const MEDIA: [&str; 5] = ["gallery", "audio", "video", "playlist", "embed"];

/// What marks the place of media in rendered HTML: a comment with its position among the media of the text.
const MEDIA_MARK: [&str; 2] = ["<!--media_shortcode ", "-->"];

/// Number of places of media that a page shows; further ones show nothing.
const MOST_MEDIA: usize = 50;

/// Most files of one gallery or playlist.
pub const MOST_FILES: usize = 100;

/// How a shortcode names a contact form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedForm {
    /// The attribute `id`: a number or a hash; empty without one.
    pub id: String,
    /// The attribute `title`; empty without one.
    pub title: String,
}

/// A shortcode of media.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedMedia {
    /// `gallery`, `audio`, `video`, `playlist` or `embed`.
    pub name: &'static str,
    /// The text between the tags, trimmed and decoded; the address of an `embed`.
    pub inner: String,
    attributes: String,
}

impl NamedMedia {
    fn of(code: &Shortcode<'_>) -> Self {
        Self {
            name: code.name,
            inner: escape::decode(code.inner.unwrap_or_default())
                .trim()
                .to_owned(),
            attributes: code.attributes.to_owned(),
        }
    }

    /// The identifiers in an attribute that lists them with commas, at most [`MOST_FILES`].
    pub fn ids(&self, name: &str) -> Vec<u64> {
        let given = self.attribute(name);
        let given = given.split(',').filter_map(|id| id.trim().parse().ok());
        given.take(MOST_FILES).collect()
    }

    /// The value of an attribute, decoded; empty without it.
    pub fn attribute(&self, name: &str) -> String {
        let code = Shortcode {
            name: self.name,
            attributes: &self.attributes,
            inner: None,
            length: 0,
        };
        escape::decode(code.attribute(name).unwrap_or_default())
            .trim()
            .to_owned()
    }
}

/// Places that a page fills, in the order of their marks.
#[derive(Debug, Default)]
pub(in crate::render) struct Places {
    pub(in crate::render) forms: Vec<NamedForm>,
    pub(in crate::render) media: Vec<NamedMedia>,
}

/// Expands the shortcodes of `html`, and marks the places of snippets, forms and media.
pub(in crate::render) fn expand_and_mark(html: &str) -> (String, Places) {
    let mut places = Places::default();
    let Places { forms, media } = &mut places;
    let marked = replaced(html, |code| match code.name {
        SNIPPET => {
            let id = code.attribute("id").and_then(|id| id.parse::<u64>().ok());
            let [before, behind] = MARK;
            Some(id.map_or_else(String::new, |id| format!("{before}{id}{behind}")))
        }
        name if FORMS.contains(&name) => {
            if forms.len() >= MOST_FORMS {
                return Some(String::new());
            }
            let written = |name| escape::decode(code.attribute(name).unwrap_or_default());
            let [before, behind] = FORM_MARK;
            let mark = format!("{before}{}{behind}", forms.len());
            forms.push(NamedForm {
                id: written("id").trim().to_owned(),
                title: written("title").trim().to_owned(),
            });
            Some(mark)
        }
        name if MEDIA.contains(&name) => {
            if media.len() >= MOST_MEDIA {
                return Some(String::new());
            }
            let [before, behind] = MEDIA_MARK;
            let mark = format!("{before}{}{behind}", media.len());
            media.push(NamedMedia::of(code));
            Some(mark)
        }
        _ => code.html(),
    });
    (marked, places)
}

/// The shortcodes of media in a stored text, in their order, at most `most`.
pub fn media_of(raw: &str, most: usize) -> Vec<NamedMedia> {
    let mut media = Vec::new();
    if !super::may_contain(raw) {
        return media;
    }
    replaced(raw, |code| {
        if MEDIA.contains(&code.name) && media.len() < most {
            media.push(NamedMedia::of(code));
        }
        None
    });
    media
}

/// Replaces the marks of snippets. A mark that an author typed means the same as the shortcode.
pub(in crate::render) fn fill_marks(html: &str, snippet: impl FnMut(u64) -> String) -> String {
    filled(html, MARK, snippet)
}

/// Replaces the marks of forms.
pub(in crate::render) fn fill_form_marks(html: &str, form: impl FnMut(u64) -> String) -> String {
    filled(html, FORM_MARK, form)
}

/// Replaces the marks of media.
pub(in crate::render) fn fill_media_marks(html: &str, media: impl FnMut(u64) -> String) -> String {
    filled(html, MEDIA_MARK, media)
}

fn filled(
    html: &str,
    [before, behind]: [&str; 2],
    mut content: impl FnMut(u64) -> String,
) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((text, marked)) = rest.split_once(before) {
        out.push_str(text);
        let id = marked
            .split_once(behind)
            .and_then(|(id, after)| Some((id.parse::<u64>().ok()?, after)));
        rest = match id {
            Some((id, after)) => {
                out.push_str(&content(id));
                after
            }
            None => {
                out.push_str(before);
                marked
            }
        };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::super::expand;
    use super::*;

    #[test]
    fn places_of_snippets_are_marked_and_filled() {
        let (html, _) = expand_and_mark(
            "a [code_snippet id=7] [code_snippet id='8' /] [code_snippet] [code_snippet id=x] [[code_snippet id=9]]",
        );
        let filled = fill_marks(&html, |id| format!("<b>{id}</b>"));
        assert_eq!(filled, "a <b>7</b> <b>8</b>   [code_snippet id=9]");
        let typed = "<!--code_snippet x--><!--code_snippet 7";
        assert_eq!(fill_marks(typed, |_| String::new()), typed);
    }

    #[test]
    fn forms_are_named_at_their_places() {
        let (html, Places { forms, .. }) = expand_and_mark(
            "a [contact-form id=\"7\" title='Fale &amp; ouça'] b [contact-form-7 id=0a1b2c3] [[contact-form-7]] [contact-form-8]",
        );
        let named = |id: &str, title: &str| NamedForm {
            id: id.to_owned(),
            title: title.to_owned(),
        };
        assert_eq!(forms, [named("7", "Fale & ouça"), named("0a1b2c3", "")]);
        assert_eq!(
            fill_form_marks(&html, |at| format!("<{at}>")),
            "a <0> b <1> [contact-form-7] [contact-form-8]"
        );
        assert_eq!(expand("a [contact-form id=7] b"), "a  b");
    }

    #[test]
    fn a_stored_text_names_its_media() {
        let raw = "<!-- wp:shortcode -->[gallery ids=\"3, 1,x,2\" id=9]<!-- /wp:shortcode --> [[gallery ids=4]] <a title=\"[gallery ids=5]\"> [playlist include=6]";
        let media = media_of(raw, 9);
        let named: Vec<_> = media.iter().map(|one| (one.name, one.ids("ids"))).collect();
        assert_eq!(named, [("gallery", vec![3, 1, 2]), ("playlist", vec![])]);
        assert_eq!(media[1].ids("include"), [6]);
        assert_eq!(media[0].ids("id"), [9]);
        assert_eq!(media_of(raw, 1).len(), 1);
        assert_eq!(media_of("texto", 9), []);
    }

    #[test]
    fn media_are_named_at_their_places() {
        let (html, Places { media, .. }) = expand_and_mark(
            "[gallery ids=\"1,2\"] [video mp4='a.mp4'][/video] [embed] https://a.example/?a&amp;b [/embed] [caption]x[/caption]",
        );
        let shown: Vec<_> = media
            .iter()
            .map(|one| (one.name, one.inner.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                ("gallery", ""),
                ("video", ""),
                ("embed", "https://a.example/?a&b")
            ]
        );
        assert_eq!(media[0].attribute("ids"), "1,2");
        assert_eq!(media[1].attribute("mp4"), "a.mp4");
        assert_eq!(
            fill_media_marks(&html, |at| format!("<{at}>")),
            "<0> <1> <2> x"
        );
    }
}
