//! Texts that make an algorithm do as much as it can: each grows from one shape to any length.

use self::Form::{Begun, BegunNumbered, Closed, Ended, Numbered, NumberedThen, Repeated};

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
            Repeated(piece) => repeated(piece, bytes),
            Begun(begin, piece) => format!("{begin}{}", repeated(piece, bytes)),
            Ended(piece, end) => format!("{}{end}", repeated(piece, bytes)),
            Closed(open, close) => {
                let times = bytes.div_ceil(open.len() + close.len());
                format!("{}{}", open.repeat(times), close.repeat(times))
            }
            Numbered(before, behind) => numbered_text(before, behind, bytes),
            BegunNumbered(begin, before, behind) => {
                format!("{begin}{}", numbered_text(before, behind, bytes))
            }
            NumberedThen(before, behind, piece) => {
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

const fn shape(name: &'static str, form: Form) -> Shape {
    Shape { name, form }
}

/// Every shape: a long word, one character repeated, separators only, marks that open, close and cross each other, many
/// small findings, many different names, deep JSON.
pub const SHAPES: &[Shape] = &[
    shape("one word", Repeated("a")),
    shape("one word of marks", Repeated("\u{301}")),
    shape("words", Repeated("casa ")),
    shape("sentences", Repeated("a casa é bonita. ")),
    shape("paragraphs", Repeated("<p>Uma casa, “bela”.</p>\n")),
    shape("different words", Numbered("w", " ")),
    shape("different paragraphs", Numbered("<p>", "</p>")),
    shape("different names", Numbered("<b id=x", ">")),
    shape("different members", Numbered("a", "=1&")),
    shape("blanks", Repeated(" ")),
    shape("blank lines", Repeated("\n \n")),
    shape("commas", Repeated(",")),
    shape("semicolons and equals signs", Repeated("a=1;")),
    shape("ampersands", Repeated("&")),
    shape("ampersands in a value", Begun("<p title=\"", "&")),
    shape("ampersands in a table", Begun("<table>", "&")),
    shape("ampersands and lines", Repeated("&\n")),
    shape("ampersands to one semicolon", Ended("& ", ";")),
    shape("references", Repeated("&amp;")),
    shape("references without an end", Repeated("&amp")),
    shape("numbers of references", Repeated("&#")),
    shape("no-break spaces", Repeated("\u{a0}")),
    shape("opening brackets", Repeated("[")),
    shape("opening brackets to one closing", Ended("[a ", "]")),
    shape("closing brackets", Repeated("]")),
    shape("shortcodes", Repeated("[caption]")),
    shape("escaped shortcodes", Repeated("[[gallery]")),
    shape("open shortcodes", Repeated("[gallery ")),
    shape("form tags", Repeated("[text* a id:b \"b|c\"] ")),
    shape(
        "different form tags",
        Numbered("<label for=\"b\">[checkbox a", " id:c \"d\"]</label>"),
    ),
    shape("nested shortcodes", Closed("[caption]", "[/caption]")),
    shape("open angles", Repeated("<")),
    shape("open angles to one closing", Ended("< a", ">")),
    shape("closing angles", Repeated(">")),
    shape("open tags", Repeated("<a ")),
    shape("open values", Repeated("<a b='\"<p>")),
    shape("open comments", Repeated("<!--")),
    shape("block delimiters", Repeated("<!-- wp:a {\"b\":[1]} -->")),
    shape("paragraph tags", Repeated("<p>")),
    shape("nested elements", Closed("<div>", "</div>")),
    shape("misnested elements", Repeated("<b><p></b><i></p>")),
    shape("different attributes", BegunNumbered("<p", " a", "=1")),
    shape(
        "formatting of paragraphs",
        NumberedThen("<b id=x", ">", "<p>x"),
    ),
    shape("drawings", Repeated("<svg>")),
    shape("paragraphs in a video", Ended("<p>[video]", "[/video]")),
    shape("end tags", Repeated("</b></p></div>")),
    shape("links", Repeated("<a href=\"https://a.example/b\">c</a> ")),
    shape("rows of a table", Repeated("<table><tr><td>a")),
    shape("raw elements", Repeated("<style></styl")),
    shape("quotes", Repeated("\"'")),
    shape("quoted words", Repeated("\"a\" 'b' ")),
    shape("hyphens and points", Repeated("--a...")),
    shape(
        "addresses",
        Repeated("https://a.example/?b=c www.a.b d@e.f "),
    ),
    shape("signs of addresses", Repeated("@a.:/")),
    shape("marks of markdown", Repeated("*_`[a](b")),
    shape("lists and headings", Repeated("# a\n- b\n| c | d |\n")),
    shape("variables", Repeated("%%title%% ")),
    shape("percent signs", Repeated("%% ")),
    shape("percent-encoded bytes", Repeated("%c3%a3")),
    shape("deep objects", Repeated("{\"a\":")),
    shape("nested JSON", Closed("{\"a\":[", "]}")),
    shape(
        "JSON items",
        Repeated("{\"question\":\"a\",\"answer\":\"b\"},"),
    ),
    shape("bidirectional controls", Repeated("\u{202e}a")),
];
