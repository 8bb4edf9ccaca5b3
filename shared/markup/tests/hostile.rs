//! Sanitiser tests with sources crafted to bypass or to overflow it.

#![expect(clippy::expect_used, reason = "a test may stop at the first surprise")]

use markup::sanitise::body;
use markup::{diff, text};
use proptest::prelude::*;

const VECTORS: [&str; 78] = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//x.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<script/src=data:,alert(1)>",
    "<img src=x onerror=alert(1)>",
    "<img src=x onerror=\"alert(1)\"//",
    "<img/src/onerror=alert(1)>",
    "<img src=\"x\" ONERROR = alert(1)>",
    "<img src=`x` onerror=`alert(1)`>",
    "<img \"\"\"><script>alert(1)</script>\">",
    "<img src=javascript:alert(1)>",
    "<img src=\"jav\tascript:alert(1)\">",
    "<img src=\"&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)\">",
    "<img src=\"&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)\">",
    "<img srcset=\"javascript:alert(1) 1x\" src=/a>",
    "<a href=javascript:alert(1)>a</a>",
    "<a href=\" \u{1}javascript:alert(1)\">a</a>",
    "<a href=\"JaVaScRiPt:alert(1)\">a</a>",
    "<a href=\"java\nscript:alert(1)\">a</a>",
    "<a href=\"java&Tab;script:alert(1)\">a</a>",
    "<a href=\"javascript&colon;alert(1)\">a</a>",
    "<a href=\"javascript&#58alert(1)\">a</a>",
    "<a href=\"data:text/html;base64,PHNjcmlwdD4=\">a</a>",
    "<a href=\"vbscript:x\">a</a>",
    "<a href='x' onclick='alert(1)'>a</a>",
    "<a href=x onmouseover=alert(1)//>a</a>",
    "<a\thref\t=\t'x'\tonfocus\t=\talert(1) autofocus>a</a>",
    "<a/onclick=alert(1)>a</a>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><a xlink:href=javascript:alert(1)><text y=20>x</text></a></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<svg><set attributeName=href to=javascript:alert(1)>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<svg></p><style><a id=\"</style><img src=1 onerror=alert(1)>\">",
    "<svg><iframe><a title=\"</iframe><img src onerror=alert(1)>\">test",
    "<svg><foreignObject><iframe srcdoc=\"<script>alert(1)</script>\">",
    "<math><mi xlink:href=javascript:alert(1)>x</mi></math>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style>",
    "<math><annotation-xml encoding=text/html><script>alert(1)</script>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc=\"&lt;script&gt;alert(1)&lt;/script&gt;\"></iframe>",
    "<iframe src=\"https://www.youtube.com/embed/x\" onload=alert(1)></iframe>",
    "<iframe src=\"https://www.youtube.com/embed/x\"><script>alert(1)</script></iframe>",
    "<iframe src=\"data:text/html,<script>alert(1)</script>\">",
    "<object data=javascript:alert(1)></object>",
    "<embed src=javascript:alert(1)>",
    "<applet code=x></applet>",
    "<base href=\"javascript:alert(1)//\">",
    "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">",
    "<link rel=stylesheet href=//x.example/x.css>",
    "<style>@import '//x.example/x.css';</style>",
    "<p style=\"background:url(javascript:alert(1))\">x</p>",
    "<div style=\"width:expression(alert(1))\">x</div>",
    "<body onload=alert(1)>",
    "<html onmouseover=alert(1)>x",
    "<input onfocus=alert(1) autofocus>",
    "<button formaction=javascript:alert(1)>x</button>",
    "<form action=javascript:alert(1)><input type=submit></form>",
    "<video src=x onerror=alert(1)></video>",
    "<audio><source onerror=alert(1)></audio>",
    "<details open ontoggle=alert(1)><summary>x</summary></details>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<textarea><img title=\"</textarea><img src=x onerror=alert(1)>\">",
    "<title><img title=\"</title><img src=x onerror=alert(1)>\">",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<xmp><p title=\"</xmp><img src=x onerror=alert(1)>\">",
    "<noembed><p title=\"</noembed><img src=x onerror=alert(1)>\">",
    "<template><img src=x onerror=alert(1)></template>",
    "<plaintext><img src=x onerror=alert(1)>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<!-- --!><img src=x onerror=alert(1)>-->",
    "<![CDATA[<img src=x onerror=alert(1)>]]>",
    "<?xml <img src=x onerror=alert(1)>?>",
    "<select><option><img src=x onerror=alert(1)></option></select>",
    "<table><td background=javascript:alert(1)><tr onclick=alert(1)>",
    "<q cite=javascript:alert(1)>x</q><b ping=//x.example <i onclick=alert(1)>y",
];

/// Parses serialised output: `<name a="b" c="d">`.
fn tags(html: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut found = Vec::new();
    for part in html.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a written tag is closed");
        let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = Vec::new();
        while let Some((attribute, behind)) = rest.split_once("=\"") {
            let (value, behind) = behind.split_once('"').expect("a written value is closed");
            attributes.push((attribute.trim().to_owned(), value.to_owned()));
            rest = behind;
        }
        assert!(rest.trim().is_empty(), "left over in <{tag}>");
        found.push((name.to_owned(), attributes));
    }
    found
}

/// Asserts that the output runs no code, loads no foreign document, and carries no style.
fn assert_harmless(source: &str) {
    const ATTRIBUTES: [&str; 28] = [
        "href",
        "target",
        "rel",
        "id",
        "class",
        "title",
        "lang",
        "dir",
        "src",
        "alt",
        "width",
        "height",
        "srcset",
        "sizes",
        "loading",
        "allow",
        "allowfullscreen",
        "colspan",
        "rowspan",
        "scope",
        "span",
        "start",
        "type",
        "reversed",
        "value",
        "open",
        "datetime",
        "data",
    ];
    const FORBIDDEN: [&str; 18] = [
        "script", "style", "svg", "math", "object", "embed", "form", "input", "button", "base",
        "meta", "link", "template", "textarea", "select", "video", "audio", "body",
    ];
    let answer = body(source);
    for (name, attributes) in tags(&answer) {
        assert!(
            !FORBIDDEN.contains(&name.trim_start_matches('/')),
            "{source} gave {answer}"
        );
        for (attribute, value) in attributes {
            assert!(
                ATTRIBUTES.contains(&attribute.as_str()),
                "{attribute}: {source} gave {answer}"
            );
            if matches!(attribute.as_str(), "href" | "src") {
                let folded: String = value
                    .chars()
                    .filter(|c| !c.is_whitespace() && !c.is_control())
                    .collect();
                let folded = folded.to_lowercase();
                for scheme in ["javascript:", "data:", "vbscript:", "javascript&"] {
                    assert!(!folded.starts_with(scheme), "{source} gave {answer}");
                }
            }
        }
    }
    assert_eq!(body(&answer), answer, "cleaning {source} again changes it");
}

#[test]
fn known_vectors_are_neutralised() {
    for vector in VECTORS {
        assert_harmless(vector);
        for (before, behind) in [
            ("<p>a ", " b</p>"),
            ("<table><tr><td>", "</td></tr></table>"),
            ("<b><i>", "</b>"),
            ("<pre>\n\n", ""),
        ] {
            assert_harmless(&format!("{before}{vector}{behind}"));
        }
    }
}

/// How the work grows is counted by `tests/growth/run.sh`.
fn assert_bounded(name: &str, source: &str) {
    let answer = body(source);
    text::plain(source);
    assert!(
        answer.len() <= source.len() * 4 + 1_000,
        "{name} grew to {}",
        answer.len()
    );
}

#[test]
fn deep_nesting_does_not_overflow() {
    for tag in [
        "div",
        "b",
        "p",
        "table",
        "ul><li",
        "blockquote",
        "a",
        "span",
        "details",
        "x",
        "svg",
        "font",
    ] {
        assert_bounded(tag, &format!("<{tag}>").repeat(10_000));
        assert_bounded(tag, &format!("<{tag}>x").repeat(10_000));
    }
    assert_bounded("tables", &"<table><tr><td>".repeat(10_000));
    assert_bounded("closers", &"</b></p></div>".repeat(10_000));
}

#[test]
fn crafted_sources_do_not_swell() {
    let distinct =
        |count: usize| -> String { (0..count).map(|n| format!("<b id=x{n}>")).collect() };
    let attributes: String = (0..100_000).map(|n| format!(" a{n}=1")).collect();
    assert_bounded("attributes", &format!("<p{attributes}>x</p>"));
    assert_bounded(
        "formatting",
        &format!("{}{}", distinct(5_000), "<p>x".repeat(20_000)),
    );
    assert_bounded(
        "rows",
        &format!("<table>{}{}", distinct(200), "<tr>x".repeat(30_000)),
    );
    assert_bounded("comments", &"<!-- a -->".repeat(50_000));
    assert_bounded("open comments", &"<!-- a ".repeat(50_000));
    assert_bounded("open tags", &"<a ".repeat(100_000));
    assert_bounded("signs", &"<".repeat(200_000));
    assert_bounded("quotes", &"<a href=\"".repeat(50_000));
    assert_bounded("raw", &"<style></styl".repeat(50_000));
    assert_bounded("misnested", &"<b><p></b><i></p>".repeat(10_000));
}

#[test]
fn a_diff_of_texts_with_nothing_in_common_is_one_deletion_and_one_insertion() {
    let side = |letter: &str| {
        (0..40_000)
            .map(|n| format!("<{letter}{n}>"))
            .collect::<String>()
    };
    assert_eq!(diff::words(&side("a"), &side("b")).len(), 2);
}

/// Fragments that are hard to parse: tags with special rules, open comments, incomplete references.
const FRAGMENTS: [&str; 82] = [
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<a href='x'>",
    "<a href=x target=_blank rel=opener>",
    "</a>",
    "<div>",
    "</div>",
    "<h2>",
    "<h3 id=a>",
    "</h2>",
    "<ul>",
    "</ul>",
    "<ol>",
    "<li>",
    "</li>",
    "<dl>",
    "<dt>",
    "<dd>",
    "</dl>",
    "<table>",
    "</table>",
    "<caption>",
    "<colgroup>",
    "<col>",
    "<thead>",
    "<tbody>",
    "<tr>",
    "</tr>",
    "<td>",
    "<th>",
    "</td>",
    "<pre>",
    "</pre>",
    "\n",
    "&#10;",
    "<br>",
    "</br>",
    "<hr>",
    "<img src=a>",
    "<img>",
    "<iframe src=https://youtu.be/a>",
    "</iframe>",
    "<details>",
    "<summary>",
    "<figure>",
    "<figcaption>",
    "<svg>",
    "</svg>",
    "<math>",
    "<style>",
    "</style>",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "<!",
    "<",
    ">",
    "&",
    "&lt",
    "&amp;",
    "\"",
    "'",
    "<b class=\"x &quot; y\">",
    "<p title='<p>'>",
    "<section>",
    "<blockquote>",
    "<q>",
    "<code>",
    "\0",
    "&nbsp;",
    "<textarea>",
    "</textarea>",
    "<select>",
    "<option>",
    "<template>",
    "<button>",
    "<form>",
];

/// Sources made of [`FRAGMENTS`] and of random text.
fn source() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z \n]{0,5}",
        "\\PC{0,3}",
        proptest::sample::select(FRAGMENTS.to_vec()).prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn any_markup_is_neutralised_and_the_result_is_stable(source in source()) {
        assert_harmless(&source);
    }

    #[test]
    fn any_text_is_neutralised(source in "\\PC{0,200}") {
        assert_harmless(&source);
    }
}
