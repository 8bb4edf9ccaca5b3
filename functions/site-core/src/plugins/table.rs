//! The extensions that the site has.

use site_rest::Locale;

/// A built-in extension.
pub struct Plugin {
    /// Unique name: the one of its folder twice, as deployed systems have a folder and a file.
    pub name: &'static str,
    /// Namespace of its routes, which the index lists too.
    pub namespace: &'static str,
    title: [&'static str; 2],
    description: [&'static str; 2],
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

const fn in_language(texts: [&'static str; 2], locale: Locale) -> &'static str {
    let [portuguese, english] = texts;
    match locale {
        Locale::PtBr => portuguese,
        Locale::En => english,
    }
}

/// The extensions by name.
pub const PLUGINS: [Plugin; 6] = [
    Plugin {
        name: "code-snippets/code-snippets",
        namespace: site_contract::code_snippets::NAMESPACE,
        title: ["Trechos de código", "Code snippets"],
        description: [
            "Guarda trechos de HTML, CSS, JavaScript e PHP. Os ativos entram nas páginas públicas.",
            "Keeps pieces of HTML, CSS, JavaScript and PHP. Active ones become part of the public pages.",
        ],
    },
    Plugin {
        name: "contact-form-ext/contact-form-ext",
        namespace: site_contract::contact_form_ext::NAMESPACE,
        title: ["Ações de formulário", "Actions of forms"],
        description: [
            "Liga ações ao envio de um formulário de contato.",
            "Connects actions with the submission of a contact form.",
        ],
    },
    Plugin {
        name: "contact-form/contact-form",
        namespace: site_contract::contact_form::NAMESPACE,
        title: ["Formulários de contato", "Contact forms"],
        description: [
            "Mostra formulários nas páginas e envia por e-mail o que os visitantes escrevem.",
            "Shows forms on the pages and mails what visitors write.",
        ],
    },
    Plugin {
        name: "mail-smtp/mail-smtp",
        namespace: site_contract::mail_smtp::NAMESPACE,
        title: ["Servidor de e-mail", "Mail server"],
        description: [
            "Envia os e-mails do site pelo servidor da agência.",
            "Sends the mails of the site through the agency's server.",
        ],
    },
    Plugin {
        name: "seo/seo",
        namespace: site_contract::seo::NAMESPACE,
        title: ["Otimização para buscadores", "Search engine optimisation"],
        description: [
            "Títulos, descrições, dados estruturados e mapas do site para os buscadores.",
            "Titles, descriptions, structured data and sitemaps for search engines.",
        ],
    },
    Plugin {
        name: "spam-filter/spam-filter",
        namespace: site_contract::spam_filter::NAMESPACE,
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

    #[test]
    fn names_are_in_order_and_namespaces_are_served() {
        assert!(PLUGINS.is_sorted_by(|a, b| a.name < b.name));
        let routes = site_contract::routes();
        for one in &PLUGINS {
            let served = routes
                .iter()
                .any(|route| route.namespace() == one.namespace);
            assert!(served, "{}", one.name);
        }
    }

    #[test]
    fn every_extension_namespace_is_in_the_table() {
        let ours = ["core", "oembed", "batch"];
        for route in site_contract::routes() {
            let name = route.namespace().split('/').next().unwrap_or_default();
            if name.is_empty() || ours.iter().any(|start| name.starts_with(start)) {
                continue;
            }
            // The messages that forms receive belong to contact forms.
            let is_listed = PLUGINS.iter().any(|one| one.namespace == route.namespace());
            assert!(is_listed || name == "form-submissions", "{name}");
        }
    }
}
