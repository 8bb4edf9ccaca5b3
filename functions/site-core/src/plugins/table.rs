//! The extensions that the site has.

use site_rest::Locale;

use crate::language::{Text, in_language};

/// A built-in extension.
pub struct Plugin {
    /// Unique name: the one of its folder twice, as deployed systems have a folder and a file.
    pub name: &'static str,
    title: Text,
    description: Text,
}

impl Plugin {
    /// Display name.
    pub fn title(&self, locale: Locale) -> &'static str {
        in_language(self.title, locale)
    }

    /// Description, without markup.
    pub fn description(&self, locale: Locale) -> &'static str {
        in_language(self.description, locale)
    }
}

/// The extensions by name.
pub const PLUGINS: [Plugin; 6] = [
    Plugin {
        name: "code-snippets/code-snippets",
        title: ["Trechos de código", "Code snippets"],
        description: [
            "Guarda trechos de HTML, CSS, JavaScript e PHP. Os ativos entram nas páginas públicas.",
            "Keeps pieces of HTML, CSS, JavaScript and PHP. Active ones become part of the public pages.",
        ],
    },
    Plugin {
        name: "contact-form-ext/contact-form-ext",
        title: ["Ações de formulário", "Actions of forms"],
        description: [
            "Liga ações ao envio de um formulário de contato.",
            "Connects actions with the submission of a contact form.",
        ],
    },
    Plugin {
        name: "contact-form/contact-form",
        title: ["Formulários de contato", "Contact forms"],
        description: [
            "Mostra formulários nas páginas e envia por e-mail o que os visitantes escrevem.",
            "Shows forms on the pages and mails what visitors write.",
        ],
    },
    Plugin {
        name: "mail-smtp/mail-smtp",
        title: ["Servidor de e-mail", "Mail server"],
        description: [
            "Envia os e-mails do site pelo servidor da agência.",
            "Sends the mails of the site through the agency's server.",
        ],
    },
    Plugin {
        name: "seo/seo",
        title: ["Otimização para buscadores", "Search engine optimisation"],
        description: [
            "Títulos, descrições, dados estruturados e mapas do site para os buscadores.",
            "Titles, descriptions, structured data and sitemaps for search engines.",
        ],
    },
    Plugin {
        name: "spam-filter/spam-filter",
        title: ["Filtro de spam", "Spam filter"],
        description: [
            "Verifica comentários e mensagens de formulários.",
            "Checks comments and messages of forms.",
        ],
    },
];

/// The extension with this name.
pub fn named(name: &str) -> Option<&'static Plugin> {
    PLUGINS.iter().find(|one| one.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The namespaces of the interface that are not of the core, without their versions.
    fn served() -> Vec<String> {
        let ours = ["core", "oembed", "batch"];
        let routes = site_contract::routes();
        let names = routes
            .iter()
            .map(|route| route.namespace().split('/').next());
        let names = names
            .flatten()
            .filter(|name| !name.is_empty() && !ours.iter().any(|start| name.starts_with(start)));
        names.map(str::to_owned).collect()
    }

    #[test]
    fn the_extensions_are_the_namespaces_of_the_interface() {
        assert!(PLUGINS.is_sorted_by(|a, b| a.name < b.name));
        let served = served();
        for one in &PLUGINS {
            let name = one.name.split('/').next().unwrap();
            assert_eq!(one.name, format!("{name}/{name}"));
            assert!(served.iter().any(|other| other == name), "{name}");
        }
        for name in served {
            let full = format!("{name}/{name}");
            assert!(named(&full).is_some(), "{name}");
        }
    }
}
