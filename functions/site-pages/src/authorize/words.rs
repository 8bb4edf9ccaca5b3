//! Texts of the authorisation page.

/// Texts in one language.
#[derive(Debug)]
pub struct Words {
    pub sign_in: &'static str,
    pub sign_in_lead: &'static str,
    pub login: &'static str,
    pub password: &'static str,
    pub enter: &'static str,
    pub wrong: &'static str,
    pub ask: &'static str,
    pub asks_before: &'static str,
    pub asks_after: &'static str,
    pub some_app: &'static str,
    pub trust: &'static str,
    pub leads: &'static str,
    pub name_it: &'static str,
    pub approve: &'static str,
    pub reject: &'static str,
    pub done: &'static str,
    pub done_lead: &'static str,
    pub user_is: &'static str,
    pub password_is: &'static str,
    pub once: &'static str,
    pub refused: &'static str,
    pub bad_app_id: &'static str,
    pub bad_address: &'static str,
    pub unavailable: &'static str,
    pub unavailable_lead: &'static str,
}

static PT: Words = Words {
    sign_in: "Entrar",
    sign_in_lead: "Um aplicativo pede acesso à sua conta. Entre para decidir.",
    login: "Usuário ou e-mail",
    password: "Senha",
    enter: "Entrar",
    wrong: "Usuário ou senha não conferem. Tente de novo.",
    ask: "Autorizar aplicativo",
    asks_before: "O aplicativo",
    asks_after: "pede para agir neste site em nome de",
    some_app: "sem nome",
    trust: "Se você autorizar, ele recebe uma senha de aplicativo própria e pode ler, publicar e apagar tudo o que você pode. Autorize só se confia nele; a senha pode ser revogada a qualquer momento.",
    leads: "Depois da autorização, a senha segue para",
    name_it: "Nome do aplicativo",
    approve: "Autorizar",
    reject: "Recusar",
    done: "Aplicativo autorizado",
    done_lead: "Use estes dados em",
    user_is: "Usuário:",
    password_is: "Senha de aplicativo:",
    once: "Copie agora: ela não será mostrada de novo. Os espaços não contam.",
    refused: "Pedido não aceito",
    bad_app_id: "O identificador do aplicativo não é um UUID.",
    bad_address: "O endereço de retorno deve ser completo e seguro (https).",
    unavailable: "Não disponível",
    unavailable_lead: "Senhas de aplicativo só funcionam em sites com https.",
};

static EN: Words = Words {
    sign_in: "Sign in",
    sign_in_lead: "An application asks for access to your account. Sign in to decide.",
    login: "User name or email",
    password: "Password",
    enter: "Sign in",
    wrong: "User name or password does not match. Try again.",
    ask: "Authorize application",
    asks_before: "The application",
    asks_after: "asks to act on this site on behalf of",
    some_app: "without a name",
    trust: "If you authorize it, it gets a password of its own and can read, publish and delete whatever you can. Authorize it only if you trust it; the password can be revoked at any time.",
    leads: "After authorization the password goes to",
    name_it: "Name of the application",
    approve: "Authorize",
    reject: "Refuse",
    done: "Application authorized",
    done_lead: "Use these in",
    user_is: "User name:",
    password_is: "Application password:",
    once: "Copy it now: it will not be shown again. Spaces do not count.",
    refused: "Request not accepted",
    bad_app_id: "The application identifier is not a UUID.",
    bad_address: "The return address must be complete and secure (https).",
    unavailable: "Not available",
    unavailable_lead: "Application passwords only work on sites with https.",
};

impl Words {
    /// Texts for a locale such as `pt_BR`.
    pub fn of(language: &str) -> &'static Self {
        if language.to_lowercase().starts_with("pt") {
            &PT
        } else {
            &EN
        }
    }
}
