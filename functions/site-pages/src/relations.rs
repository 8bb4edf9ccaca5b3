//! Documentation pages of the interface's link relations. The `curies` of responses point to them, and
//! the index to the list of all relations.

use askama::Template;
use site_urls::{RELATIONS, RELATIONS_PATH};

use crate::frame::{Frame, Head};
use crate::page_request::{PageRequest, PageResult};
use crate::reply::Page;

/// Name of the page that lists all relations.
const HELP: &str = "help";

/// Description of a relation in the languages of the site.
struct Meaning {
    name: &'static str,
    pt: &'static str,
    en: &'static str,
}

static MEANINGS: [Meaning; RELATIONS.len()] = [
    Meaning {
        name: "active-theme",
        pt: "O tema das páginas públicas; no índice, para quem pode editar conteúdo.",
        en: "The theme of the public pages; in the index, for callers who may edit content.",
    },
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
        name: "edit-root",
        pt: "A imagem em que começou a sequência de edições que fez esta. Pode vir junto na resposta com _embed.",
        en: "The picture from which the chain of edits began that made this one. It can be part of the answer with _embed.",
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
        en: "The caller may publish the item. The link is present only with this permission and points to the item itself, like the links of the other actions.",
    },
    Meaning {
        name: "action-unfiltered-html",
        pt: "Quem fez a requisição pode gravar qualquer HTML, sem que a lista do que é permitido se aplique.",
        en: "The caller may write any HTML; the allowlist is not applied.",
    },
    Meaning {
        name: "action-sticky",
        pt: "Quem fez a requisição pode fixar o post no topo da lista.",
        en: "The caller may make the post sticky.",
    },
    Meaning {
        name: "action-assign-author",
        pt: "Quem fez a requisição pode dar o item a outra pessoa.",
        en: "The caller may assign the item to another author.",
    },
    Meaning {
        name: "action-assign-categories",
        pt: "Quem fez a requisição pode pôr o item em categorias existentes.",
        en: "The caller may assign the item to existing categories.",
    },
    Meaning {
        name: "action-create-categories",
        pt: "Quem fez a requisição pode criar categorias para o item.",
        en: "The caller may create categories for the item.",
    },
    Meaning {
        name: "action-assign-tags",
        pt: "Quem fez a requisição pode pôr tags existentes no item.",
        en: "The caller may assign existing tags to the item.",
    },
    Meaning {
        name: "action-create-tags",
        pt: "Quem fez a requisição pode criar tags para o item.",
        en: "The caller may create tags for the item.",
    },
    Meaning {
        name: "action-assign-menus",
        pt: "Quem fez a requisição pode pôr o item de menu em um menu existente.",
        en: "The caller may assign the menu item to an existing menu.",
    },
    Meaning {
        name: "action-create-menus",
        pt: "Quem fez a requisição pode criar menus para o item.",
        en: "The caller may create menus for the item.",
    },
    Meaning {
        name: "action-assign-pattern_category",
        pt: "Quem fez a requisição pode pôr o bloco em categorias de padrões existentes.",
        en: "The caller may assign the block to existing pattern categories.",
    },
    Meaning {
        name: "action-create-pattern_category",
        pt: "Quem fez a requisição pode criar categorias de padrões para o bloco.",
        en: "The caller may create pattern categories for the block.",
    },
];

impl Meaning {
    fn text(&self, request: &PageRequest) -> &'static str {
        if request.words.is_portuguese() {
            self.pt
        } else {
            self.en
        }
    }

    fn entry(&self, request: &PageRequest) -> Entry {
        Entry {
            name: self.name,
            href: address(request, self.name),
            text: self.text(request),
        }
    }
}

/// Relation in the list.
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
    /// URL of the list, on the page of one relation.
    all: Option<String>,
    index: String,
}

/// Name of the relation in a path below the home URL, if it is such a path.
pub fn named(path: &str) -> Option<&str> {
    let name = path.strip_prefix(RELATIONS_PATH)?.strip_prefix('/')?;
    (name == HELP || RELATIONS.contains(&name)).then_some(name)
}

fn address(request: &PageRequest, name: &str) -> String {
    format!("{}/{RELATIONS_PATH}/{name}", request.home)
}

/// Page of a relation, or the list.
///
/// # Errors
/// The store fails.
pub async fn page(request: &PageRequest, name: &str) -> PageResult<Page> {
    let meaning = MEANINGS.iter().find(|meaning| meaning.name == name);
    let heading = meaning.map_or_else(
        || request.words.relations.to_owned(),
        |meaning| format!("core:{}", meaning.name),
    );
    // Reference for developers, reached through links; not for search engines.
    let head = Head::of_notice(request, &heading).await?;
    let entries = match meaning {
        Some(_) => Vec::new(),
        None => MEANINGS.iter().map(|one| one.entry(request)).collect(),
    };
    Page::html(&RelationsPage {
        frame: Frame::new(request, head).await?,
        heading,
        lead: meaning.map_or(request.words.relations_lead, |meaning| {
            meaning.text(request)
        }),
        entries,
        all: meaning.map(|_| address(request, HELP)),
        index: format!("{}/", request.rest_root),
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
