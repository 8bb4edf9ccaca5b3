//! What each check finds.

use site_rest::Locale;

use crate::language::{Text, in_language};

/// What a check found.
pub struct Finding {
    /// Name of the check in the response.
    pub check: &'static str,
    /// Whether something should be changed.
    pub is_good: bool,
    /// Subject: safety, otherwise speed.
    pub is_about_security: bool,
    label: Text,
    description: Text,
}

impl Finding {
    /// What was found, in a few words.
    pub fn label(&self, locale: Locale) -> &'static str {
        in_language(self.label, locale)
    }

    /// What it means, without markup.
    pub fn description(&self, locale: Locale) -> &'static str {
        in_language(self.description, locale)
    }
}

pub const BACKGROUND_UPDATES: Finding = Finding {
    check: "background_updates",
    is_good: true,
    is_about_security: true,
    label: [
        "O site é atualizado por implantação",
        "Deployments update the site",
    ],
    description: [
        "O site não troca o próprio código. Uma versão nova entra inteira, com uma implantação, e a anterior pode voltar.",
        "The site does not replace its own code. A deployment brings a new version as a whole, and the one before can return.",
    ],
};

pub const LOOPBACK_REQUESTS: Finding = Finding {
    check: "loopback_requests",
    is_good: true,
    is_about_security: false,
    label: [
        "O site não precisa chamar a si mesmo",
        "The site need not call itself",
    ],
    description: [
        "Um agendador publica os textos agendados e faz a limpeza, também sem visitas ao site.",
        "A scheduler publishes scheduled posts and cleans up, also without visitors.",
    ],
};

pub const DIRECTORY: Finding = Finding {
    check: "dotorg_communication",
    is_good: true,
    is_about_security: true,
    label: [
        "O site não consulta diretórios externos",
        "The site asks no directories",
    ],
    description: [
        "Extensões e tema fazem parte do site, por isso nenhum servidor é consultado em busca de versões novas.",
        "Extensions and theme are part of the site, so no server is asked for new versions.",
    ],
};

pub const PAGE_CACHE: Finding = Finding {
    check: "page_cache",
    is_good: true,
    is_about_security: false,
    label: [
        "As páginas públicas podem ficar em cache",
        "Caches can keep the public pages",
    ],
    description: [
        "Cada página pública tem ETag e Cache-Control. Navegadores e redes de distribuição a guardam e perguntam apenas se ela mudou.",
        "Each public page has ETag and Cache-Control. Browsers and content delivery networks keep it and only ask whether it changed.",
    ],
};

/// Whether addresses of the site are encrypted.
pub fn https(home: &str) -> Finding {
    let is_good = home.starts_with("https://");
    let (label, description) = if is_good {
        (
            ["O site usa HTTPS", "The site uses HTTPS"],
            [
                "O endereço do site começa com https://, e senhas de aplicativo só são aceitas por ele.",
                "The site's address begins with https://, and application passwords are accepted through it only.",
            ],
        )
    } else {
        (
            ["O site não usa HTTPS", "The site does not use HTTPS"],
            [
                "O endereço do site começa com http://. Na implantação, defina em SiteUrl um endereço com https://.",
                "The site's address begins with http://. Set one with https:// in SiteUrl of the deployment.",
            ],
        )
    };
    Finding {
        check: "https_status",
        is_good,
        is_about_security: true,
        label,
        description,
    }
}

/// Whether the header with an application's credentials arrives.
pub fn authorization(arrives: bool) -> Finding {
    let (label, description) = if arrives {
        (
            [
                "O cabeçalho Authorization chega ao site",
                "The header Authorization reaches the site",
            ],
            [
                "Aplicativos com senha de aplicativo podem entrar.",
                "Applications with an application password can sign in.",
            ],
        )
    } else {
        (
            [
                "O cabeçalho Authorization não chegou ao site",
                "The header Authorization did not reach the site",
            ],
            [
                "Um intermediário o retira. Aplicativos que só conhecem esse cabeçalho não podem entrar.",
                "Something between removes it. Applications that know this header only cannot sign in.",
            ],
        )
    };
    Finding {
        check: "authorization_header",
        is_good: arrives,
        is_about_security: true,
        label,
        description,
    }
}
