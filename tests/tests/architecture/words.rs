//! Messages for people use one word for each concept. Words that were retired do not return.

use std::path::Path;

use crate::workspace::root;

/// Retired words, with the word that is used.
const RETIRED: &[(&str, &str)] = &[
    ("senha de aplicação", "senha de aplicativo"),
    ("senhas de aplicação", "senhas de aplicativo"),
    ("plugin", "extensão"),
    ("plug-in", "extensão"),
    ("imagem destacada", "imagem de destaque"),
    ("este papel", "este perfil"),
    ("papéis", "perfis"),
    (">papel<", "perfil"),
    ("cada papel", "cada perfil"),
    ("rebaixado", "nem perder o perfil de administrador"),
    ("número da requisição", "código da requisição"),
    ("data é impossível", "esta data não existe"),
    ("perdeu sua marca", "perdemos a referência"),
    ("um só caractere", "um único caractere repetido"),
    ("precisa ter", "deve ter"),
    ("precisa de um nome", "deve ter um nome"),
    ("precisa de título", "deve ter título"),
    ("obrigado pela resposta", "agradecemos a sua resposta"),
    ("não volta atrás", "não pode voltar à situação anterior"),
    ("da plataforma não", "na Pauta"),
    ("use no máximo", "use até"),
    ("imagem em destaque", "imagem de destaque"),
    ("senha do aplicativo", "senha de aplicativo"),
    ("não ficou com a imagem", "não guardou a imagem"),
    (
        "informe o conteúdo da imagem",
        "a qual conteúdo a imagem pertence",
    ),
    ("vamos trocar a sua senha", "troca de senha"),
    ("não aprovar", "recusar"),
];

/// Folders whose Portuguese is data or prose of its own: rules and word lists of the grammar check, what providers are asked,
/// and the labelled messages of the spam filter.
const DATA: &[&str] = &[
    "shared/grammar",
    "shared/analysis",
    "shared/prompts",
    "shared/spam-classifier",
    "infra/local/src/demo",
];

/// The texts between quotes in a source; in a template, all of it.
fn texts(path: &str, source: &str) -> Vec<String> {
    if !path.ends_with(".rs") {
        return vec![source.to_lowercase()];
    }
    let code: String = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .map(|line| format!("{line}\n"))
        .collect();
    // A text that goes on in the next line.
    let code = code.replace("\\\n", "");
    code.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_lowercase)
        .collect()
}

/// Whether a text is one for people: several words, in Portuguese.
fn is_for_people(text: &str) -> bool {
    let is_portuguese = text
        .chars()
        .any(|character| "áéíóúâêôãõç".contains(character))
        || [" de ", " o ", " a ", " que ", " no "]
            .iter()
            .any(|word| text.contains(word));
    text.contains(' ') && is_portuguese
}

fn collect(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        let name = entry.file_name().into_string().unwrap();
        if path.is_dir() {
            if !["node_modules", "target", "dist", "tests", "snapshots"].contains(&name.as_str()) {
                collect(&path, found);
            }
            continue;
        }
        if [".rs", ".html", ".txt", ".tsx"]
            .iter()
            .any(|ending| name.ends_with(ending))
        {
            let path = path.strip_prefix(root()).unwrap();
            found.push(path.to_str().unwrap().replace('\\', "/"));
        }
    }
}

#[test]
fn retired_words_do_not_return() {
    let mut files = Vec::new();
    for folder in ["functions", "shared", "infra"] {
        collect(&root().join(folder), &mut files);
    }
    files.retain(|path| !DATA.iter().any(|folder| path.starts_with(folder)));
    assert!(files.len() > 500, "{}", files.len());
    let mut complaints = Vec::new();
    for path in files {
        let source = std::fs::read_to_string(root().join(&path)).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        for text in texts(&path, source) {
            for (retired, used) in RETIRED {
                if text.contains(retired) && is_for_people(&text) {
                    complaints.push(format!("{path}: “{retired}” is “{used}”"));
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}
