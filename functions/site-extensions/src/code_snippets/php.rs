//! Checks PHP for syntax errors and for functions that exist already. Nothing is run.

use std::collections::BTreeSet;

use tree_sitter::{Node, Parser};

/// Names that PHP itself and deployed systems have taken; those that a snippet is most likely to declare again.
const TAKEN: [&str; 48] = [
    "add_action",
    "add_filter",
    "add_shortcode",
    "array_filter",
    "array_keys",
    "array_map",
    "array_merge",
    "count",
    "date",
    "do_action",
    "do_shortcode",
    "esc_attr",
    "esc_html",
    "esc_url",
    "explode",
    "file_get_contents",
    "get_bloginfo",
    "get_option",
    "get_permalink",
    "get_post",
    "get_posts",
    "get_the_title",
    "get_user_by",
    "header",
    "home_url",
    "implode",
    "in_array",
    "is_admin",
    "is_user_logged_in",
    "json_encode",
    "mail",
    "phpinfo",
    "preg_match",
    "preg_replace",
    "print_r",
    "register_post_type",
    "str_replace",
    "strlen",
    "strpos",
    "strtolower",
    "substr",
    "the_content",
    "time",
    "trim",
    "update_option",
    "var_dump",
    "wp_head",
    "wp_mail",
];

/// Parsed code.
pub struct Code {
    /// Line of the first syntax error, from 1.
    pub error: Option<u64>,
    /// Functions declared outside of classes and blocks, in lower case, with their lines.
    functions: Vec<(String, u64)>,
}

impl Code {
    /// Parses code without the tags around it.
    pub fn parse(code: &str) -> Self {
        let unparsed = Self {
            error: Some(1),
            functions: Vec::new(),
        };
        let mut parser = Parser::new();
        if parser
            .set_language(&tree_sitter_php::LANGUAGE_PHP.into())
            .is_err()
        {
            return unparsed;
        }
        // On the line of the code, so that lines are counted as in the snippet.
        let text = format!("<?php {code}");
        let Some(tree) = parser.parse(&text, None) else {
            return unparsed;
        };
        let root = tree.root_node();
        let mut cursor = root.walk();
        let functions = root.named_children(&mut cursor).filter_map(|node| {
            let name = node.child_by_field_name("name")?;
            let name = text.get(name.byte_range())?.to_ascii_lowercase();
            (node.kind() == "function_definition").then(|| (name, line(node)))
        });
        Self {
            error: first_error(root),
            functions: functions.collect(),
        }
    }

    /// The first function that exists already: in PHP or a deployed system, in this code, or in the code `beside` it.
    pub fn redeclared<'a>(&self, beside: impl Iterator<Item = &'a str>) -> Option<(String, u64)> {
        if self.functions.is_empty() {
            return None;
        }
        let mut taken: BTreeSet<String> = TAKEN.into_iter().map(str::to_owned).collect();
        for other in beside {
            let declared = Self::parse(other).functions.into_iter();
            taken.extend(declared.map(|(name, _)| name));
        }
        let mut functions = self.functions.iter();
        functions
            .find(|(name, _)| !taken.insert(name.clone()))
            .cloned()
    }
}

fn line(node: Node<'_>) -> u64 {
    u64::try_from(node.start_position().row).unwrap_or(u64::MAX - 1) + 1
}

/// The line of the first error below `root`.
fn first_error(root: Node<'_>) -> Option<u64> {
    if !root.has_error() {
        return None;
    }
    let mut node = root;
    while !node.is_error() && !node.is_missing() {
        let mut cursor = node.walk();
        let inner = node
            .children(&mut cursor)
            .find(|child| child.has_error() || child.is_missing());
        let Some(inner) = inner else { break };
        node = inner;
    }
    Some(line(node))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sound_code_has_no_error() {
        for code in [
            "",
            "echo 1;",
            "\n\necho 'olá';\n",
            "add_action( 'init', function () { return 1; } );",
            "class A { public function b(): int { return 1; } }",
            "?> <p>html</p> <?php echo 1;",
            "enum Cor: string { case Azul = 'azul'; }",
            "$a = <<<TEXTO\n{$b} ( [\nTEXTO;\n",
            "// comentário ) }\n# outro {\n/* ( */ echo \"}\";",
        ] {
            assert_eq!(Code::parse(code).error, None, "{code}");
        }
    }

    #[test]
    fn an_error_has_a_line() {
        for (code, line) in [
            ("echo 1", 1),
            ("\necho 1;\n$x = ;", 3),
            ("if (", 1),
            ("this is not php", 1),
            ("\n\necho 'aberto;", 3),
            ("function f() {\n\treturn 1;\n", 1),
        ] {
            assert_eq!(Code::parse(code).error, Some(line), "{code}");
        }
    }

    #[test]
    fn functions_are_declared_once() {
        let redeclared =
            |code: &str, beside: &[&str]| Code::parse(code).redeclared(beside.iter().copied());
        assert_eq!(
            redeclared("\nfunction StrLen( $x ) {}", &[]),
            Some(("strlen".to_owned(), 2))
        );
        assert_eq!(
            redeclared("function meu() {}\nfunction MEU() {}", &[]),
            Some(("meu".to_owned(), 2))
        );
        assert_eq!(
            redeclared("function meu() {}", &["echo 1; function meu() {}"]),
            Some(("meu".to_owned(), 1))
        );
        assert_eq!(redeclared("function meu() {}", &["meu();"]), None);
        let method = "class A { function strlen() {} }";
        assert_eq!(redeclared(method, &[]), None);
    }

    #[test]
    fn deep_nesting_is_parsed() {
        let code = format!("$a = {}1{};", "(".repeat(20_000), ")".repeat(20_000));
        assert_eq!(Code::parse(&code).error, None);
        assert!(Code::parse(&"(".repeat(20_000)).error.is_some());
    }

    proptest! {
        #[test]
        fn any_text_is_parsed(code in "(?s).{0,200}") {
            let lines = u64::try_from(code.matches('\n').count()).unwrap() + 1;
            prop_assert!(Code::parse(&code).error.is_none_or(|line| line <= lines));
        }
    }
}
