//! Labels of content types and taxonomies in an editor's screens.

use domain::site::{Kind, Taxonomy};
use serde_json::{Map, Value, json};
use site_rest::Locale;

/// Names of a content type or taxonomy: plural, singular, and the Portuguese gender.
struct Names {
    pt: (&'static str, &'static str),
    en: (&'static str, &'static str),
    feminine: bool,
}

const fn kind_names(kind: Kind) -> Names {
    let (pt, en, feminine) = match kind {
        Kind::Post => (("Posts", "Post"), ("Posts", "Post"), false),
        Kind::Page => (("Páginas", "Página"), ("Pages", "Page"), true),
        Kind::Attachment => (("Mídias", "Mídia"), ("Media", "Media"), true),
        Kind::NavMenuItem => (
            ("Itens de menu", "Item de menu"),
            ("Navigation Menu Items", "Navigation Menu Item"),
            false,
        ),
        Kind::Block => (("Padrões", "Padrão"), ("Patterns", "Pattern"), false),
        Kind::Navigation => (
            ("Menus de navegação", "Menu de navegação"),
            ("Navigation Menus", "Navigation Menu"),
            false,
        ),
        Kind::Template => (("Modelos", "Modelo"), ("Templates", "Template"), false),
        Kind::TemplatePart => (
            ("Partes de modelo", "Parte de modelo"),
            ("Template Parts", "Template Part"),
            true,
        ),
        Kind::GlobalStyles => (
            ("Estilos globais", "Estilos globais"),
            ("Global Styles", "Global Styles"),
            false,
        ),
        Kind::FontFamily => (
            ("Famílias de fontes", "Família de fontes"),
            ("Font Families", "Font Family"),
            true,
        ),
        Kind::FontFace => (("Fontes", "Fonte"), ("Font Faces", "Font Face"), true),
    };
    Names { pt, en, feminine }
}

const fn taxonomy_names(taxonomy: Taxonomy) -> Names {
    let (pt, en, feminine) = match taxonomy {
        Taxonomy::Category => (
            ("Categorias", "Categoria"),
            ("Categories", "Category"),
            true,
        ),
        Taxonomy::PostTag => (("Tags", "Tag"), ("Tags", "Tag"), true),
        Taxonomy::NavMenu => (
            ("Menus de navegação", "Menu de navegação"),
            ("Navigation Menus", "Navigation Menu"),
            false,
        ),
        Taxonomy::PatternCategory => (
            ("Categorias de padrões", "Categoria de padrões"),
            ("Pattern Categories", "Pattern Category"),
            true,
        ),
    };
    Names { pt, en, feminine }
}

/// The plural name of a kind.
pub const fn plural(kind: Kind, locale: Locale) -> &'static str {
    let names = kind_names(kind);
    match locale {
        Locale::PtBr => names.pt.0,
        Locale::En => names.en.0,
    }
}

/// The singular name of a kind.
pub const fn singular(kind: Kind, locale: Locale) -> &'static str {
    let names = kind_names(kind);
    match locale {
        Locale::PtBr => names.pt.1,
        Locale::En => names.en.1,
    }
}

/// What a kind is for; empty for kinds that need no description.
pub const fn description(kind: Kind, locale: Locale) -> &'static str {
    match (kind, locale) {
        (Kind::Navigation, Locale::PtBr) => "Menus de navegação que os blocos do site mostram.",
        (Kind::Navigation, Locale::En) => "Navigation menus that the site's blocks show.",
        _ => "",
    }
}

/// The plural name of a taxonomy.
pub const fn terms(taxonomy: Taxonomy, locale: Locale) -> &'static str {
    let names = taxonomy_names(taxonomy);
    match locale {
        Locale::PtBr => names.pt.0,
        Locale::En => names.en.0,
    }
}

/// The singular name of a taxonomy.
pub const fn term(taxonomy: Taxonomy, locale: Locale) -> &'static str {
    let names = taxonomy_names(taxonomy);
    match locale {
        Locale::PtBr => names.pt.1,
        Locale::En => names.en.1,
    }
}

/// The title of a kind's list.
pub fn archives(kind: Kind, locale: Locale) -> String {
    match locale {
        Locale::PtBr => format!("Arquivo de {}", plural(kind, locale).to_lowercase()),
        Locale::En => format!("{} archives", singular(kind, locale)),
    }
}

/// Fills the placeholders of a label: `{s}` singular, `{p}` plural, `{S}` and `{P}` the same capitalised, `{o}` the
/// ending that agrees in gender.
fn filled(label: &str, names: &Names, locale: Locale) -> String {
    let (several, one) = match locale {
        Locale::PtBr => names.pt,
        Locale::En => names.en,
    };
    let ending = if names.feminine { "a" } else { "o" };
    label
        .replace("{S}", one)
        .replace("{P}", several)
        .replace("{s}", &one.to_lowercase())
        .replace("{p}", &several.to_lowercase())
        .replace("{o}", ending)
}

/// Name, label in Portuguese, label in English.
type Label = (&'static str, &'static str, &'static str);

const KIND: [Label; 33] = [
    ("name", "{P}", "{P}"),
    ("singular_name", "{S}", "{S}"),
    ("add_new", "Adicionar", "Add"),
    ("add_new_item", "Adicionar {s}", "Add {s}"),
    ("edit_item", "Editar {s}", "Edit {s}"),
    ("new_item", "Nov{o} {s}", "New {s}"),
    ("view_item", "Ver {s}", "View {s}"),
    ("view_items", "Ver {p}", "View {p}"),
    ("search_items", "Buscar {p}", "Search {p}"),
    (
        "not_found",
        "Nada encontrado em {p}.",
        "Nothing found in {p}.",
    ),
    (
        "not_found_in_trash",
        "Nada na lixeira.",
        "Nothing in the trash.",
    ),
    ("parent_item_colon", "", ""),
    ("all_items", "Tod{o}s: {p}", "All {p}"),
    ("archives", "Arquivo de {p}", "{S} archives"),
    ("attributes", "Atributos", "Attributes"),
    ("insert_into_item", "Inserir aqui", "Insert here"),
    (
        "uploaded_to_this_item",
        "Enviados para aqui",
        "Uploaded to here",
    ),
    ("featured_image", "Imagem de destaque", "Featured image"),
    (
        "set_featured_image",
        "Escolher imagem de destaque",
        "Choose featured image",
    ),
    (
        "remove_featured_image",
        "Retirar imagem de destaque",
        "Remove featured image",
    ),
    (
        "use_featured_image",
        "Usar como imagem de destaque",
        "Use as featured image",
    ),
    ("filter_items_list", "Filtrar {p}", "Filter {p}"),
    ("filter_by_date", "Filtrar por data", "Filter by date"),
    (
        "items_list_navigation",
        "Páginas da lista de {p}",
        "Pages of the list of {p}",
    ),
    ("items_list", "Lista de {p}", "List of {p}"),
    ("item_published", "{S}: publicad{o}.", "{S}: published."),
    (
        "item_published_privately",
        "{S}: publicad{o} em particular.",
        "{S}: published privately.",
    ),
    (
        "item_reverted_to_draft",
        "{S}: de volta a rascunho.",
        "{S}: back to draft.",
    ),
    ("item_trashed", "{S}: na lixeira.", "{S}: in the trash."),
    ("item_scheduled", "{S}: agendad{o}.", "{S}: scheduled."),
    ("item_updated", "{S}: atualizad{o}.", "{S}: updated."),
    ("item_link", "Link de {s}", "{S} link"),
    (
        "item_link_description",
        "Um link para {s}.",
        "A link to a {s}.",
    ),
];

const TAXONOMY: [Label; 28] = [
    ("name", "{P}", "{P}"),
    ("singular_name", "{S}", "{S}"),
    ("search_items", "Buscar {p}", "Search {p}"),
    ("all_items", "Tod{o}s: {p}", "All {p}"),
    ("edit_item", "Editar {s}", "Edit {s}"),
    ("view_item", "Ver {s}", "View {s}"),
    ("update_item", "Atualizar {s}", "Update {s}"),
    ("add_new_item", "Adicionar {s}", "Add {s}"),
    ("new_item_name", "Nome de {s}", "Name of the {s}"),
    (
        "not_found",
        "Nada encontrado em {p}.",
        "Nothing found in {p}.",
    ),
    ("no_terms", "Nada em {p}", "No {p}"),
    (
        "items_list_navigation",
        "Páginas da lista de {p}",
        "Pages of the list of {p}",
    ),
    ("items_list", "Lista de {p}", "List of {p}"),
    ("back_to_items", "Voltar a {p}", "Back to {p}"),
    ("popular_items", "{P} mais usad{o}s", "Popular {p}"),
    ("parent_item", "{S} acima", "{S} above"),
    ("parent_item_colon", "{S} acima:", "{S} above:"),
    (
        "name_field_description",
        "Como aparece no site.",
        "How it appears on the site.",
    ),
    (
        "slug_field_description",
        "O nome no endereço.",
        "The name in the address.",
    ),
    (
        "parent_field_description",
        "O que está acima dela.",
        "What it is below of.",
    ),
    (
        "desc_field_description",
        "Nem toda página mostra a descrição.",
        "Not every page shows the description.",
    ),
    (
        "separate_items_with_commas",
        "Separe com vírgulas",
        "Separate with commas",
    ),
    (
        "add_or_remove_items",
        "Incluir ou retirar {p}",
        "Add or remove {p}",
    ),
    (
        "choose_from_most_used",
        "Escolher entre {p} mais usad{o}s",
        "Choose from {p} used most",
    ),
    ("filter_by_item", "Filtrar por {s}", "Filter by {s}"),
    ("most_used", "Mais usad{o}s", "Most used"),
    ("item_link", "Link de {s}", "{S} link"),
    (
        "item_link_description",
        "Um link para {s}.",
        "A link to a {s}.",
    ),
];

/// Labels that only hierarchical types have.
const OF_TREES: [&str; 4] = [
    "parent_item",
    "parent_item_colon",
    "parent_field_description",
    "filter_by_item",
];

/// Labels that only flat types have.
const OF_LISTS: [&str; 4] = [
    "popular_items",
    "separate_items_with_commas",
    "add_or_remove_items",
    "choose_from_most_used",
];

fn labels(table: &[Label], names: &Names, locale: Locale) -> Map<String, Value> {
    let label = |(name, pt, en): &Label| {
        let text = match locale {
            Locale::PtBr => pt,
            Locale::En => en,
        };
        let value = if text.is_empty() {
            Value::Null
        } else {
            json!(filled(text, names, locale))
        };
        ((*name).to_owned(), value)
    };
    let mut all: Map<String, Value> = table.iter().map(label).collect();
    for (name, text) in [("menu_name", "{P}"), ("name_admin_bar", "{S}")] {
        all.insert(name.to_owned(), json!(filled(text, names, locale)));
    }
    all
}

fn worded(locale: Locale, pt: &'static str, en: &'static str) -> &'static str {
    match locale {
        Locale::PtBr => pt,
        Locale::En => en,
    }
}

const fn names_of(names: &Names, locale: Locale) -> &'static str {
    match locale {
        Locale::PtBr => names.pt.0,
        Locale::En => names.en.0,
    }
}

/// The labels of a kind.
pub fn of_kind(kind: Kind, locale: Locale) -> Value {
    let names = kind_names(kind);
    let mut all = labels(&KIND, &names, locale);
    if kind == Kind::Page {
        let above = worded(locale, "{S} acima:", "{S} above:");
        all.insert(
            "parent_item_colon".to_owned(),
            json!(filled(above, &names, locale)),
        );
    }
    if !matches!(kind, Kind::Post | Kind::Page) {
        let template = worded(locale, "Item: {s}", "Single item: {S}");
        all.insert(
            "template_name".to_owned(),
            json!(filled(template, &names, locale)),
        );
    }
    Value::Object(all)
}

/// The labels of a taxonomy.
pub fn of_taxonomy(taxonomy: Taxonomy, locale: Locale) -> Value {
    let names = taxonomy_names(taxonomy);
    let mut all = labels(&TAXONOMY, &names, locale);
    let none = if taxonomy.is_hierarchical() {
        OF_LISTS
    } else {
        OF_TREES
    };
    for name in none {
        all.insert(name.to_owned(), Value::Null);
    }
    if !matches!(taxonomy, Taxonomy::Category | Taxonomy::PostTag) {
        all.insert("archives".to_owned(), json!(names_of(&names, locale)));
    }
    let template = worded(locale, "Arquivo de {p}", "{S} archives");
    all.insert(
        "template_name".to_owned(),
        json!(filled(template, &names, locale)),
    );
    Value::Object(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_agree_in_gender() {
        let page = of_kind(Kind::Page, Locale::PtBr);
        assert_eq!(page["new_item"], "Nova página");
        assert_eq!(page["item_published"], "Página: publicada.");
        assert_eq!(of_kind(Kind::Post, Locale::PtBr)["new_item"], "Novo post");
        assert_eq!(of_kind(Kind::Block, Locale::En)["menu_name"], "Patterns");
    }
}
