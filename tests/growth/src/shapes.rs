//! Texts that make an algorithm do as much as it can: each grows from one shape to any length.

/// How a text grows.
#[derive(Debug, Clone, Copy)]
enum Form {
    /// A piece, repeated.
    Repeated(&'static str),
    /// Two pieces with a number between them, repeated: every piece is different.
    Numbered(&'static str, &'static str),
    /// The first half of one piece, the second half of another one: all that the first opens, the second closes.
    Closed(&'static str, &'static str),
    /// A piece, and after it another one, repeated.
    Begun(&'static str, &'static str),
    /// A piece, and after it two other ones with a number between them, repeated.
    BegunNumbered(&'static str, &'static str, &'static str),
    /// In the first quarter two pieces with a number between them, behind it another piece, each repeated.
    NumberedThen(&'static str, &'static str, &'static str),
    /// A piece, repeated, and after all of them another one: what each of them opens ends far behind it.
    Ended(&'static str, &'static str),
}

/// A shape of texts.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// What the documentation calls it.
    pub name: &'static str,
    form: Form,
}

impl Shape {
    /// A text of this shape of about `bytes` bytes.
    pub fn text(self, bytes: usize) -> String {
        let repeated = |piece: &str, bytes: usize| piece.repeat(bytes.div_ceil(piece.len()));
        match self.form {
            Form::Repeated(piece) => repeated(piece, bytes),
            Form::Begun(begin, piece) => format!("{begin}{}", repeated(piece, bytes)),
            Form::Ended(piece, end) => format!("{}{end}", repeated(piece, bytes)),
            Form::Closed(open, close) => {
                let times = bytes.div_ceil(open.len() + close.len());
                format!("{}{}", open.repeat(times), close.repeat(times))
            }
            Form::Numbered(before, behind) => numbered_text(before, behind, bytes),
            Form::BegunNumbered(begin, before, behind) => {
                format!("{begin}{}", numbered_text(before, behind, bytes))
            }
            Form::NumberedThen(before, behind, piece) => {
                let first = numbered_text(before, behind, bytes / 4);
                format!("{first}{}", repeated(piece, bytes - bytes / 4))
            }
        }
    }
}

fn numbered_text(before: &str, behind: &str, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 32);
    let mut number = 0_u32;
    while text.len() < bytes {
        text.push_str(&format!("{before}{number}{behind}"));
        number += 1;
    }
    text
}

const fn repeated(name: &'static str, piece: &'static str) -> Shape {
    Shape {
        name,
        form: Form::Repeated(piece),
    }
}

const fn numbered(name: &'static str, before: &'static str, behind: &'static str) -> Shape {
    Shape {
        name,
        form: Form::Numbered(before, behind),
    }
}

const fn closed(name: &'static str, open: &'static str, close: &'static str) -> Shape {
    Shape {
        name,
        form: Form::Closed(open, close),
    }
}

const fn begun(name: &'static str, begin: &'static str, piece: &'static str) -> Shape {
    Shape {
        name,
        form: Form::Begun(begin, piece),
    }
}

const fn begun_numbered(
    name: &'static str,
    begin: &'static str,
    before: &'static str,
    behind: &'static str,
) -> Shape {
    Shape {
        name,
        form: Form::BegunNumbered(begin, before, behind),
    }
}

const fn numbered_then(
    name: &'static str,
    before: &'static str,
    behind: &'static str,
    piece: &'static str,
) -> Shape {
    Shape {
        name,
        form: Form::NumberedThen(before, behind, piece),
    }
}

const fn ended(name: &'static str, piece: &'static str, end: &'static str) -> Shape {
    Shape {
        name,
        form: Form::Ended(piece, end),
    }
}

/// Every shape: a long word, one character repeated, separators only, marks that open, close and cross each other, many
/// small findings, many different names, deep JSON.
pub const SHAPES: &[Shape] = &[
    repeated("one word", "a"),
    repeated("one word of marks", "\u{301}"),
    repeated("words", "casa "),
    repeated("sentences", "a casa é bonita. "),
    repeated("paragraphs", "<p>Uma casa, “bela”.</p>\n"),
    numbered("different words", "w", " "),
    numbered("different paragraphs", "<p>", "</p>"),
    numbered("different names", "<b id=x", ">"),
    numbered("different members", "a", "=1&"),
    repeated("blanks", " "),
    repeated("blank lines", "\n \n"),
    repeated("commas", ","),
    repeated("semicolons and equals signs", "a=1;"),
    repeated("ampersands", "&"),
    begun("ampersands in a value", "<p title=\"", "&"),
    begun("ampersands in a table", "<table>", "&"),
    repeated("ampersands and lines", "&\n"),
    ended("ampersands to one semicolon", "& ", ";"),
    repeated("references", "&amp;"),
    repeated("references without an end", "&amp"),
    repeated("numbers of references", "&#"),
    repeated("no-break spaces", "\u{a0}"),
    repeated("opening brackets", "["),
    ended("opening brackets to one closing", "[a ", "]"),
    repeated("closing brackets", "]"),
    repeated("shortcodes", "[caption]"),
    repeated("escaped shortcodes", "[[gallery]"),
    repeated("open shortcodes", "[gallery "),
    repeated("form tags", "[text* a id:b \"b|c\"] "),
    numbered(
        "different form tags",
        "<label for=\"b\">[checkbox a",
        " id:c \"d\"]</label>",
    ),
    closed("nested shortcodes", "[caption]", "[/caption]"),
    repeated("open angles", "<"),
    ended("open angles to one closing", "< a", ">"),
    repeated("closing angles", ">"),
    repeated("open tags", "<a "),
    repeated("open values", "<a b='\"<p>"),
    repeated("open comments", "<!--"),
    repeated("block delimiters", "<!-- wp:a {\"b\":[1]} -->"),
    repeated("paragraph tags", "<p>"),
    closed("nested elements", "<div>", "</div>"),
    repeated("misnested elements", "<b><p></b><i></p>"),
    begun_numbered("different attributes", "<p", " a", "=1"),
    numbered_then("formatting of paragraphs", "<b id=x", ">", "<p>x"),
    repeated("drawings", "<svg>"),
    ended("paragraphs in a video", "<p>[video]", "[/video]"),
    repeated("end tags", "</b></p></div>"),
    repeated("links", "<a href=\"https://a.example/b\">c</a> "),
    repeated("rows of a table", "<table><tr><td>a"),
    repeated("raw elements", "<style></styl"),
    repeated("quotes", "\"'"),
    repeated("quoted words", "\"a\" 'b' "),
    repeated("hyphens and points", "--a..."),
    repeated("addresses", "https://a.example/?b=c www.a.b d@e.f "),
    repeated("signs of addresses", "@a.:/"),
    repeated("marks of markdown", "*_`[a](b"),
    repeated("lists and headings", "# a\n- b\n| c | d |\n"),
    repeated("variables", "%%title%% "),
    repeated("percent signs", "%% "),
    repeated("percent-encoded bytes", "%c3%a3"),
    repeated("deep objects", "{\"a\":"),
    closed("nested JSON", "{\"a\":[", "]}"),
    repeated("JSON items", "{\"question\":\"a\",\"answer\":\"b\"},"),
    repeated("bidirectional controls", "\u{202e}a"),
];
