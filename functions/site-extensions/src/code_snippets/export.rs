//! Snippets as files: for import elsewhere, and as plain code.

use domain::site::{SnippetLanguage, SnippetScope};
use markup::lexer::{Lexer, Piece};
use serde_json::{Map, Value, json};
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;
use site_store::{DEFAULT_PRIORITY, Snippet};

use super::view::utc;
use crate::sent_members::meant_id;

/// Name and version of the program that makes the file.
const GENERATOR: &str = concat!("Pauta v", env!("CARGO_PKG_VERSION"));

/// A file with one snippet; with an empty one when it is unknown.
///
/// # Errors
/// Never fails.
pub async fn export(call: ApiCall, (): ()) -> HandlerResult {
    let found = call.caller().store.snippet(meant_id(&call));
    let snippet = found.map_or_else(|| json!([]), |snippet| members(&snippet));
    let created = call.app().now().strftime("%Y-%m-%d %H:%M").to_string();
    Ok(Reply::json(json!({
        "generator": GENERATOR,
        "date_created": created,
        "snippets": [snippet],
    })))
}

/// The members that are not empty and not the default.
fn members(snippet: &Snippet) -> Value {
    let mut members = Map::new();
    let mut put = |name: &str, value: Value, is_shown: bool| {
        if is_shown {
            members.insert(name.to_owned(), value);
        }
    };
    let text = |text: &str| json!(text.replace("\r\n", "\n"));
    put("id", json!(snippet.id), true);
    put("name", json!(snippet.name), !snippet.name.is_empty());
    put("desc", json!(snippet.desc), !snippet.desc.is_empty());
    put("code", text(&snippet.code), !snippet.code.is_empty());
    put("tags", json!(snippet.tags), !snippet.tags.is_empty());
    let scope = snippet.scope;
    put("scope", json!(scope.name()), scope != SnippetScope::Global);
    put("active", json!(true), snippet.active);
    let priority = snippet.priority;
    let is_own = priority != DEFAULT_PRIORITY && priority > 0;
    put("priority", json!(priority), is_own);
    put("modified", json!(utc(snippet.modified)), true);
    put("revision", json!(snippet.revision.to_string()), true);
    Value::Object(members)
}

/// The code of a snippet as the text of a file.
///
/// # Errors
/// Never fails.
pub async fn export_code(call: ApiCall, (): ()) -> HandlerResult {
    let found = call.caller().store.snippet(meant_id(&call));
    let file = found.map_or_else(|| PHP.to_owned(), |snippet| file(&snippet));
    Ok(Reply::json(json!(file)))
}

/// The first line of a file of PHP or HTML.
const PHP: &str = "<?php\n";

fn file(snippet: &Snippet) -> String {
    // What ends the comment would begin code.
    let safe = |text: &str| text.replace("*/", "* /");
    let desc = safe(&without_tags(&snippet.desc));
    match snippet.scope.language() {
        SnippetLanguage::Css | SnippetLanguage::Js => {
            let line = |text: &str, end: &str| match text {
                "" => String::new(),
                text => format!("{text}{end}"),
            };
            let name = line(&safe(&without_tags(&snippet.name)), "\n\n");
            let desc = line(&desc, "\n");
            format!("\n/*\n{name}{desc}*/\n\n{}\n\n", snippet.code)
        }
        SnippetLanguage::Php | SnippetLanguage::Html => {
            let code = snippet.code.trim();
            if code.is_empty() {
                return PHP.to_owned();
            }
            let name = if snippet.name.is_empty() {
                format!("Untitled #{}", snippet.id)
            } else {
                safe(&snippet.name)
            };
            let desc = if desc.is_empty() {
                desc
            } else {
                format!(" *\n * {}\n", desc.replace('\n', "\n * "))
            };
            let code = if snippet.scope == SnippetScope::Content {
                as_shortcode(snippet.id, code)
            } else {
                code.to_owned()
            };
            format!("{PHP}\n/**\n * {name}\n{desc} */\n{code}\n")
        }
    }
}

/// A text without its tags, and without the content of scripts and styles. Line breaks and entities stay.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut hidden = None;
    for piece in Lexer::new(text) {
        match piece {
            Piece::Text(text) if hidden.is_none() => out.push_str(text),
            Piece::Start(tag) if matches!(tag.name.as_str(), "script" | "style") => {
                hidden = Some(tag.name);
            }
            Piece::End(name) if hidden.as_deref() == Some(name.as_str()) => hidden = None,
            Piece::Text(_) | Piece::Start(_) | Piece::End(_) => {}
        }
    }
    out.trim().to_owned()
}

/// PHP that registers a shortcode whose output is `html`.
fn as_shortcode(id: u64, html: &str) -> String {
    let html = html.replace('\n', "\n\t");
    format!(
        "add_shortcode( 'code_snippets_export_{id}', function () {{\n\tob_start();\n\t?>\n\n\t{html}\n\n\t<?php\n\treturn ob_get_clean();\n}} );"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snippet(scope: SnippetScope, code: &str) -> Snippet {
        Snippet {
            name: "Nome".to_owned(),
            desc: "<p>Um <b>texto</b>.</p>".to_owned(),
            code: code.to_owned(),
            scope,
            ..Snippet::new(9)
        }
    }

    #[test]
    fn php_has_a_doc_comment() {
        assert_eq!(
            file(&snippet(SnippetScope::Global, "\necho 1;\r\necho 2;\n")),
            "<?php\n\n/**\n * Nome\n *\n * Um texto.\n */\necho 1;\r\necho 2;\n"
        );
        let head = snippet(SnippetScope::HeadContent, "<b>x</b>");
        assert!(file(&head).ends_with(" */\n<b>x</b>\n"));
        let nameless = Snippet {
            name: String::new(),
            desc: String::new(),
            ..snippet(SnippetScope::Admin, "a();")
        };
        assert_eq!(file(&nameless), "<?php\n\n/**\n * Untitled #9\n */\na();\n");
        assert_eq!(file(&snippet(SnippetScope::Global, " ")), "<?php\n");
    }

    #[test]
    fn descriptions_lose_tags_and_keep_lines() {
        let of = |desc: &str, scope| {
            file(&Snippet {
                desc: desc.to_owned(),
                ..snippet(scope, "a();")
            })
        };
        let desc = "<p>Um</p>\n\nDois &amp; <i>três</i><script>x()</script>";
        let php = of(desc, SnippetScope::Global);
        assert!(
            php.contains("/**\n * Nome\n *\n * Um\n * \n * Dois &amp; três\n */"),
            "{php}"
        );
        let css = of(desc, SnippetScope::SiteCss);
        assert!(
            css.starts_with("\n/*\nNome\n\nUm\n\nDois &amp; três\n*/\n"),
            "{css}"
        );
    }

    #[test]
    fn styles_without_a_name_have_none_in_their_comment() {
        let nameless = Snippet {
            name: String::new(),
            desc: String::new(),
            ..snippet(SnippetScope::SiteCss, "a{}")
        };
        assert_eq!(file(&nameless), "\n/*\n*/\n\na{}\n\n");
    }

    #[test]
    fn content_becomes_a_shortcode() {
        let file = file(&snippet(SnippetScope::Content, "<b>x</b>\n<i>y</i>"));
        assert!(file.contains("'code_snippets_export_9'"));
        assert!(file.contains("ob_start();") && file.contains("\t<b>x</b>\n\t<i>y</i>\n"));
    }

    #[test]
    fn styles_and_scripts_have_a_block_comment() {
        assert_eq!(
            file(&snippet(SnippetScope::SiteCss, "a{}")),
            "\n/*\nNome\n\nUm texto.\n*/\n\na{}\n\n"
        );
    }

    #[test]
    fn a_name_does_not_end_the_comment() {
        let name = "*/ evil();".to_owned();
        for scope in [SnippetScope::SiteHeadJs, SnippetScope::Global] {
            let snippet = Snippet {
                name: name.clone(),
                ..snippet(scope, "a();")
            };
            assert!(!file(&snippet).contains("*/ evil"));
        }
    }
}
