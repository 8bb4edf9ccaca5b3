//! Templates of a site that has set none, and the other words of heads.

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

/// Templates and words of heads in one language.
#[derive(Debug, PartialEq, Eq)]
pub struct Wording {
    /// The home page, when it shows posts.
    pub home: Template,
    /// Posts and pages.
    pub post: Template,
    /// Terms.
    pub term: Template,
    /// Authors.
    pub author: Template,
    /// Archives of a year, month or day.
    pub date: Template,
    /// Archives of a type.
    pub kind: Template,
    /// The search.
    pub search: Template,
    /// Addresses without a page.
    pub not_found: Template,
    /// Name of a further page of a list, before its number.
    page: &'static str,
    /// Between the number of a further page and the number of pages.
    of: &'static str,
    /// Name of the home page in breadcrumbs.
    pub home_crumb: &'static str,
    /// Name of an address without a page in breadcrumbs.
    pub not_found_crumb: &'static str,
    /// Name of an archive in breadcrumbs, before its author or date.
    pub archives_for: &'static str,
    /// Label of the author in previews.
    pub written_by: &'static str,
    /// Label of the reading time in previews.
    pub reading_time: &'static str,
    minute: &'static str,
    minutes: &'static str,
    /// The sentence that stands for the excerpt of a text with a password.
    pub protected: &'static str,
}

const HOME: Template = Template {
    title: "%%sitename%% %%page%% %%sep%% %%sitedesc%%",
    description: "%%sitedesc%%",
};
const POST: Template = title("%%title%% %%page%% %%sep%% %%sitename%%");
const DATE: Template = title("%%date%% %%page%% %%sep%% %%sitename%%");

static EN: Wording = Wording {
    home: HOME,
    post: POST,
    term: title("%%term_title%% Archives %%page%% %%sep%% %%sitename%%"),
    author: title("%%name%%, Author at %%sitename%% %%page%%"),
    date: DATE,
    kind: title("%%pt_plural%% Archive %%page%% %%sep%% %%sitename%%"),
    search: title("You searched for %%searchphrase%% %%page%% %%sep%% %%sitename%%"),
    not_found: title("Page not found %%sep%% %%sitename%%"),
    page: "Page",
    of: "of",
    home_crumb: "Home",
    not_found_crumb: "Error 404: Page not found",
    archives_for: "Archives for",
    written_by: "Written by",
    reading_time: "Est. reading time",
    minute: "minute",
    minutes: "minutes",
    protected: "There is no excerpt because this is a protected post.",
};

static PT: Wording = Wording {
    home: HOME,
    post: POST,
    term: title("Arquivo de %%term_title%% %%page%% %%sep%% %%sitename%%"),
    author: title("Textos de %%name%% %%page%% %%sep%% %%sitename%%"),
    date: DATE,
    kind: title("Arquivo de %%pt_plural%% %%page%% %%sep%% %%sitename%%"),
    search: title("Resultados da busca por %%searchphrase%% %%page%% %%sep%% %%sitename%%"),
    not_found: title("Página não encontrada %%sep%% %%sitename%%"),
    page: "Página",
    of: "de",
    home_crumb: "Início",
    not_found_crumb: "Erro 404: página não encontrada",
    archives_for: "Arquivo de",
    written_by: "Escrito por",
    reading_time: "Tempo de leitura",
    minute: "minuto",
    minutes: "minutos",
    protected: "Não há resumo porque este conteúdo é protegido por senha.",
};

impl Wording {
    /// The wording of a language tag; English where there is no translation.
    pub fn of(language: &str) -> &'static Self {
        let is_portuguese = language
            .get(..2)
            .is_some_and(|tag| tag.eq_ignore_ascii_case("pt"));
        if is_portuguese { &PT } else { &EN }
    }

    /// The value of `%%page%%`: the separator and the number of a further page, empty on the first.
    pub fn page_of(&self, separator: &str, page: u32, pages: u32) -> String {
        if page < 2 {
            return String::new();
        }
        let Self { page: name, of, .. } = self;
        format!("{separator} {name} {page} {of} {}", pages.max(page))
    }

    /// The time that reading takes, as previews show it.
    pub fn minutes(&self, minutes: u32) -> String {
        let name = if minutes == 1 {
            self.minute
        } else {
            self.minutes
        };
        format!("{minutes} {name}")
    }
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
        assert_eq!(title(EN.home), "Sol - Pães");
        assert_eq!(title(EN.post), "Receita - Sol");
        assert_eq!(title(EN.term), "Doces Archives - Sol");
        assert_eq!(title(EN.author), "Ana, Author at Sol");
        assert_eq!(title(EN.date), "2019 - Sol");
        assert_eq!(title(EN.kind), "Obras Archive - Sol");
        assert_eq!(title(EN.search), "You searched for bolo - Sol");
        assert_eq!(title(EN.not_found), "Page not found - Sol");
    }

    #[test]
    fn only_home_has_a_description() {
        assert_eq!(fill(EN.home.description, &values()), "Pães");
        assert_eq!(EN.post.description, "");
    }

    #[test]
    fn further_pages_are_named() {
        assert_eq!(EN.page_of("-", 1, 3), "");
        assert_eq!(EN.page_of("|", 2, 3), "| Page 2 of 3");
        let values = values().with(Variable::Page, EN.page_of("-", 2, 3));
        assert_eq!(fill(EN.post.title, &values), "Receita - Page 2 of 3 - Sol");
    }

    #[test]
    fn portuguese_sites_have_portuguese_titles() {
        let words = Wording::of("pt-BR");
        let title = |template: Template| fill(template.title, &values());
        assert_eq!(title(words.term), "Arquivo de Doces - Sol");
        assert_eq!(title(words.author), "Textos de Ana - Sol");
        assert_eq!(title(words.not_found), "Página não encontrada - Sol");
        assert_eq!(PT.page_of("-", 2, 3), "- Página 2 de 3");
        assert_eq!(PT.minutes(1), "1 minuto");
        assert_eq!(*Wording::of("es"), EN);
        assert_eq!(*Wording::of(""), EN);
    }

    #[test]
    fn minutes_are_counted() {
        assert_eq!(EN.minutes(1), "1 minute");
        assert_eq!(EN.minutes(3), "3 minutes");
    }
}
