//! Code snippets.

use domain::site::{SnippetLanguage, SnippetScope};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Default of [`Snippet::priority`].
pub const DEFAULT_PRIORITY: u64 = 10;

/// Largest [`Snippet::priority`] that is stored, as on deployed systems.
const MAX_PRIORITY: u64 = 32_767;

/// Why the code of a snippet does not run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CodeError {
    /// The code cannot be parsed; the line of the first error, from 1.
    Syntax(u64),
    /// The code declares a function that exists already; its name and line.
    Redeclared(String, u64),
    /// The site does not run code of this scope.
    NotRun,
}

/// Code snippet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snippet {
    /// Identifier; snippets have a sequence of their own.
    pub id: u64,
    /// Name.
    pub name: String,
    /// Description, HTML.
    pub desc: String,
    /// Code, without the tags that begin and end PHP.
    pub code: String,
    /// Tags, without HTML.
    pub tags: Vec<String>,
    /// Scope.
    pub scope: SnippetScope,
    /// Whether it is active.
    pub active: bool,
    /// Order among active snippets; lower numbers come first.
    pub priority: u64,
    /// Time of the last write of its members.
    pub modified: Timestamp,
    /// Number of writes plus one.
    pub revision: u64,
    /// Why the code does not run.
    #[serde(default)]
    pub code_error: Option<CodeError>,
}

/// Members of a snippet that a client writes. `None` keeps the stored value, or takes the default in a new snippet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SnippetChange {
    /// Name.
    pub name: Option<String>,
    /// Description.
    pub desc: Option<String>,
    /// Code.
    pub code: Option<String>,
    /// Tags.
    pub tags: Option<Vec<String>>,
    /// Scope.
    pub scope: Option<SnippetScope>,
    /// Whether it is active.
    pub active: Option<bool>,
    /// Priority.
    pub priority: Option<u64>,
}

/// Checks the code of a snippet that is about to be written, given the other snippets.
pub type CodeCheck<'a> = &'a (dyn Fn(&Snippet, &[&Snippet]) -> Option<CodeError> + Send + Sync);

impl Snippet {
    /// An empty snippet.
    pub fn new(id: u64) -> Self {
        Self {
            id,
            name: String::new(),
            desc: String::new(),
            code: String::new(),
            tags: Vec::new(),
            scope: SnippetScope::default(),
            active: false,
            priority: DEFAULT_PRIORITY,
            modified: Timestamp::UNIX_EPOCH,
            revision: 1,
            code_error: None,
        }
    }

    /// Applies a change: PHP loses the tags around it, and tags lose their HTML. A snippet for a single use is never active.
    pub fn apply(&mut self, change: &SnippetChange) {
        fn set<T: Clone>(member: &mut T, value: Option<&T>) {
            if let Some(value) = value {
                member.clone_from(value);
            }
        }
        set(&mut self.name, change.name.as_ref());
        set(&mut self.desc, change.desc.as_ref());
        set(&mut self.code, change.code.as_ref());
        set(&mut self.tags, change.tags.as_ref());
        set(&mut self.scope, change.scope.as_ref());
        set(&mut self.active, change.active.as_ref());
        let priority = change.priority.map(|priority| priority.min(MAX_PRIORITY));
        set(&mut self.priority, priority.as_ref());
        if self.scope.language() == SnippetLanguage::Php {
            self.code = without_php_tags(&self.code).to_owned();
        }
        self.active &= self.scope != SnippetScope::SingleUse;
        self.tags = self.tags.iter().flat_map(|tag| plain_tags(tag)).collect();
    }

    /// The error of a scope whose code this site does not run; without a check of the code itself.
    pub fn error_of_scope(&self) -> Option<CodeError> {
        (!self.scope.takes_effect()).then_some(CodeError::NotRun)
    }

    /// Whether it is an example of a new site, as that was made.
    pub(crate) fn is_example(&self) -> bool {
        let mut examples = (1..).zip(examples());
        examples.any(|(id, example)| {
            let mut made = Self::new(id);
            made.apply(&example);
            (made.modified, made.revision) = (self.modified, 2);
            made.code_error = made.error_of_scope();
            made == *self
        })
    }

    /// Whether the code can be run, here or elsewhere.
    pub(crate) const fn is_sound(&self) -> bool {
        matches!(self.code_error, None | Some(CodeError::NotRun))
    }
}

/// The code without the tag before it, `<?php` or `<?`, and the tag after it. The line breaks beside them stay.
fn without_php_tags(code: &str) -> &str {
    let trimmed = code.trim_start();
    let is_full = trimmed
        .get(..5)
        .is_some_and(|tag| tag.eq_ignore_ascii_case("<?php"));
    let is_short = trimmed.starts_with("<?") && !trimmed.starts_with("<?=");
    let code = match (is_full, is_short) {
        (true, _) => trimmed.get(5..).unwrap_or_default(),
        (_, true) => trimmed.get(2..).unwrap_or_default(),
        _ => code,
    };
    code.trim_end().strip_suffix("?>").unwrap_or(code)
}

/// The tags that a text holds: without HTML, separated by commas.
fn plain_tags(text: &str) -> Vec<String> {
    let mut plain = String::with_capacity(text.len());
    let mut is_inside = false;
    for c in text.chars() {
        match c {
            '<' => is_inside = true,
            '>' if is_inside => is_inside = false,
            c if !is_inside => plain.push(c),
            _ => {}
        }
    }
    let tags = plain.split(',').map(str::trim);
    tags.filter(|tag| !tag.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The snippets of a new site: one inactive example of each kind that takes effect.
pub(crate) fn examples() -> [SnippetChange; 4] {
    let example = |name: &str, desc: &str, code: &str, scope| SnippetChange {
        name: Some(name.to_owned()),
        desc: Some(desc.to_owned()),
        code: Some(code.to_owned()),
        tags: Some(vec!["exemplo".to_owned()]),
        scope: Some(scope),
        ..SnippetChange::default()
    };
    [
        example(
            "Exemplo: aviso no conteúdo",
            "<p>Aparece onde um texto tem o shortcode <code>[code_snippet id=1]</code>.</p>",
            "<aside class=\"aviso\"><p>Este texto vem de um snippet.</p></aside>",
            SnippetScope::Content,
        ),
        example(
            "Exemplo: cor de destaque",
            "<p>Muda a cor dos links dos textos.</p>",
            ".prose a {\n\tcolor: #0b6b3a;\n}",
            SnippetScope::SiteCss,
        ),
        example(
            "Exemplo: ano no rodapé",
            "<p>Acrescenta o ano ao fim de cada página.</p>",
            "const rodape = document.querySelector('footer p');\nif (rodape) {\n\trodape.append(' · ' + new Date().getFullYear());\n}",
            SnippetScope::SiteFooterJs,
        ),
        example(
            "Exemplo: cor da barra do navegador",
            "<p>Define a cor que o navegador do celular mostra ao redor do site.</p>",
            "<meta name=\"theme-color\" content=\"#0b6b3a\">",
            SnippetScope::HeadContent,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn php_tags_are_cut_and_line_breaks_stay() {
        for (written, stored) in [
            ("<?php\necho 1;\n?>", "\necho 1;\n"),
            ("<?PHP echo 1;", " echo 1;"),
            ("  <?php echo 1; ?>\n", " echo 1; "),
            ("echo 1; ?>", "echo 1; "),
            ("echo '<?php';", "echo '<?php';"),
            ("<?= 1 ?>", "<?= 1 "),
            ("<?\necho 1;", "\necho 1;"),
            ("çççççç", "çççççç"),
            ("", ""),
        ] {
            assert_eq!(without_php_tags(written), stored, "{written}");
        }
    }

    #[test]
    fn only_php_loses_its_tags() {
        let change = SnippetChange {
            code: Some("<?php x ?>".to_owned()),
            scope: Some(SnippetScope::SiteCss),
            ..SnippetChange::default()
        };
        let mut snippet = Snippet::new(1);
        snippet.apply(&change);
        assert_eq!(snippet.code, "<?php x ?>");
    }

    #[test]
    fn tags_are_plain_and_have_no_commas() {
        assert_eq!(plain_tags(" <b>um</b> , dois,, <i> "), ["um", "dois"]);
        assert_eq!(plain_tags("a > b"), ["a > b"]);
        assert_eq!(plain_tags(" , "), Vec::<String>::new());
    }

    #[test]
    fn examples_are_inactive_and_each_has_another_scope() {
        let scopes: Vec<_> = examples().iter().map(|one| one.scope.unwrap()).collect();
        assert!(examples().iter().all(|one| one.active.is_none()));
        assert!(scopes.iter().all(|scope| scope.takes_effect()));
        for (place, scope) in scopes.iter().enumerate() {
            assert!(!scopes[place + 1..].contains(scope));
        }
    }
}
