//! Why the code of a snippet does not run: how it is found, and how it is told.

use domain::site::SnippetLanguage;
use serde_json::{Value, json};
use site_rest::Locale;
use site_store::{CodeError, Snippet};

use super::php;

/// Checks the code of a snippet that is about to be stored. `others` are the snippets beside it.
pub fn check(snippet: &Snippet, others: &[&Snippet]) -> Option<CodeError> {
    if snippet.scope.language() == SnippetLanguage::Php {
        let code = php::Code::parse(&snippet.code);
        if let Some(line) = code.error {
            return Some(CodeError::Syntax(line));
        }
        let is_active_php =
            |other: &&&Snippet| other.active && other.scope.language() == SnippetLanguage::Php;
        let beside = others.iter().filter(is_active_php);
        if let Some((name, line)) = code.redeclared(beside.map(|other| other.code.as_str())) {
            return Some(CodeError::Redeclared(name, line));
        }
    }
    snippet.error_of_scope()
}

/// The message and the line, 0 when the whole snippet is concerned.
pub fn shown(error: &CodeError, snippet: &Snippet, locale: Locale) -> Value {
    let (message, line) = match (error, locale) {
        (CodeError::Syntax(line), Locale::PtBr) => {
            ("O código tem um erro de sintaxe.".to_owned(), *line)
        }
        (CodeError::Syntax(line), Locale::En) => ("The code has a syntax error.".to_owned(), *line),
        (CodeError::Redeclared(name, line), Locale::PtBr) => {
            (format!("A função {name} já existe."), *line)
        }
        (CodeError::Redeclared(name, line), Locale::En) => {
            (format!("The function {name} exists already."), *line)
        }
        (CodeError::NotRun, locale) => (not_run(snippet, locale), 0),
    };
    json!([message, line])
}

fn not_run(snippet: &Snippet, locale: Locale) -> String {
    let is_php = snippet.scope.language() == SnippetLanguage::Php;
    let message = match (is_php, locale) {
        (true, Locale::PtBr) => {
            "Este site não executa PHP: o código fica guardado e pode ser exportado, mas não tem efeito."
        }
        (true, Locale::En) => {
            "This site does not run PHP: the code is stored and can be exported, but has no effect."
        }
        (false, Locale::PtBr) => {
            "Este site não tem páginas de administração: o código fica guardado e pode ser exportado, mas não tem efeito."
        }
        (false, Locale::En) => {
            "This site has no administration pages: the code is stored and can be exported, but has no effect."
        }
    };
    message.to_owned()
}
