//! Pages that say what the interface's own link relations mean, for people who write programs. The
//! `curies` of an answer lead here, and the index to the list of all of them.

use askama::Template;
use site_web::{RELATIONS, RELATIONS_PATH};

use crate::frame::{Frame, Head};
use crate::reply::Page;
use crate::visit::{Found, Visit};

/// The name of the page that lists the relations.
const HELP: &str = "help";

/// What a relation means, in the languages of the site: what it leads to, and what to do with it.
struct Meaning {
    name: &'static str,
    pt: &'static str,
    en: &'static str,
}

static MEANINGS: [Meaning; RELATIONS.len()] = [
    Meaning {
        name: "featuredmedia",
        pt: "A imagem de destaque do item; no índice, o logotipo ou o ícone do site. Pode vir junto na resposta com _embed.",
        en: "The featured picture of the item; in the index, the site's logo or icon. It can be part of the answer with _embed.",
    },
    Meaning {
        name: "attachment",
        pt: "A lista dos arquivos de mídia anexados ao item.",
        en: "The list of media files attached to the item.",
    },
    Meaning {
        name: "attached-to",
        pt: "O item ao qual este arquivo de mídia está anexado.",
        en: "The item that this media file is attached to.",
    },
    Meaning {
        name: "term",
        pt: "Os termos do item em uma taxonomia, que o atributo taxonomy nomeia. Há um link para cada taxonomia do tipo. Podem vir junto na resposta com _embed.",
        en: "The item's terms in one taxonomy, which the attribute taxonomy names. There is one link for each taxonomy of the type. They can be part of the answer with _embed.",
    },
    Meaning {
        name: "post_type",
        pt: "As listas dos itens que têm este termo, uma para cada tipo de conteúdo.",
        en: "The lists of the items that have this term, one for each type of content.",
    },
    Meaning {
        name: "items",
        pt: "A lista dos itens deste tipo, ou dos termos desta taxonomia.",
        en: "The list of the items of this type, or of the terms of this taxonomy.",
    },
    Meaning {
        name: "menu",
        pt: "O menu que é mostrado neste local.",
        en: "The menu that is shown at this location.",
    },
    Meaning {
        name: "menu-location",
        pt: "Um local das páginas em que este menu é mostrado.",
        en: "A location on the pages where this menu is shown.",
    },
    Meaning {
        name: "menu-item-object",
        pt: "O conteúdo ou termo ao qual este item de menu leva.",
        en: "The content or term that this menu item leads to.",
    },
    Meaning {
        name: "action-publish",
        pt: "Quem fez a requisição pode publicar o item. O link só existe quando há esse direito; leva ao próprio item, como os das outras ações.",
        en: "Whoever asks may publish the item. The link is only there where they may; it leads to the item itself, as those of the other actions do.",
    },
    Meaning {
        name: "action-unfiltered-html",
        pt: "Quem fez a requisição pode gravar qualquer HTML, sem que a lista do que é permitido se aplique.",
        en: "Whoever asks may write any HTML, without the list of what is allowed being applied.",
    },
    Meaning {
        name: "action-sticky",
        pt: "Quem fez a requisição pode fixar o post no topo da lista.",
        en: "Whoever asks may keep the post at the top of the list.",
    },
    Meaning {
        name: "action-assign-author",
        pt: "Quem fez a requisição pode dar o item a outra pessoa.",
        en: "Whoever asks may give the item to another author.",
    },
    Meaning {
        name: "action-assign-categories",
        pt: "Quem fez a requisição pode pôr o item em categorias existentes.",
        en: "Whoever asks may put the item into categories that exist.",
    },
    Meaning {
        name: "action-create-categories",
        pt: "Quem fez a requisição pode criar categorias para o item.",
        en: "Whoever asks may create categories for the item.",
    },
    Meaning {
        name: "action-assign-tags",
        pt: "Quem fez a requisição pode pôr tags existentes no item.",
        en: "Whoever asks may put tags that exist on the item.",
    },
    Meaning {
        name: "action-create-tags",
        pt: "Quem fez a requisição pode criar tags para o item.",
        en: "Whoever asks may create tags for the item.",
    },
    Meaning {
        name: "action-assign-menus",
        pt: "Quem fez a requisição pode pôr o item de menu em um menu existente.",
        en: "Whoever asks may put the menu item into a menu that exists.",
    },
    Meaning {
        name: "action-create-menus",
        pt: "Quem fez a requisição pode criar menus para o item.",
        en: "Whoever asks may create menus for the item.",
    },
    Meaning {
        name: "action-assign-pattern_category",
        pt: "Quem fez a requisição pode pôr o bloco em categorias de padrões existentes.",
        en: "Whoever asks may put the block into pattern categories that exist.",
    },
    Meaning {
        name: "action-create-pattern_category",
        pt: "Quem fez a requisição pode criar categorias de padrões para o bloco.",
        en: "Whoever asks may create pattern categories for the block.",
    },
];

impl Meaning {
    fn text(&self, visit: &Visit) -> &'static str {
        if visit.words.is_portuguese() {
            self.pt
        } else {
            self.en
        }
    }

    fn entry(&self, visit: &Visit) -> Entry {
        Entry {
            name: self.name,
            href: address(visit, self.name),
            text: self.text(visit),
        }
    }
}

/// A relation in the list of all of them.
struct Entry {
    name: &'static str,
    href: String,
    text: &'static str,
}

#[derive(Template)]
#[template(path = "relations.html")]
struct RelationsPage {
    frame: Frame,
    heading: String,
    lead: &'static str,
    /// The list; empty on the page of one relation.
    entries: Vec<Entry>,
    /// The address of the list, on the page of one.
    all: Option<String>,
    index: String,
}

/// What of the relations a path below the home address names, if it is such a path.
pub fn named(path: &str) -> Option<&str> {
    let name = path.strip_prefix(RELATIONS_PATH)?.strip_prefix('/')?;
    (name == HELP || RELATIONS.contains(&name)).then_some(name)
}

fn address(visit: &Visit, name: &str) -> String {
    format!("{}/{RELATIONS_PATH}/{name}", visit.home)
}

/// The page of a relation, or the one that lists them.
///
/// # Errors
/// The store fails.
pub async fn page(visit: &Visit, name: &str) -> Found<Page> {
    let meaning = MEANINGS.iter().find(|meaning| meaning.name == name);
    let heading = meaning.map_or_else(
        || visit.words.relations.to_owned(),
        |meaning| format!("core:{}", meaning.name),
    );
    let head = Head {
        title: heading.clone(),
        // For people who write programs, who come by a link.
        hidden: true,
        ..Head::default()
    };
    let entries = match meaning {
        Some(_) => Vec::new(),
        None => MEANINGS.iter().map(|one| one.entry(visit)).collect(),
    };
    Page::html(&RelationsPage {
        frame: Frame::new(visit, head).await?,
        heading,
        lead: meaning.map_or(visit.words.relations_lead, |meaning| meaning.text(visit)),
        entries,
        all: meaning.map(|_| address(visit, HELP)),
        index: format!("{}/", visit.rest_root),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_relation_has_a_meaning() {
        assert_eq!(MEANINGS.each_ref().map(|meaning| meaning.name), RELATIONS);
    }

    #[test]
    fn paths() {
        for (path, name) in [
            ("rels/term", Some("term")),
            ("rels/help", Some("help")),
            ("rels/nada", None),
            ("rels/", None),
            ("relsterm", None),
            ("blog/rels/term", None),
        ] {
            assert_eq!(named(path), name, "{path}");
        }
    }
}
