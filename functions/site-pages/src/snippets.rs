//! What active snippets add to public pages (docs/interface/site/code-snippets.md#scopes): HTML for the page and sources
//! for its Content-Security-Policy (docs/decisions/0021-how-snippets-take-effect.md).

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::site::{SnippetLanguage, SnippetScope};
use sha2::{Digest, Sha256};
use site_store::{SiteStore, Snippet, Tenant};

/// HTML of the active snippets, and what the policy must permit for them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PageSnippets {
    /// HTML for the head.
    pub head: String,
    /// HTML for the end of the body.
    pub footer: String,
    /// HTML for shortcodes, by the identifier of the snippet.
    content: HashMap<u64, String>,
    styles: BTreeSet<String>,
    scripts: BTreeSet<String>,
}

impl PageSnippets {
    /// The effect of these snippets.
    pub fn of(snippets: &[Arc<Snippet>]) -> Self {
        let is_effective = |snippet: &&Arc<Snippet>| snippet.active && snippet.scope.takes_effect();
        let mut active: Vec<_> = snippets.iter().filter(is_effective).collect();
        active.sort_by_key(|snippet| (snippet.priority, snippet.id));
        let mut page = Self::default();
        for snippet in active {
            page.add(snippet);
        }
        page
    }

    fn add(&mut self, snippet: &Snippet) {
        let html = match snippet.scope.language() {
            SnippetLanguage::Css => {
                let code = inert(&normalised(&snippet.code), &["</style"]);
                self.styles.insert(source(&code));
                format!("<style>{code}</style>\n")
            }
            SnippetLanguage::Js => {
                let code = inert(&normalised(&snippet.code), &["</script", "<script", "<!--"]);
                self.scripts.insert(source(&code));
                format!("<script>{code}</script>\n")
            }
            SnippetLanguage::Html => {
                let html = without_php(&normalised(&snippet.code));
                for (name, text) in inline_elements(&html) {
                    let sources = match name {
                        "style" => &mut self.styles,
                        _ => &mut self.scripts,
                    };
                    sources.insert(source(text));
                }
                html
            }
            SnippetLanguage::Php => return,
        };
        match snippet.scope {
            SnippetScope::Content => {
                self.content.insert(snippet.id, html);
            }
            SnippetScope::FooterContent | SnippetScope::SiteFooterJs => {
                self.footer.push_str(&html);
            }
            _ => self.head.push_str(&html),
        }
    }

    /// HTML for a shortcode; empty for a snippet that is unknown, inactive or of another scope.
    pub fn content(&self, id: u64) -> String {
        self.content.get(&id).cloned().unwrap_or_default()
    }

    /// Sources of styles for the policy, each after a blank.
    pub fn style_sources(&self) -> String {
        listed(&self.styles)
    }

    /// Sources of scripts for the policy, each after a blank.
    pub fn script_sources(&self) -> String {
        listed(&self.scripts)
    }
}

fn listed(sources: &BTreeSet<String>) -> String {
    sources.iter().map(|source| format!(" {source}")).collect()
}

/// The source expression that permits an inline element with this text (CSP Level 3, 2.3.1).
fn source(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// The text as an HTML parser reads it from the page, of which browsers compute the hash.
fn normalised(code: &str) -> String {
    code.replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\0', "\u{fffd}")
}

/// The code without sequences that end its element, or begin one inside of it. The backslash means nothing in strings,
/// regular expressions and identifiers, where such a sequence can occur in working code.
fn inert(code: &str, sequences: &[&str]) -> String {
    let lower = code.to_ascii_lowercase();
    let mut out = String::with_capacity(code.len());
    for (at, c) in code.char_indices() {
        out.push(c);
        let rest = lower.get(at..).unwrap_or_default();
        if sequences.iter().any(|one| rest.starts_with(one)) {
            out.push('\\');
        }
    }
    out
}

/// HTML without PHP, which this site does not run.
fn without_php(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = ["<?php", "<?="]
        .iter()
        .filter_map(|tag| rest.find(tag))
        .min()
    {
        let (before, php) = rest.split_at(at);
        out.push_str(before);
        rest = php.split_once("?>").map_or("", |(_, behind)| behind);
    }
    out.push_str(rest);
    out
}

/// The inline styles and scripts of HTML: element and text.
fn inline_elements(html: &str) -> Vec<(&'static str, &str)> {
    let lower = html.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(tag) = lower.get(at..).and_then(|rest| rest.find('<')) {
        at += tag;
        let rest = lower.get(at..).unwrap_or_default();
        if rest.starts_with("<!--") {
            at += rest.find("-->").map_or(rest.len(), |end| end + 3);
            continue;
        }
        let is_tag = |c: char| c.is_ascii_alphabetic() || c == '/';
        if !rest
            .get(1..)
            .is_some_and(|behind| behind.starts_with(is_tag))
        {
            at += 1;
            continue;
        }
        let named = ["style", "script"].into_iter().find(|name| {
            let behind = rest.get(1..).and_then(|tag| tag.strip_prefix(name));
            behind.is_some_and(|behind| {
                behind.starts_with(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/'))
            })
        });
        let end = tag_end(rest);
        let Some(name) = named else {
            at += end.max(1);
            continue;
        };
        let text_at = at + end;
        let length = lower
            .get(text_at..)
            .and_then(|text| text.find(&format!("</{name}")));
        // Without an end tag the browser reads to the end of the page, whose hash is not this one.
        let Some(length) = length else { break };
        let is_inline = name == "style" || !has_src(rest.get(..end).unwrap_or_default());
        if is_inline && let Some(text) = html.get(text_at..text_at + length) {
            found.push((name, text));
        }
        at = text_at + length;
    }
    found
}

/// The length of the tag at the beginning of `html`; a `>` in a quoted value does not end it.
fn tag_end(html: &str) -> usize {
    let mut quote = None;
    for (at, c) in html.char_indices() {
        match (quote, c) {
            (None, '>') => return at + 1,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    html.len()
}

/// Whether a tag has the attribute `src`.
fn has_src(tag: &str) -> bool {
    tag.match_indices("src").any(|(at, _)| {
        let before = tag.get(..at).and_then(|before| before.chars().next_back());
        let behind = tag.get(at + 3..).unwrap_or_default().trim_start();
        before.is_some_and(|c| c.is_ascii_whitespace() || matches!(c, '/' | '"' | '\''))
            && behind.starts_with('=')
    })
}

/// The effect of each tenant's snippets, made once for each state of its data.
#[derive(Debug, Default)]
pub struct SnippetCache(Mutex<HashMap<Tenant, (u64, Arc<PageSnippets>)>>);

impl SnippetCache {
    /// The effect of the active snippets of a site.
    pub fn get(&self, store: &SiteStore) -> Arc<PageSnippets> {
        // Read before the snippets, so that newer ones are never kept for an older version.
        let version = store.version();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match known.get(store.tenant()) {
            Some((of, snippets)) if *of == version => Arc::clone(snippets),
            _ => {
                let snippets = Arc::new(PageSnippets::of(&store.snippets()));
                let cached = (version, Arc::clone(&snippets));
                known.insert(store.tenant().clone(), cached);
                snippets
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn snippet(id: u64, scope: SnippetScope, code: &str) -> Arc<Snippet> {
        Arc::new(Snippet {
            code: code.to_owned(),
            scope,
            active: true,
            ..Snippet::new(id)
        })
    }

    #[test]
    fn snippets_are_ordered_by_priority_then_identifier() {
        let first = Snippet {
            priority: 1,
            ..(*snippet(9, SnippetScope::SiteCss, "c{}")).clone()
        };
        let page = PageSnippets::of(&[
            snippet(1, SnippetScope::SiteHeadJs, "a()"),
            snippet(2, SnippetScope::HeadContent, "<meta>"),
            snippet(3, SnippetScope::SiteFooterJs, "b()"),
            Arc::new(first),
        ]);
        assert_eq!(
            page.head,
            "<style>c{}</style>\n<script>a()</script>\n<meta>"
        );
        assert_eq!(page.footer, "<script>b()</script>\n");
        assert_eq!((page.styles.len(), page.scripts.len()), (1, 2));
    }

    #[test]
    fn only_active_snippets_with_an_effect_are_shown() {
        let inactive = Snippet {
            active: false,
            ..(*snippet(1, SnippetScope::SiteCss, "a{}")).clone()
        };
        let page = PageSnippets::of(&[
            Arc::new(inactive),
            snippet(2, SnippetScope::Global, "echo 1;"),
            snippet(3, SnippetScope::AdminCss, "a{}"),
        ]);
        assert_eq!(page, PageSnippets::default());
    }

    #[test]
    fn content_is_found_by_its_identifier() {
        let page = PageSnippets::of(&[snippet(4, SnippetScope::Content, "<b>x</b>")]);
        assert_eq!(
            (page.content(4), page.content(5)),
            ("<b>x</b>".to_owned(), String::new())
        );
        assert_eq!(page.head + &page.footer, "");
    }

    #[test]
    fn the_hash_is_that_of_the_text_that_browsers_read() {
        let page = PageSnippets::of(&[snippet(1, SnippetScope::SiteCss, "a{}\r\n")]);
        assert_eq!(page.head, "<style>a{}\n</style>\n");
        assert_eq!(page.style_sources(), format!(" {}", source("a{}\n")));
        assert_eq!(page.script_sources(), "");
    }

    #[test]
    fn code_does_not_leave_its_element() {
        let page = PageSnippets::of(&[
            snippet(1, SnippetScope::SiteCss, "a{}</STYLE><script>x()</script>"),
            snippet(2, SnippetScope::SiteHeadJs, "'</script><!-- <Script>'"),
        ]);
        assert_eq!(
            page.head,
            "<style>a{}<\\/STYLE><script>x()</script></style>\n<script>'<\\/script><\\!-- <\\Script>'</script>\n"
        );
    }

    #[test]
    fn inline_elements_of_html_are_found() {
        let html = "<!-- <script>no()</script> --><a title='<script>'>x</a><SCRIPT type=\"module\">a < b</SCRIPT>\
                    <style media='>'>p{}</style><script async src=\"/x.js\"></script><scripted>y</scripted>\
                    <script data-src='/z.js'>z()</script><script>open";
        assert_eq!(
            inline_elements(html),
            [("script", "a < b"), ("style", "p{}"), ("script", "z()")]
        );
    }

    #[test]
    fn html_loses_its_php() {
        assert_eq!(without_php("a<?php echo '<b>'; ?>b<?= 1 ?>c<?php d"), "abc");
        assert_eq!(without_php("<?xml?>"), "<?xml?>");
    }

    proptest! {
        #[test]
        fn any_html_is_scanned(html in "(<|>|/|script|style|!--|-->|src=|'|\"|ç|a| ){0,40}") {
            for (_, text) in inline_elements(&html) {
                prop_assert!(html.contains(text));
            }
            prop_assert!(!without_php(&html).contains("<?php"));
        }

        #[test]
        fn no_code_ends_its_element(code in "(</|<|script|SCRIPT|style|!--|\\\\|ç|a){0,30}") {
            let safe = inert(&code, &["</script", "<script", "<!--"]).to_ascii_lowercase();
            prop_assert!(!safe.contains("</script") && !safe.contains("<script") && !safe.contains("<!--"));
        }
    }
}
