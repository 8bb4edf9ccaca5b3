//! Each shape of a sanitised body as blocks.

use proptest::prelude::*;

use super::*;
use crate::{sanitise, text};

const PICTURE: &str = "https://cliente.example/a.webp";

fn blocks(html: &str) -> String {
    of_html(html, &|address| (address == PICTURE).then_some(57))
}

/// Checks that `html` becomes a block of HTML as it is.
fn stays(html: &str) {
    assert_eq!(
        blocks(html),
        format!("<!-- wp:html -->\n{html}\n<!-- /wp:html -->")
    );
}

fn becomes(html: &str, expected: &str) {
    let made = blocks(html);
    assert_eq!(made, expected);
    assert_eq!(blocks(&made), made, "converted twice");
}

#[test]
fn paragraphs() {
    becomes(
        "<p>Um <strong>dois</strong><br>três &amp; &nbsp;x</p>\n<p>b</p>",
        "<!-- wp:paragraph -->\n<p>Um <strong>dois</strong><br>três &amp; &nbsp;x</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>b</p>\n<!-- /wp:paragraph -->",
    );
    becomes(
        "<p class=\"nota--fina\" id=\"a\" dir=\"rtl\">x</p>",
        "<!-- wp:paragraph {\"direction\":\"rtl\",\"anchor\":\"a\",\"className\":\"nota\\u002d\\u002dfina\"} -->\n<p class=\"nota--fina\" id=\"a\" dir=\"rtl\">x</p>\n<!-- /wp:paragraph -->",
    );
    // Words between blocks.
    becomes(
        "um <em>dois</em><h2>x</h2> ",
        "<!-- wp:paragraph -->\n<p>um <em>dois</em></p>\n<!-- /wp:paragraph -->\n\n<!-- wp:heading -->\n<h2 class=\"wp-block-heading\">x</h2>\n<!-- /wp:heading -->",
    );
    stays("<p lang=\"en\">x</p>");
    stays("<p title=\"&lt;!-- /wp:html --&gt;\">x</p>");
    assert_eq!(blocks(" \n"), "");
}

#[test]
fn headings() {
    becomes(
        "<h2>a</h2><h3 id=\"b\" class=\"c\">b</h3><h1>t</h1>",
        "<!-- wp:heading -->\n<h2 class=\"wp-block-heading\">a</h2>\n<!-- /wp:heading -->\n\n<!-- wp:heading {\"level\":3,\"anchor\":\"b\",\"className\":\"c\"} -->\n<h3 class=\"wp-block-heading c\" id=\"b\">b</h3>\n<!-- /wp:heading -->\n\n<!-- wp:heading {\"level\":1} -->\n<h1 class=\"wp-block-heading\">t</h1>\n<!-- /wp:heading -->",
    );
}

#[test]
fn lists() {
    becomes(
        "<ul><li>a</li><li><strong>b</strong>\n<ol start=\"3\" type=\"a\" reversed=\"\"><li><p>c</p></li></ol></li></ul>",
        "<!-- wp:list -->\n<ul class=\"wp-block-list\"><!-- wp:list-item -->\n<li>a</li>\n<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li><strong>b</strong><!-- wp:list {\"ordered\":true,\"type\":\"lower-alpha\",\"start\":3,\"reversed\":true} -->\n<ol reversed start=\"3\" style=\"list-style-type:lower-alpha\" class=\"wp-block-list\"><!-- wp:list-item -->\n<li>c</li>\n<!-- /wp:list-item --></ol>\n<!-- /wp:list --></li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->",
    );
    for html in [
        "<ul><li><p>a</p><p>b</p></li></ul>",
        "<ul><li>a<ul><li>b</li></ul>c</li></ul>",
        "<ol><li value=\"7\">a</li></ol>",
        "<ul><li>a<blockquote><p>b</p></blockquote></li></ul>",
        "<ul></ul>",
        "<ol><li>a<ul><li>b<hr></li></ul></li></ol>",
    ] {
        stays(html);
    }
}

#[test]
fn quotations() {
    becomes(
        "<blockquote><p>q</p><ul><li>r</li></ul><cite>c <em>d</em></cite></blockquote>",
        "<!-- wp:quote -->\n<blockquote class=\"wp-block-quote\"><!-- wp:paragraph -->\n<p>q</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:list -->\n<ul class=\"wp-block-list\"><!-- wp:list-item -->\n<li>r</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list --><cite>c <em>d</em></cite></blockquote>\n<!-- /wp:quote -->",
    );
    becomes(
        "<blockquote class=\"x\">q</blockquote>",
        "<!-- wp:quote {\"className\":\"x\"} -->\n<blockquote class=\"wp-block-quote x\"><!-- wp:paragraph -->\n<p>q</p>\n<!-- /wp:paragraph --></blockquote>\n<!-- /wp:quote -->",
    );
    stays("<blockquote><cite>c</cite></blockquote>");
}

#[test]
fn pictures() {
    // Uploaded to the host: with its identifier, and without what the host writes itself.
    becomes(
        &format!(
            "<figure><img src=\"{PICTURE}\" alt=\"Vasos\" width=\"800\" height=\"600\" loading=\"lazy\"><figcaption>Uma <em>varanda</em></figcaption></figure>"
        ),
        &format!(
            "<!-- wp:image {{\"id\":57,\"sizeSlug\":\"full\",\"linkDestination\":\"none\"}} -->\n<figure class=\"wp-block-image size-full\"><img src=\"{PICTURE}\" alt=\"Vasos\" class=\"wp-image-57\"/><figcaption class=\"wp-element-caption\">Uma <em>varanda</em></figcaption></figure>\n<!-- /wp:image -->"
        ),
    );
    // Elsewhere, in a link. An identifier that a class names is that of another host.
    becomes(
        "<figure class=\"wp-block-image size-large borda\"><a href=\"https://x.example/?a=1&amp;b=2\" target=\"_blank\" rel=\"noopener\"><img src=\"https://x.example/a.jpg\" class=\"wp-image-9\" title=\"t\"></a></figure>",
        "<!-- wp:image {\"sizeSlug\":\"large\",\"linkDestination\":\"custom\",\"className\":\"borda\"} -->\n<figure class=\"wp-block-image size-large borda\"><a href=\"https://x.example/?a=1&amp;b=2\" target=\"_blank\" rel=\"noopener\"><img src=\"https://x.example/a.jpg\" alt=\"\" title=\"t\"/></a></figure>\n<!-- /wp:image -->",
    );
    becomes(
        "<img src=\"/a.jpg\" alt=\"x\">",
        "<!-- wp:image {\"linkDestination\":\"none\"} -->\n<figure class=\"wp-block-image\"><img src=\"/a.jpg\" alt=\"x\"/></figure>\n<!-- /wp:image -->",
    );
    for html in [
        "<figure><img src=\"/a.jpg\" alt=\"x\" width=\"300\"></figure>",
        "<figure><img src=\"/a.jpg\" alt=\"x\"><img src=\"/b.jpg\" alt=\"y\"></figure>",
        "<figure><blockquote><p>x</p></blockquote></figure>",
        "<figure><img src=\"/a.jpg\" alt=\"x\"><p>y</p></figure>",
    ] {
        stays(html);
    }
    becomes(
        "<p><img src=\"/a.jpg\" alt=\"x\"> y</p>",
        "<!-- wp:paragraph -->\n<p><img src=\"/a.jpg\" alt=\"x\"> y</p>\n<!-- /wp:paragraph -->",
    );
}

#[test]
fn tables() {
    becomes(
        "<table><caption>Preços</caption><colgroup><col><col span=\"2\"></colgroup><thead><tr><th scope=\"col\">a</th><th colspan=\"2\" scope=\"colgroup\">b</th></tr></thead><tbody><tr><th scope=\"row\">c</th><td>d</td><td><p>e</p></td></tr></tbody><tfoot><tr><td rowspan=\"1\">f</td></tr></tfoot></table>",
        "<!-- wp:table {\"hasFixedLayout\":false} -->\n<figure class=\"wp-block-table\"><table><thead><tr><th scope=\"col\">a</th><th scope=\"colgroup\" colspan=\"2\">b</th></tr></thead><tbody><tr><th scope=\"row\">c</th><td>d</td><td>e</td></tr></tbody><tfoot><tr><td rowspan=\"1\">f</td></tr></tfoot></table><figcaption class=\"wp-element-caption\">Preços</figcaption></figure>\n<!-- /wp:table -->",
    );
    becomes(
        "<figure class=\"wp-block-table x\"><table class=\"has-fixed-layout\"><tbody><tr><td>a</td></tr></tbody><tbody><tr><td>b</td></tr></tbody></table><figcaption class=\"wp-element-caption\">c</figcaption></figure>",
        "<!-- wp:table {\"hasFixedLayout\":true,\"className\":\"x\"} -->\n<figure class=\"wp-block-table x\"><table class=\"has-fixed-layout\"><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table><figcaption class=\"wp-element-caption\">c</figcaption></figure>\n<!-- /wp:table -->",
    );
    for html in [
        "<table><tbody><tr><td>a<ul><li>b</li></ul></td></tr></tbody></table>",
        "<table><tbody><tr><td><table><tbody><tr><td>b</td></tr></tbody></table></td></tr></tbody></table>",
        "<table><tbody><tr class=\"x\"><td>a</td></tr></tbody></table>",
        "<table dir=\"rtl\"><tbody><tr><td>a</td></tr></tbody></table>",
        "<table></table>",
    ] {
        stays(html);
    }
}

#[test]
fn code_and_preformatted_text() {
    becomes(
        "<pre><code class=\"language-rust\">a[0] &lt; b\nhttps://x.example/a?b\n  c</code></pre>",
        "<!-- wp:code {\"className\":\"language-rust\"} -->\n<pre class=\"wp-block-code language-rust\"><code>a&#91;0] &lt; b\nhttps:&#47;&#47;x.example/a?b\n  c</code></pre>\n<!-- /wp:code -->",
    );
    becomes(
        "<pre>terra   areia\n  <strong>húmus</strong></pre>",
        "<!-- wp:preformatted -->\n<pre class=\"wp-block-preformatted\">terra   areia\n  <strong>húmus</strong></pre>\n<!-- /wp:preformatted -->",
    );
}

#[test]
fn lines() {
    becomes(
        "<hr class=\"wp-block-separator has-alpha-channel-opacity is-style-wide\">",
        "<!-- wp:separator {\"className\":\"is-style-wide\"} -->\n<hr class=\"wp-block-separator has-alpha-channel-opacity is-style-wide\"/>\n<!-- /wp:separator -->",
    );
}

#[test]
fn videos() {
    becomes(
        "<iframe src=\"https://www.youtube.com/embed/abc_-123\" width=\"560\" height=\"315\" title=\"Vídeo\" allowfullscreen=\"\"></iframe>",
        "<!-- wp:embed {\"url\":\"https://www.youtube.com/watch?v=abc_-123\",\"type\":\"video\",\"providerNameSlug\":\"youtube\",\"responsive\":true} -->\n<figure class=\"wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube\"><div class=\"wp-block-embed__wrapper\">\nhttps://www.youtube.com/watch?v=abc_-123\n</div></figure>\n<!-- /wp:embed -->",
    );
    becomes(
        "<figure><iframe src=\"https://player.vimeo.com/video/123\"></iframe><figcaption>c</figcaption></figure>",
        "<!-- wp:embed {\"url\":\"https://vimeo.com/123\",\"type\":\"video\",\"providerNameSlug\":\"vimeo\",\"responsive\":true} -->\n<figure class=\"wp-block-embed is-type-video is-provider-vimeo wp-block-embed-vimeo\"><div class=\"wp-block-embed__wrapper\">\nhttps://vimeo.com/123\n</div><figcaption class=\"wp-element-caption\">c</figcaption></figure>\n<!-- /wp:embed -->",
    );
    for html in [
        "<iframe src=\"https://www.youtube.com/embed/abc?start=5\"></iframe>",
        "<iframe src=\"https://www.youtube-nocookie.com/embed/abc\"></iframe>",
        "<iframe src=\"https://x.example/\"></iframe>",
    ] {
        stays(html);
    }
}

#[test]
fn what_no_block_can_express_stays_as_it_is() {
    for html in [
        "<dl><dt>Custa caro?</dt><dd>Não.</dd></dl>",
        "<details open=\"\"><summary>E no inverno?</summary><p>Menos água.</p></details>",
        "<section id=\"a\"><h2>x</h2></section>",
        "<div><p>x</p></div>",
        "<a href=\"/x\"><h2>y</h2></a>",
        "<!--more-->",
    ] {
        stays(html);
    }
}

#[test]
fn blocks_of_the_body_are_kept() {
    let gallery =
        "<!-- wp:acme/x {\"a\":1} -->\n<div><!-- wp:acme/y /--><p>a</div>\n<!-- /wp:acme/x -->";
    assert_eq!(
        blocks(&format!("<p>a</p>{gallery}\n\n<!-- wp:latest-posts /-->")),
        format!(
            "<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->\n\n{gallery}\n\n<!-- wp:latest-posts /-->"
        )
    );
    // Without its end, a block holds the rest; an end alone says nothing.
    assert_eq!(
        blocks("<!-- /wp:a --><!-- wp:b --><p>x"),
        "<!-- wp:b --><p>x"
    );
    for inside in [
        "<div><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --></div>",
        "<p>a<!-- wp:latest-posts /--></p>",
    ] {
        assert_eq!(blocks(inside), inside);
    }
}

#[test]
fn deep_lists_and_quotations_end() {
    let deep = |open: &str, close: &str| {
        let html = format!("{}x{}", open.repeat(90), close.repeat(90));
        let made = blocks(&sanitise::body(&html));
        assert!(made.contains("<!-- wp:html -->"), "{made}");
        assert_eq!(blocks(&made), made);
    };
    deep("<blockquote>", "</blockquote>");
    deep("<ul><li>", "</li></ul>");
}

#[test]
fn long_texts_are_converted_in_linear_time() {
    // With a search of the rest at each sign, this would take minutes.
    let html = format!("<p>{}</p>", "&amp;".repeat(400_000));
    let expected = format!("<!-- wp:paragraph -->\n{html}\n<!-- /wp:paragraph -->");
    // The texts would fill the failure's message.
    assert!(blocks(&html) == expected);
}

/// The letters of a text without white space, which differs around what has become a paragraph.
fn letters(html: &str) -> Vec<char> {
    let plain = text::plain(html);
    plain.chars().filter(|c| !c.is_whitespace()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn blocks_say_what_the_body_says_and_are_converted_once(
        pieces in proptest::collection::vec(
            proptest::sample::select(vec![
                "<p>", "</p>", "<b>", "</b>", "<a href=/x>", "</a>", "<div>", "</div>", "<h2>", "</h2>", "<h3 id=a>",
                "<ul>", "</ul>", "<ol start=3>", "</ol>", "<li>", "<dl>", "<dd>", "<table>", "</table>", "<caption>",
                "<thead>", "<tbody>", "<tr>", "<td>", "<th scope=col>", "</td>", "<pre>", "</pre>", "<code>", "</code>",
                "<blockquote>", "</blockquote>", "<cite>", "</cite>", "<figure>", "</figure>", "<figcaption>", "</figcaption>",
                "<img src=/a alt=b>", "<hr>", "<br>", "\n", " um ", " dois ", " três ", "&amp;", "&lt;!-- wp:x --&gt;", "[x]",
                "<summary>", "<details>", "<p class='a--b wp-block-x'>", "<p title='<!-- wp:y -->'>", " https://x.example/ ",
            ]),
            0..40,
        ),
    ) {
        let html = sanitise::body(&pieces.concat());
        let made = blocks(&html);
        let (mut own, mut said) = (letters(&made), letters(&html));
        if html.contains("<caption") {
            // The caption of a table is written below it.
            own.sort_unstable();
            said.sort_unstable();
        }
        prop_assert_eq!(own, said);
        prop_assert_eq!(&blocks(&made), &made);
        // What a host shows of it is the body, with the classes of its blocks.
        let opened = made.matches("<!-- wp:").count();
        prop_assert_eq!(opened, made.matches("<!-- /wp:").count());
    }
}
