//! The theme's own templates and parts.

/// Language of titles and descriptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Brazilian Portuguese.
    Portuguese,
    /// English.
    English,
}

/// A text in both languages.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    pt: &'static str,
    en: &'static str,
}

impl Text {
    /// The text in a language.
    pub const fn of(self, language: Language) -> &'static str {
        match language {
            Language::Portuguese => self.pt,
            Language::English => self.en,
        }
    }
}

const fn text(pt: &'static str, en: &'static str) -> Text {
    Text { pt, en }
}

/// A template or part of the theme.
#[derive(Debug, Clone, Copy)]
pub struct ThemeFile {
    /// Name, unique among templates or among parts.
    pub slug: &'static str,
    /// Display name.
    pub title: Text,
    /// What it is for; empty for templates that people choose.
    pub description: Text,
    /// Types of content that it can be chosen for; empty for a template that pages are made with by their kind.
    pub post_types: &'static [&'static str],
    /// Area of a part; empty for templates.
    pub area: &'static str,
    markup: &'static str,
}

impl ThemeFile {
    /// Whether people choose it for single items.
    pub const fn is_chosen(&self) -> bool {
        !self.post_types.is_empty()
    }

    /// Its blocks.
    pub fn markup(&self, language: Language) -> String {
        let not_found = text("Página não encontrada", "Page not found");
        let markup = self.markup.replace("{title}", not_found.of(language));
        markup.trim_end().to_owned()
    }
}

/// Types of content whose items have a template of their own choice.
const ITEMS: &[&str] = &["post", "page"];

macro_rules! template {
    ($slug:literal, $pt:literal, $en:literal, $about_pt:literal, $about_en:literal) => {
        ThemeFile {
            slug: $slug,
            title: text($pt, $en),
            description: text($about_pt, $about_en),
            post_types: &[],
            area: "",
            markup: include_str!(concat!("../data/templates/", $slug, ".html")),
        }
    };
    ($slug:literal, $pt:literal, $en:literal, $about_pt:literal, $about_en:literal, chosen) => {
        ThemeFile {
            post_types: ITEMS,
            ..template!($slug, $pt, $en, $about_pt, $about_en)
        }
    };
}

macro_rules! part {
    ($slug:literal, $area:literal, $pt:literal, $en:literal, $about_pt:literal, $about_en:literal) => {
        ThemeFile {
            slug: $slug,
            title: text($pt, $en),
            description: text($about_pt, $about_en),
            post_types: &[],
            area: $area,
            markup: include_str!(concat!("../data/parts/", $slug, ".html")),
        }
    };
}

/// The templates, in the order of lists.
pub static TEMPLATES: [ThemeFile; 10] = [
    template!(
        "index",
        "Índice",
        "Index",
        "Posts em cartões, quando não há um modelo mais específico.",
        "Posts as cards, where no more specific template exists."
    ),
    template!(
        "home",
        "Início",
        "Home",
        "Os posts mais recentes, na página inicial ou na página de posts.",
        "The latest posts, on the front page or the page of posts."
    ),
    template!(
        "single",
        "Post",
        "Single post",
        "Um post com título, autor, data, imagem, texto, tags e comentários.",
        "A post with title, author, date, picture, text, tags and comments."
    ),
    template!(
        "page",
        "Página",
        "Page",
        "Uma página com título, imagem e texto.",
        "A page with title, picture and text."
    ),
    template!(
        "archive",
        "Arquivo",
        "Archive",
        "Posts de uma categoria, tag, data ou pessoa.",
        "Posts of a category, a tag, a date or an author."
    ),
    template!(
        "search",
        "Busca",
        "Search",
        "Resultados de uma busca.",
        "Results of a search."
    ),
    template!(
        "404",
        "Não encontrada",
        "Not found",
        "Um endereço sem página.",
        "An address without a page."
    ),
    template!(
        "wide",
        "Largura total",
        "Full width",
        "O texto usa toda a largura da página.",
        "The text takes the whole width of the page.",
        chosen
    ),
    template!(
        "no-title",
        "Sem título",
        "Without title",
        "O título não aparece acima do texto.",
        "The title does not show above the text.",
        chosen
    ),
    template!(
        "text-only",
        "Só título e texto",
        "Title and text only",
        "Sem autor, data, imagem, tags, comentários e outros posts.",
        "Without author, date, picture, tags, comments and other posts.",
        chosen
    ),
];

/// The parts, in the order of lists.
pub static PARTS: [ThemeFile; 3] = [
    part!(
        "header",
        "header",
        "Cabeçalho",
        "Header",
        "Logo ou nome do site, menu e busca.",
        "Logo or name of the site, menu and search."
    ),
    part!(
        "footer",
        "footer",
        "Rodapé",
        "Footer",
        "Menu do rodapé, nome e descrição do site.",
        "Menu of the footer, name and tagline of the site."
    ),
    part!(
        "comments",
        "uncategorized",
        "Comentários",
        "Comments",
        "Comentários e o formulário para comentar.",
        "Comments and the form for a comment."
    ),
];

/// Names of templates that pages are made with by their kind, besides those of the theme.
const BY_KIND: [&str; 9] = [
    "front-page",
    "singular",
    "author",
    "category",
    "taxonomy",
    "date",
    "tag",
    "attachment",
    "privacy-policy",
];

/// Whether pages are made with the template by their kind, so that people do not choose it for single items.
pub fn is_by_kind(slug: &str) -> bool {
    BY_KIND.contains(&slug) || template(slug).is_some_and(|file| !file.is_chosen())
}

/// The template with this name.
pub fn template(slug: &str) -> Option<&'static ThemeFile> {
    TEMPLATES.iter().find(|file| file.slug == slug)
}

/// The part with this name.
pub fn part(slug: &str) -> Option<&'static ThemeFile> {
    PARTS.iter().find(|file| file.slug == slug)
}

/// Area of parts.
#[derive(Debug, Clone, Copy)]
pub struct Area {
    /// Name.
    pub name: &'static str,
    /// Display name.
    pub label: Text,
    /// What it is for.
    pub description: Text,
    /// Name of the editor's icon.
    pub icon: &'static str,
    /// HTML element.
    pub tag: &'static str,
}

/// Area of parts that belong to none.
pub const GENERAL: &str = "uncategorized";

/// The areas of parts.
pub static AREAS: [Area; 3] = [
    Area {
        name: GENERAL,
        label: text("Geral", "General"),
        description: text(
            "Partes de qualquer lugar da página.",
            "Parts of any place of a page.",
        ),
        icon: "layout",
        tag: "div",
    },
    Area {
        name: "header",
        label: text("Cabeçalho", "Header"),
        description: text("O alto de todas as páginas.", "The top of all pages."),
        icon: "header",
        tag: "header",
    },
    Area {
        name: "footer",
        label: text("Rodapé", "Footer"),
        description: text("O fim de todas as páginas.", "The end of all pages."),
        icon: "footer",
        tag: "footer",
    },
];

/// The name of an area, or that of the general one.
pub fn area(name: &str) -> &'static str {
    let found = AREAS.iter().find(|area| area.name == name);
    found.map_or(GENERAL, |area| area.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;

    #[test]
    fn names_are_unique_and_areas_known() {
        for (place, file) in TEMPLATES.iter().enumerate() {
            assert_eq!(template(file.slug).unwrap().title.en, file.title.en);
            assert!(
                TEMPLATES
                    .iter()
                    .skip(place + 1)
                    .all(|other| other.slug != file.slug)
            );
        }
        for file in &PARTS {
            assert_eq!(area(file.area), file.area);
            assert_eq!(part(file.slug).unwrap().title.pt, file.title.pt);
        }
        assert_eq!(area("sidebar"), GENERAL);
    }

    #[test]
    fn the_templates_that_people_choose_differ_as_their_names_say() {
        let layout = |slug: &str| {
            let markup = template(slug).unwrap().markup(Language::English);
            Layout::of(&markup).unwrap()
        };
        let single = layout("single");
        assert_eq!(
            layout("wide"),
            Layout {
                is_wide: true,
                ..single
            }
        );
        assert_eq!(
            layout("no-title"),
            Layout {
                has_title: false,
                ..single
            }
        );
        let text_only = layout("text-only");
        assert!(text_only.has_title && text_only.has_header && text_only.has_footer);
        assert!(!text_only.has_comments && !text_only.has_meta && !text_only.has_others);
        assert!(layout("page").has_comments);
    }

    #[test]
    fn a_missing_page_says_so_in_the_sites_language() {
        let file = template("404").unwrap();
        assert!(
            file.markup(Language::Portuguese)
                .contains(">Página não encontrada<")
        );
        assert!(file.markup(Language::English).contains(">Page not found<"));
    }
}
