//! Templates of a site that has set none.

/// Title and description template of one kind of page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    /// Template of the title.
    pub title: &'static str,
    /// Template of the description; empty when there is none.
    pub description: &'static str,
}

const fn title(title: &'static str) -> Template {
    Template {
        title,
        description: "",
    }
}

/// The home page, when it shows posts.
pub const HOME: Template = Template {
    title: "%%sitename%% %%page%% %%sep%% %%sitedesc%%",
    description: "%%sitedesc%%",
};
/// Posts and pages.
pub const POST: Template = title("%%title%% %%page%% %%sep%% %%sitename%%");
/// Terms.
pub const TERM: Template = title("%%term_title%% Archives %%page%% %%sep%% %%sitename%%");
/// Authors.
pub const AUTHOR: Template = title("%%name%%, Author at %%sitename%% %%page%%");
/// Archives of a year, month or day.
pub const DATE: Template = title("%%date%% %%page%% %%sep%% %%sitename%%");
/// Archives of a type.
pub const TYPE: Template = title("%%pt_plural%% Archive %%page%% %%sep%% %%sitename%%");
/// The search.
pub const SEARCH: Template =
    title("You searched for %%searchphrase%% %%page%% %%sep%% %%sitename%%");
/// Addresses without a page.
pub const NOT_FOUND: Template = title("Page not found %%sep%% %%sitename%%");

/// The value of `%%page%%`: the separator and the number of a further page, empty on the first.
pub fn page_of(separator: &str, page: u32, pages: u32) -> String {
    if page < 2 {
        return String::new();
    }
    format!("{separator} Page {page} of {}", pages.max(page))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates::{Values, Variable, fill};

    fn values() -> Values {
        Values::new("-")
            .with(Variable::SiteName, "Sol")
            .with(Variable::SiteDescription, "Pães")
            .with(Variable::Title, "Receita")
            .with(Variable::TermTitle, "Doces")
            .with(Variable::AuthorName, "Ana")
            .with(Variable::Date, "2019")
            .with(Variable::TypePlural, "Obras")
            .with(Variable::SearchPhrase, "bolo")
    }

    #[test]
    fn titles_of_every_kind() {
        let title = |template: Template| fill(template.title, &values());
        assert_eq!(title(HOME), "Sol - Pães");
        assert_eq!(title(POST), "Receita - Sol");
        assert_eq!(title(TERM), "Doces Archives - Sol");
        assert_eq!(title(AUTHOR), "Ana, Author at Sol");
        assert_eq!(title(DATE), "2019 - Sol");
        assert_eq!(title(TYPE), "Obras Archive - Sol");
        assert_eq!(title(SEARCH), "You searched for bolo - Sol");
        assert_eq!(title(NOT_FOUND), "Page not found - Sol");
    }

    #[test]
    fn only_home_has_a_description() {
        assert_eq!(fill(HOME.description, &values()), "Pães");
        assert_eq!(POST.description, "");
    }

    #[test]
    fn further_pages_are_named() {
        assert_eq!(page_of("-", 1, 3), "");
        assert_eq!(page_of("|", 2, 3), "| Page 2 of 3");
        let values = values().with(Variable::Page, page_of("-", 2, 3));
        assert_eq!(fill(POST.title, &values), "Receita - Page 2 of 3 - Sol");
    }
}
