use super::*;

fn printed(html: &str) -> String {
    let document = read(html);
    let blocks: Vec<String> = document
        .blocks
        .iter()
        .enumerate()
        .map(|(index, block)| {
            let sign = match block.kind {
                BlockKind::Heading(level) => format!("h{level}"),
                BlockKind::Paragraph => "p".to_owned(),
                BlockKind::Quote => "quote".to_owned(),
                BlockKind::Item => "li".to_owned(),
                BlockKind::Cell => "cell".to_owned(),
                BlockKind::Term => "dt".to_owned(),
                BlockKind::Description => "dd".to_owned(),
                BlockKind::Caption => "caption".to_owned(),
            };
            format!("{sign}:{}", document.block_text(index))
        })
        .collect();
    blocks.join("|")
}

#[test]
fn blocks_in_order() {
    assert_eq!(
        printed(
            "<h2>A</h2><p>b <b>c</b>d</p>e<ul><li>f</li><li><p>g</p></li></ul><blockquote><p>h</p></blockquote>"
        ),
        "h2:A|p:b cd|p:e|li:f|li:g|quote:h"
    );
    assert_eq!(
        printed(
            "<dl><dt>a<dd>b</dl><figure><img src=x alt=y><figcaption>c</figcaption></figure><table><tr><td>d<td>e</table>"
        ),
        "dt:a|dd:b|caption:c|cell:d|cell:e"
    );
}

#[test]
fn two_line_breaks_split_a_block() {
    assert_eq!(printed("<p>a<br>b<br> <br/>c</p>"), "p:a b|p:c");
    assert_eq!(printed("<h2>a<br><br>b</h2>"), "h2:a b");
}

#[test]
fn characters_are_cleaned() {
    assert_eq!(
        printed("<p>a&nbsp;&nbsp;b&shy;c&#8203;d&eacute;</p>"),
        "p:a bcdé"
    );
    assert_eq!(printed("<p>a [foto id=\"1\"] b</p>"), "p:a b");
}

#[test]
fn what_a_page_does_not_show_is_left_out() {
    for html in [
        "a<script>x</script>",
        "a<nav><p>x</p></nav>",
        "a<div hidden><p>x</p></div>",
        "a<svg><text>x</text></svg>",
        "a<svg/>",
        "a<pre>x</pre>",
        "a<template><p>x</template>",
        "a<!-- x -->",
        "a<form><p>x</p><input></form>",
        "a<button>x</button>",
    ] {
        assert_eq!(printed(html), "p:a", "{html}");
    }
    assert_eq!(printed("<p hidden>x<p>a"), "p:a");
    assert_eq!(printed("<code>x</code>a"), "p:a");
}

#[test]
fn lists_and_tables_are_measured() {
    let document = read(
        "<ol><li>um dois</li><li>três<ul><li>x</li></ul></li><li></li></ol>\
         <table><tr><th></th><th>a</th></tr><tr><td>b</td><td>c</td></tr></table>",
    );
    let [outer, inner] = &document.lists[..] else {
        panic!()
    };
    assert_eq!((outer.is_ordered, outer.items, outer.words), (true, 2, 3));
    assert_eq!((inner.is_ordered, inner.items, inner.words), (false, 1, 1));
    assert!(document.tables[0].has_size(2, 2) && !document.tables[0].has_size(3, 2));
}

#[test]
fn links_have_their_text() {
    let document = read(
        "<p>x <a href=\"/a?b&amp;c\">um <b>link</b></a> <a href=z rel=\"x NoFollow\"><img alt=foto></a><a>y</a></p>",
    );
    let [first, second] = &document.links[..] else {
        panic!()
    };
    assert_eq!(
        (
            first.address.as_str(),
            first.text.as_str(),
            first.is_unfollowed
        ),
        ("/a?b&c", "um link", false)
    );
    assert_eq!((second.text.as_str(), second.is_unfollowed), ("foto", true));
    assert_eq!(document.images[0].alt, "foto");
}

#[test]
fn headings_are_kept_when_empty() {
    let document = read("<h2>&nbsp;</h2><h3><img alt=logo></h3><h2>a<h3>b</h2>c");
    let levels: Vec<_> = document
        .headings
        .iter()
        .map(|one| {
            (
                one.level,
                one.has_described_image,
                document.block_text(one.block).to_owned(),
            )
        })
        .collect();
    assert_eq!(
        levels,
        [
            (2, false, String::new()),
            (3, true, String::new()),
            (2, false, "a".to_owned()),
            (3, false, "b".to_owned())
        ]
    );
    assert_eq!(document.block_text(4), "c");
}

#[test]
fn quotations_are_marked() {
    let document = read("<p>Ele disse <q>vamos todos</q>.</p>");
    assert_eq!(
        document.text.source(document.quotes[0].clone()),
        "vamos todos"
    );
}

#[test]
fn deep_nesting_is_limited() {
    let html = format!("{}a", "<div>".repeat(5_000));
    assert_eq!(printed(&html), "p:a");
}
