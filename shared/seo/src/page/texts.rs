//! Titles and descriptions of a page.

use super::{Page, PageKind};
use crate::meta::fields::MetaFields;
use crate::site::Site;
use crate::templates::defaults::{Template, Wording};
use crate::templates::{Variable, fill};

/// Titles and descriptions of a page; an empty one is not shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Texts {
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// Title in social networks.
    pub social_title: String,
    /// Description in social networks.
    pub social_description: String,
    /// Title in the short-message network, where it differs.
    pub card_title: String,
    /// Description in the short-message network, where it differs.
    pub card_description: String,
}

/// The template of one kind of page.
const fn template(wording: &Wording, kind: PageKind) -> Template {
    match kind {
        PageKind::Home => wording.home,
        PageKind::Post | PageKind::Page => wording.post,
        PageKind::Term => wording.term,
        PageKind::Author => wording.author,
        PageKind::Date => wording.date,
        PageKind::TypeArchive => wording.kind,
        PageKind::Search => wording.search,
        PageKind::NotFound => wording.not_found,
    }
}

impl Texts {
    /// The texts of `page`: what is set for it, otherwise the template of its kind. Of a text that needs a password, nothing
    /// that is set is shown, since it may tell what the text says.
    pub fn of(page: &Page, site: &Site) -> Self {
        let wording = site.wording();
        let unset = MetaFields::default();
        let meta = if page.protected { &unset } else { &page.meta };
        let page_of = wording.page_of(&site.separator, page.number, page.numbers);
        let values = page
            .values
            .clone()
            .separated_by(&site.separator)
            .or(Variable::SiteName, &site.name)
            .or(Variable::SiteDescription, &site.tagline)
            .or(Variable::Page, page_of)
            .or(Variable::PageNumber, page.number.to_string())
            .or(Variable::PageTotal, page.numbers.to_string())
            .or(Variable::FocusKeyword, &meta.focus_keyword)
            .or(
                Variable::Excerpt,
                if page.protected { "" } else { &page.excerpt },
            );
        let template = template(wording, page.kind);
        let filled = |set: &str, otherwise: &str| {
            let own = fill(set, &values);
            if own.is_empty() {
                fill(otherwise, &values)
            } else {
                own
            }
        };
        let title = filled(&meta.title, template.title);
        let description = filled(&meta.description, template.description);
        let social_title = match page.kind {
            _ if !meta.social.title.is_empty() => fill(&meta.social.title, &values),
            PageKind::Home if meta.title.is_empty() => site.name.clone(),
            _ => title.clone(),
        };
        let social_description = [
            fill(&meta.social.description, &values),
            description.clone(),
            crate::text::folded(&page.excerpt),
        ];
        Self {
            title,
            description,
            social_title,
            social_description: social_description
                .into_iter()
                .find(|text| !text.is_empty())
                .unwrap_or_default(),
            card_title: fill(&meta.card.title, &values),
            card_description: fill(&meta.card.description, &values),
        }
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::settings::social::Profiles;
    use crate::site::Represented;
    use crate::templates::Values;

    fn site() -> Site {
        Site {
            home: Url::parse("https://a.example/").unwrap(),
            name: "Sol".to_owned(),
            tagline: "Pães".to_owned(),
            language: "pt-BR".to_owned(),
            separator: "|".to_owned(),
            represented: Represented::Unset,
            social_image: None,
            profiles: Profiles::default(),
            verifications: Vec::new(),
        }
    }

    #[test]
    fn the_sites_separator_is_used() {
        let mut page = Page::new(PageKind::Post, "https://a.example/x/");
        page.values = Values::new("nunca").with(Variable::Title, "Pão");
        page.number = 2;
        page.numbers = 2;
        assert_eq!(Texts::of(&page, &site()).title, "Pão | Página 2 de 2 | Sol");
    }

    #[test]
    fn what_is_set_and_fills_to_nothing_counts_as_unset() {
        let mut page = Page::new(PageKind::Post, "https://a.example/x/");
        page.values = Values::default().with(Variable::Title, "Pão");
        page.meta.title = "%%tag%%".to_owned();
        page.meta.description = "%%tag%%".to_owned();
        let texts = Texts::of(&page, &site());
        assert_eq!(texts.title, "Pão | Sol");
        assert_eq!(texts.description, "");
    }

    #[test]
    fn the_focus_keyword_and_excerpt_are_values() {
        let mut page = Page::new(PageKind::Post, "https://a.example/x/");
        page.meta.focus_keyword = "fermento".to_owned();
        page.excerpt = "Um trecho".to_owned();
        page.meta.description = "%%focuskw%%: %%excerpt%%".to_owned();
        let texts = Texts::of(&page, &site());
        assert_eq!(texts.description, "fermento: Um trecho");
    }

    #[test]
    fn a_home_page_with_its_own_title_shows_it_in_social_networks() {
        let mut page = Page::new(PageKind::Home, "https://a.example/");
        assert_eq!(Texts::of(&page, &site()).social_title, "Sol");
        page.meta.title = "Bem-vindo".to_owned();
        assert_eq!(Texts::of(&page, &site()).social_title, "Bem-vindo");
    }

    #[test]
    fn what_is_set_for_a_protected_text_is_not_shown() {
        let mut page = Page::new(PageKind::Post, "https://a.example/x/");
        page.values = Values::default().with(Variable::Title, "Pão");
        page.protected = true;
        page.excerpt = "Protegido".to_owned();
        page.meta.title = "a".to_owned();
        page.meta.description = "b".to_owned();
        page.meta.social.title = "c".to_owned();
        page.meta.social.description = "d".to_owned();
        page.meta.card.title = "e".to_owned();
        page.meta.card.description = "f".to_owned();
        let texts = Texts::of(&page, &site());
        let expected = Texts {
            title: "Pão | Sol".to_owned(),
            social_title: "Pão | Sol".to_owned(),
            social_description: "Protegido".to_owned(),
            ..Texts::default()
        };
        assert_eq!(texts, expected);
    }
}
