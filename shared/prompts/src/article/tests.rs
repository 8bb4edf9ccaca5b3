//! What is read out of answers.

use proptest::prelude::*;

use super::*;

fn article(answer: &str) -> Article {
    let mut reader = ArticleReader::for_article("Dados: https://www.ibge.gov.br/dados");
    reader.feed(answer);
    reader.finish()
}

fn body(answer: &str) -> String {
    article(answer).body
}

const PICTURED: &str = "<p>A <a href=\"/b\" rel=\"nofollow\">b</a></p><img src=\"https://a.example/c.jpg\" alt=\"C\" width=\"9\">";

fn improved(answer: &str) -> String {
    let mut reader = ArticleReader::for_improvement(PICTURED, "");
    reader.feed(answer);
    reader.finish().body
}

#[test]
fn an_article_is_its_title_and_its_blocks() {
    let read = article(
        "<h1>Café <em>coado</em></h1>\n<p>Um &amp; dois.</p>\n<h2>Três</h2><ul><li>a</li><li>b</li></ul>",
    );
    assert_eq!(read.title, "Café coado");
    assert_eq!(
        read.body,
        "<p>Um &amp; dois.</p>\n<h2>Três</h2>\n<ul><li>a</li><li>b</li></ul>"
    );
    assert!(read.complete);
}

#[test]
fn blocks_are_passed_on_when_they_are_complete() {
    let mut reader = ArticleReader::for_article("");
    assert_eq!(reader.feed("Claro!\n<h1>T</h1><p>U"), "");
    assert_eq!(reader.title(), "T");
    assert_eq!(reader.feed("m</p"), "");
    assert_eq!(reader.feed("><p>Dois</p><h2>"), "<p>Um</p>\n<p>Dois</p>");
    assert_eq!(reader.feed("Três</h2>"), "\n<h2>Três</h2>");
    assert_eq!(reader.body(), "<p>Um</p>\n<p>Dois</p>\n<h2>Três</h2>");
}

#[test]
fn wrappers_of_an_answer_are_dropped() {
    for answer in [
        "```html\n<h1>T</h1>\n<p>a</p>\n```\nEspero ter ajudado!",
        "Segue o artigo:\n\n<h1>T</h1><p>a</p>",
        "<!DOCTYPE html><html><head><title>x</title><style>p{}</style></head><body><article><h1>T</h1><p>a</p></article></body></html> fim",
        "<div class=x><section><h1>T</h1><div>a</div></section></div>",
        "# T\n\na",
        "```markdown\n# T\n\na\n```",
    ] {
        let read = article(answer);
        assert_eq!(
            (read.title.as_str(), read.body.as_str()),
            ("T", "<p>a</p>"),
            "{answer}"
        );
        assert!(read.complete, "{answer}");
    }
}

#[test]
fn levels_of_headings_do_not_skip() {
    assert_eq!(
        body("<h1>T</h1><h3>a</h3><h5>b</h5><h1>c</h1><h2><br></h2><h3><strong>d</strong></h3>"),
        "<h2>a</h2>\n<h3>b</h3>\n<h2>c</h2>\n<h3>d</h3>"
    );
    assert_eq!(
        improved("<h1>a</h1><h4>b</h4><h4>c</h4><h6>d</h6>"),
        "<h2>a</h2>\n<h3>b</h3>\n<h4>c</h4>\n<h5>d</h5>"
    );
}

#[test]
fn foreign_links_and_active_content_are_removed() {
    assert_eq!(
        body(
            "<p onclick=x style=y>a <a href='https://www.ibge.gov.br/dados' onclick=x>b</a> \
             <a href='https://mau.example'>c</a> <a href='javascript:x'>d</a><script>e</script>\
             <img src=x onerror=y><iframe src=z></iframe><svg onload=x><b>f</b></svg><!-- g --></p><form><input value=h>i</form>"
        ),
        "<p>a <a href=\"https://www.ibge.gov.br/dados\">b</a> c d<strong>f</strong></p>\n<p>i</p>"
    );
}

#[test]
fn an_improvement_keeps_links_and_pictures_of_the_body() {
    assert_eq!(
        improved(
            "<p>A <a href=\"/b\">b</a> <a href=\"/c\">c</a></p><figure><img src=\"https://a.example/c.jpg\" onerror=x>\
             <figcaption>D</figcaption></figure><img src=\"https://mau.example/x.png\"><p>m<sup>2</sup></p>"
        ),
        "<p>A <a href=\"/b\" rel=\"nofollow\">b</a> c</p>\n\
         <figure><img src=\"https://a.example/c.jpg\" alt=\"C\" width=\"9\"><figcaption>D</figcaption></figure>\n<p>m<sup>2</sup></p>"
    );
}

#[test]
fn elements_are_closed_and_put_where_they_belong() {
    for (answer, expected) in [
        ("<p>a<p>b", "<p>a</p>\n<p>b</p>"),
        (
            "<p>a <strong>b<h2>c</h2>d",
            "<p>a <strong>b</strong></p>\n<h2>c</h2>\n<p>d</p>",
        ),
        (
            "<ul><li><p>a</p><p>b</p><li>c<ol><li>d</ol></ul>",
            "<ul><li>a<br>b</li><li>c<ol><li>d</li></ol></li></ul>",
        ),
        (
            "<ul>a<ul><li>b</ul></ul>",
            "<ul><li>a<ul><li>b</li></ul></li></ul>",
        ),
        (
            "<p>a</p><li>b</li><li>c</li><p>d</p>",
            "<p>a</p>\n<ul><li>b</li><li>c</li></ul>\n<p>d</p>",
        ),
        (
            "<table><tr><th>a<th>b<tr><td>c<td></table>",
            "<table><tbody><tr><th>a</th><th>b</th></tr><tr><td>c</td><td></td></tr></tbody></table>",
        ),
        (
            "<table><td><ul><li>a</li><li>b</li></ul></table>",
            "<table><tbody><tr><td>a<br>b</td></tr></tbody></table>",
        ),
        (
            "<blockquote>a <em>b</em><p>c</blockquote>",
            "<blockquote><p>a <em>b</em></p><p>c</p></blockquote>",
        ),
        ("<p>a <b></b>b</p><p> <br> </p><ul></ul>", "<p>a b</p>"),
        (
            "<p>a\n  b<br>c <em> d </em>e</p>",
            "<p>a b<br>c <em>d</em> e</p>",
        ),
        ("<p>a</b></div></ul></p></td>b", "<p>a</p>\n<p>b</p>"),
    ] {
        assert_eq!(body(answer), expected, "{answer}");
    }
}

#[test]
fn plain_text_and_markdown_become_paragraphs() {
    assert_eq!(
        body("Um.\n\nDois < três."),
        "<p>Um.</p>\n<p>Dois &lt; três.</p>"
    );
    assert_eq!(
        body(
            "## A\n\n**b** [c](https://www.ibge.gov.br/dados) [d](https://mau.example)\n\n- e\n- f\n\n|g|h|\n|-|-|\n|i|j|\n\n![k](l.png)"
        ),
        "<h2>A</h2>\n<p><strong>b</strong> <a href=\"https://www.ibge.gov.br/dados\">c</a> d</p>\n<ul><li>e</li><li>f</li></ul>\n\
         <table><thead><tr><th>g</th><th>h</th></tr></thead><tbody><tr><td>i</td><td>j</td></tr></tbody></table>"
    );
    let long = "Uma frase sem marcas. ".repeat(100);
    assert_eq!(
        body(&format!("{long}<p>b</p>")).matches("frase").count(),
        100
    );
}

#[test]
fn an_answer_that_was_cut_off_is_not_complete() {
    for answer in [
        "<p>a</p><p>b",
        "<p>a</p><ul><li>b</li>",
        "<p>a</p><p",
        "<p>a</p><!-- b",
        "",
        "<p></p>",
    ] {
        assert!(!article(answer).complete, "{answer}");
    }
    assert_eq!(body("<p>a</p><p>b <em>c"), "<p>a</p>\n<p>b <em>c</em></p>");
}

/// Pieces of answers that could confuse a reader.
const PIECES: &[&str] = &[
    "<p>",
    "</p>",
    "<h1>",
    "</h1>",
    "<h2>",
    "</h2>",
    "<h4>",
    "</h4>",
    "<ul>",
    "</ul>",
    "<ol>",
    "<li>",
    "</li>",
    "<table>",
    "</table>",
    "<thead>",
    "<tbody>",
    "<tr>",
    "</tr>",
    "<td>",
    "<th>",
    "</td>",
    "<caption>",
    "<blockquote>",
    "</blockquote>",
    "<strong>",
    "</strong>",
    "<b>",
    "<em>",
    "</em>",
    "<br>",
    "<div>",
    "</div>",
    "<figure>",
    "</figure>",
    "<figcaption>",
    "<img src=/i.png onerror=x>",
    "<img src='/i.png' alt=",
    "<a href=\"https://a.example/\">",
    "</a>",
    "<a href='javascript:x'>",
    "<a href=\"java&#115;cript:x\" ",
    "onclick=y",
    "<script>",
    "</script>",
    "<style>",
    "<svg onload=x>",
    "<iframe src=x>",
    "<form action=x>",
    "<!--",
    "-->",
    "<!",
    "<?",
    "</",
    "<",
    ">",
    "\"",
    "'",
    "=",
    "&lt;script&gt;",
    "&amp;",
    "&",
    "é",
    "x",
    " ",
    "\n",
    "\n\n",
    "# ",
    "- ",
    "```",
    "```html\n",
    "[c](javascript:x)",
    "|a|b|\n|-|-|\n",
    "</body>",
    "<body>",
    "\u{0}",
    "\u{a0}",
    "\u{e0b3}",
    "<article>",
    "<details><summary>",
    "<math><mi>",
    "<pre>",
    "<sup>",
    "</sup>",
    "<template>",
];

fn answers() -> impl Strategy<Value = String> {
    let piece = proptest::sample::select(PIECES);
    let pieces = proptest::collection::vec(
        prop_oneof![9 => piece.prop_map(str::to_owned), 1 => "\\PC{0,6}"],
        0..40,
    );
    pieces.prop_map(|pieces| pieces.concat())
}

fn reader(is_article: bool) -> ArticleReader {
    if is_article {
        ArticleReader::for_article("https://a.example")
    } else {
        ArticleReader::for_improvement(
            "<img src=/i.png><a href='javascript:x'>https://a.example</a>",
            "",
        )
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn the_division_of_the_answer_changes_nothing(
        answer in answers(),
        cuts in proptest::collection::vec(any::<proptest::sample::Index>(), 0..6),
        is_article in any::<bool>(),
    ) {
        let mut whole = reader(is_article);
        whole.feed(&answer);
        let whole = whole.finish();

        let ends: Vec<usize> = answer.char_indices().map(|(at, _)| at).chain([answer.len()]).collect();
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| *cut.get(&ends)).chain([answer.len()]).collect();
        cuts.sort_unstable();
        let mut divided = reader(is_article);
        let mut passed_on = String::new();
        let mut from = 0;
        for cut in cuts {
            passed_on.push_str(divided.feed(&answer[from..cut]));
            from = cut;
            prop_assert_eq!(divided.body(), &passed_on);
        }
        let divided = divided.finish();
        prop_assert!(divided.body.starts_with(&passed_on));
        prop_assert_eq!(divided, whole);
    }

    #[test]
    fn the_body_is_safe_and_as_the_platform_stores_it(answer in answers(), is_article in any::<bool>()) {
        let mut reader = reader(is_article);
        reader.feed(&answer);
        let read = reader.finish();
        prop_assert_eq!(markup::sanitise::body(&read.body), read.body.as_str());
        prop_assert!(!read.title.contains('\n'));
        for forbidden in ["<script", "<style", "<iframe", "<form", "<svg", "<math", "<h1"] {
            prop_assert!(!read.body.contains(forbidden), "{}", read.body);
        }
        let mut level = 1;
        for piece in markup::lexer::Lexer::new(&read.body) {
            let markup::lexer::Piece::Start(tag) = piece else { continue };
            for (name, value) in &tag.attributes {
                prop_assert!(!name.starts_with("on"), "{}", read.body);
                prop_assert!(name == "alt" || !value.contains("javascript"), "{}", read.body);
            }
            if let Some(own) = tag.name.strip_prefix('h').and_then(|level| level.parse::<u8>().ok()) {
                prop_assert!(own <= level + 1, "{}", read.body);
                level = own;
            }
        }
    }

    #[test]
    fn reading_a_body_again_changes_nothing(answer in answers()) {
        let once = body(&answer);
        prop_assert_eq!(body(&once), once);
    }
}
