//! Texts of the pages in the site's languages.

use site_formats::date::{Names, PORTUGUESE};

/// Texts in one language.
#[derive(Debug)]
pub struct Words {
    pub skip: &'static str,
    pub menu: &'static str,
    pub nothing_yet: &'static str,
    pub by: &'static str,
    pub updated: &'static str,
    pub read_more: &'static str,
    pub sticky: &'static str,
    pub category: &'static str,
    pub tag: &'static str,
    pub tags: &'static str,
    pub author: &'static str,
    pub newer: &'static str,
    pub older: &'static str,
    pub pages: &'static str,
    pub page: &'static str,
    pub of: &'static str,
    pub previous_post: &'static str,
    pub next_post: &'static str,
    pub other_posts: &'static str,
    pub protected: &'static str,
    pub protected_lead: &'static str,
    pub password: &'static str,
    pub open: &'static str,
    pub wrong_password: &'static str,
    pub too_many: &'static str,
    pub missing: &'static str,
    pub missing_lead: &'static str,
    pub failed: &'static str,
    pub failed_lead: &'static str,
    pub busy: &'static str,
    pub forged: &'static str,
    pub forged_lead: &'static str,
    pub too_large: &'static str,
    pub too_many_messages: &'static str,
    pub send: &'static str,
    pub back_home: &'static str,
    pub feed: &'static str,
    pub file: &'static str,
    pub belongs_to: &'static str,
    pub questions: &'static str,
    pub untitled: &'static str,
    pub interface: &'static str,
    pub interface_index: &'static str,
    pub relations: &'static str,
    pub relations_lead: &'static str,
    /// Names of months and weekdays, where they are not English.
    pub names: Option<Names<'static>>,
}

static PT: Words = Words {
    skip: "Pular para o conteúdo",
    menu: "Menu principal",
    nothing_yet: "Ainda não há nada publicado aqui.",
    by: "por",
    updated: "Atualizado em",
    read_more: "Ler",
    sticky: "Destaque",
    category: "Categoria",
    tag: "Tag",
    tags: "Tags",
    author: "Publicações de",
    newer: "Mais recentes",
    older: "Mais antigas",
    pages: "Páginas da lista",
    page: "Página",
    of: "de",
    previous_post: "Anterior",
    next_post: "Próxima",
    other_posts: "Outras publicações",
    protected: "Conteúdo protegido por senha.",
    protected_lead: "Este conteúdo é protegido. Para ler, digite a senha que você recebeu.",
    password: "Senha",
    open: "Abrir",
    wrong_password: "A senha não confere. Tente de novo.",
    too_many: "Foram muitas tentativas. Espere um minuto e tente de novo.",
    missing: "Página não encontrada",
    missing_lead: "O endereço pode ter mudado, ou o conteúdo não está mais no ar.",
    failed: "Algo deu errado",
    failed_lead: "Não conseguimos montar esta página. Tente de novo em instantes.",
    busy: "Há muitos acessos ao mesmo tempo. Espere alguns segundos e tente de novo.",
    forged: "Pedido não aceito",
    forged_lead: "O formulário não veio desta página ou ficou aberto tempo demais. Volte e tente de novo.",
    too_large: "Os arquivos são grandes demais. Volte e envie arquivos menores.",
    too_many_messages: "Recebemos muitas mensagens deste endereço. Espere alguns minutos e tente de novo.",
    send: "Enviar",
    back_home: "Ir para a página inicial",
    feed: "Feed RSS",
    file: "Abrir o arquivo",
    belongs_to: "Parte de",
    questions: "Perguntas frequentes",
    untitled: "Sem título",
    interface: "Interface REST",
    interface_index: "Índice da interface",
    relations: "Relações de links",
    relations_lead: "As respostas da interface deste site levam, em _links, ao que está ligado a cada item. Estas são as relações próprias dela; o índice descreve todas as rotas e seus parâmetros.",
    names: Some(PORTUGUESE),
};

static EN: Words = Words {
    skip: "Skip to content",
    menu: "Main menu",
    nothing_yet: "Nothing has been published here yet.",
    by: "by",
    updated: "Updated on",
    read_more: "Read",
    sticky: "Featured",
    category: "Category",
    tag: "Tag",
    tags: "Tags",
    author: "Posts by",
    newer: "Newer",
    older: "Older",
    pages: "Pages of the list",
    page: "Page",
    of: "of",
    previous_post: "Previous",
    next_post: "Next",
    other_posts: "Other posts",
    protected: "Protected by a password.",
    protected_lead: "This content is protected. To read it, enter the password that you were given.",
    password: "Password",
    open: "Open",
    wrong_password: "That is not the password. Try again.",
    too_many: "Too many attempts. Wait a minute and try again.",
    missing: "Page not found",
    missing_lead: "The address may have changed, or the content is no longer online.",
    failed: "Something went wrong",
    failed_lead: "We could not make this page. Try again shortly.",
    busy: "Too many people are signing in at once. Wait a few seconds and try again.",
    forged: "Request not accepted",
    forged_lead: "The form did not come from this page or was open for too long. Go back and try again.",
    too_large: "The files are too large. Go back and send smaller ones.",
    too_many_messages: "Too many messages came from this address. Wait a few minutes and try again.",
    send: "Send",
    back_home: "Go to the home page",
    feed: "RSS feed",
    file: "Open the file",
    belongs_to: "Part of",
    questions: "Questions and answers",
    untitled: "Untitled",
    interface: "REST interface",
    interface_index: "Index of the interface",
    relations: "Link relations",
    relations_lead: "The answers of this site's interface lead, in _links, to what each item is connected with. These are its own relations; the index describes all routes and their parameters.",
    names: None,
};

impl Words {
    /// Whether these are the Portuguese texts.
    pub fn is_portuguese(&self) -> bool {
        std::ptr::eq(self, &raw const PT)
    }

    /// Texts for a locale such as `pt_BR`; English for locales without a translation.
    pub fn of(language: &str) -> &'static Self {
        if language.to_lowercase().starts_with("pt") {
            &PT
        } else {
            &EN
        }
    }
}

/// Language tag for HTML: `pt-BR` for `pt_BR`, `en` for an empty locale.
pub fn tag(language: &str) -> String {
    if language.is_empty() {
        return "en".to_owned();
    }
    language.replace('_', "-")
}
