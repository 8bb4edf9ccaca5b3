//! Sanitises HTML with allow-lists.
//!
//! Two steps. `outline` rewrites the source with every tag closed and a limited depth, so that the HTML5
//! parser after it cannot be driven into quadratic time; it also handles what needs the whole tag (`rel` of
//! links, removal of foreign frames). `policy` applies the allow-list with an HTML5 parser; safety depends
//! on this step alone.

mod embedded;
mod form;
mod long_runs;
mod outline;
mod policy;
mod stored;
mod style;
mod tag_form;
mod video;
mod word;

pub use embedded::embedded;
pub use form::form_template;
pub use stored::{content, content_within, inline};
pub use style::declarations as style_declarations;
pub use video::frame_address;
pub use word::without_word_classes;

use std::borrow::Cow;

use ammonia::Builder;
use step_budget::{Budget, Stopped};

use self::long_runs::Mark;
use crate::{escape, text};

/// Upper limit of passes until the output is stable. Ordinary texts need one pass and a second that
/// confirms it.
const MAX_PASSES: usize = 6;

/// Which source of HTML is sanitised, and so which allow-list applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Text of the platform's editor: no styles, and tags in the notation of the HTML standard.
    Editor,
    /// Text that API clients store in a site: safe styles are kept, and tags keep their notation as far as
    /// possible.
    Stored,
}

/// Sanitises a post body of the platform.
///
/// Kept: headings, paragraphs, lists, tables, figures, images, links, quotations, code, inline formatting,
/// details, and frames of known video hosts. URLs are http, https, mailto, tel or relative. Comments,
/// scripts, styles, forms and other frames are removed; unknown elements are removed but their text stays.
/// The function is idempotent.
pub fn body(html: &str) -> String {
    without_limit(|budget| body_within(html, budget))
}

/// Like [`body`], within a budget. A step is a byte that one of the passes reads.
///
/// # Errors
/// [`Stopped`] between two passes.
pub fn body_within(html: &str, budget: &Budget) -> Result<String, Stopped> {
    cleaned(html, Form::Editor, budget)
}

fn without_limit(work: impl FnOnce(&Budget) -> Result<String, Stopped>) -> String {
    // Such a budget never ends.
    work(&Budget::unlimited()).unwrap_or_default()
}

fn cleaned(html: &str, form: Form, budget: &Budget) -> Result<String, Stopped> {
    let mut cleaned = once(html, form, budget)?;
    for _ in 1..MAX_PASSES {
        let again = once(&cleaned, form, budget)?;
        if again == cleaned {
            return Ok(cleaned);
        }
        cleaned = again;
    }
    // Not observed in practice. If the output does not stabilise, its markup is dropped for safety.
    Ok(escape::text(&text::plain(&cleaned)))
}

/// Applies the allow-list `cleaner`, which has no filter of attributes, to HTML of any form.
fn cleaned_by(cleaner: &mut Builder<'_>, html: &str) -> String {
    let Some(mark) = Mark::needed(html) else {
        return cleaner.clean(html).to_string();
    };
    cleaner.attribute_filter(move |_, _, value| Some(Cow::from(mark.value(value))));
    mark.removed(&cleaner.clean(&mark.source(html)).to_string())
}

fn once(html: &str, form: Form, budget: &Budget) -> Result<String, Stopped> {
    budget.spend(html.len() as u64)?;
    let clean = policy::clean(&outline::rewrite(html, form), form);
    Ok(match form {
        Form::Editor => clean,
        Form::Stored => tag_form::restored(&clean),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

        #[test]
        fn output_is_stable_well_before_the_last_pass(
            pieces in proptest::collection::vec(
                proptest::sample::select(vec![
                    "<p>", "</p>", "<b>", "</b>", "<i>", "</i>", "<a href=x>", "</a>", "<div>", "</div>",
                    "<h2>", "<h3>", "</h2>", "<ul>", "</ul>", "<li>", "<dl>", "<dd>", "<table>", "</table>",
                    "<caption>", "<colgroup>", "<col>", "<tbody>", "<tr>", "<td>", "</td>", "<pre>", "</pre>",
                    "\n", "&#10;", " ", "x", "<br>", "<hr>", "<img src=a>", "<summary>", "<details>", "&",
                    "<iframe src=https://youtu.be/a>", "</iframe>", "<", "<code>", "<section>",
                    "<br />", "<hr/>", "<img src=a />", "<img src=javascript: />", "<col/>", "</tbody>", "</tr>",
                    "<article>", "</article>", "<nav>", "<address>", "<video src=a controls>", "</video>", "<strike>", "</strike>",
                    "<tbody title='&#xe0b4;'>", "&#xe0b3;", "<p style='color:red;top:1px'>", "<thead>",
                ]),
                0..30,
            ),
        ) {
            for form in [Form::Editor, Form::Stored] {
                let once = |html: &str| once(html, form, &Budget::unlimited()).unwrap();
                let thrice = (0..3).fold(pieces.concat(), |html, _| once(&html));
                prop_assert_eq!(once(&thrice), thrice);
            }
        }

        /// Restoring the notation of tags does not change how a parser reads the text.
        #[test]
        fn restored_notation_parses_the_same(
            pieces in proptest::collection::vec(
                proptest::sample::select(vec![
                    "<table>", "</table>", "<thead>", "<tbody>", "</tbody>", "<tr>", "</tr>", "<td>", "</td>", "<caption>",
                    "<col/>", "<br/>", "<hr />", "<img src=a />", "x", "<p>", "</p>", "<b>", "</b>", "<ul>", "<li>",
                ]),
                0..30,
            ),
        ) {
            let clean = policy::clean(&outline::rewrite(&pieces.concat(), Form::Stored), Form::Stored);
            let unmarked = clean
                .replace(tag_form::SLASH, "")
                .replace(&tag_form::implied_body(), "<tbody>");
            // Adjacent table bodies render the same whether or not they are merged.
            let read = |html: &str| policy::clean(html, Form::Editor).replace("</tbody><tbody>", "");
            prop_assert_eq!(read(&tag_form::restored(&clean)), read(&unmarked));
        }
    }

    fn unchanged(html: &str) {
        assert_eq!(body(html), html);
    }

    #[test]
    fn keeps_what_editors_use() {
        unchanged(
            "<h1 id=\"a\">A</h1><h2 id=\"b-1\">B</h2><h6>F</h6><p>Um <strong>dois</strong> <em>três</em></p>",
        );
        unchanged(
            "<ul><li>um<ul><li>dois</li></ul></li></ul><ol start=\"3\" type=\"a\" reversed=\"\"><li value=\"7\">x</li></ol>",
        );
        unchanged("<dl><dt>FAQ</dt><dd>Resposta</dd></dl>");
        unchanged(
            "<table><caption>c</caption><thead><tr><th scope=\"col\" colspan=\"2\">a</th></tr></thead><tbody><tr><td rowspan=\"2\">b</td></tr></tbody></table>",
        );
        unchanged(
            "<figure class=\"wp-block-image size-large\"><img src=\"https://x.example/a.jpg\" alt=\"Foto\" width=\"800\" height=\"600\" srcset=\"https://x.example/a-300.jpg 300w, https://x.example/a.jpg 800w\" sizes=\"(max-width: 800px) 100vw, 800px\" loading=\"lazy\"><figcaption>Legenda</figcaption></figure>",
        );
        unchanged(
            "<p><a href=\"https://x.example/?a=1&amp;b=2#c\" title=\"T\">x</a> <a href=\"mailto:a@b.example\">m</a> <a href=\"tel:+5511999\">t</a> <a href=\"/contato\">r</a> <a href=\"#b-1\">s</a></p>",
        );
        unchanged(
            "<blockquote><p>q</p><cite>c</cite></blockquote><pre><code class=\"language-rust\">a &lt; b &amp;&amp; c</code></pre>",
        );
        unchanged(
            "<p><b>b</b><i>i</i><u>u</u><s>s</s>H<sub>2</sub>O<sup>2</sup><mark>m</mark><small>p</small><kbd>k</kbd><q>q</q><abbr title=\"x\">a</abbr><br>z</p><hr>",
        );
        unchanged(
            "<details open=\"\"><summary>S</summary><p>x</p></details><div><span>y</span></div>",
        );
    }

    #[test]
    fn keeps_plain_text_as_text() {
        assert_eq!(body("1 < 2 & 3 > 2"), "1 &lt; 2 &amp; 3 &gt; 2");
        assert_eq!(body("só texto"), "só texto");
        assert_eq!(body(""), "");
    }

    #[test]
    fn closes_open_elements() {
        assert_eq!(
            body("<p>um<p>dois<ul><li>a<li>b</ul><b>c"),
            "<p>um</p><p>dois</p><ul><li>a</li><li>b</li></ul><b>c</b>"
        );
        assert_eq!(
            body("<table><tr><td>a<td>b<tr><td>c</table>"),
            "<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>"
        );
        assert_eq!(
            body("<dl><dt>a<dd>b<dt>c</dl>"),
            "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"
        );
    }

    #[test]
    fn drops_comments_scripts_styles_and_forms() {
        assert_eq!(
            body("<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->"),
            "<p>a</p>"
        );
        assert_eq!(
            body(
                "a<script>x</script><style>y</style><form action=\"/\"><input value=z><button>b</button></form>"
            ),
            "ab"
        );
        assert_eq!(
            body("<p style=\"color:red\" onclick=\"x\" data-y=\"1\">a</p>"),
            "<p>a</p>"
        );
        assert_eq!(body("<article><main>a</main></article>"), "a");
    }

    #[test]
    fn a_link_to_a_new_window_gets_noopener() {
        assert_eq!(
            body("<a href=\"https://x.example\" target=\"_blank\">a</a>"),
            "<a href=\"https://x.example\" target=\"_blank\" rel=\"noopener\">a</a>"
        );
        assert_eq!(
            body("<a href=\"https://x.example\" target=_BLANK rel=\"Nofollow opener x\">a</a>"),
            "<a href=\"https://x.example\" target=\"_blank\" rel=\"nofollow noopener\">a</a>"
        );
        assert_eq!(
            body("<a href=\"https://x.example\" rel=\"sponsored nofollow\">a</a>"),
            "<a href=\"https://x.example\" rel=\"sponsored nofollow\">a</a>"
        );
        assert_eq!(
            body("<a href=\"/\" target=\"frame1\">a</a>"),
            "<a href=\"/\">a</a>"
        );
    }

    #[test]
    fn keeps_frames_of_video_hosts_only() {
        let frame = "<iframe src=\"https://www.youtube.com/embed/abc_-123?start=5&amp;rel=0\" width=\"560\" height=\"315\" title=\"Vídeo\" allow=\"autoplay; encrypted-media\" allowfullscreen=\"\" loading=\"lazy\"></iframe>";
        unchanged(&format!("<figure>{frame}</figure>"));
        unchanged("<iframe src=\"https://player.vimeo.com/video/123\"></iframe>");
        unchanged("<iframe src=\"https://www.youtube-nocookie.com/embed/abc\"></iframe>");
        assert_eq!(
            body("<iframe src=\"https://youtu.be/abc-123\" onload=x srcdoc=y name=z></iframe>"),
            "<iframe src=\"https://www.youtube.com/embed/abc-123\"></iframe>"
        );
        for source in [
            "http://www.youtube.com/embed/abc",
            "https://www.youtube.com.evil.example/embed/abc",
            "https://evil.example/www.youtube.com/embed/abc",
            "https://www.youtube.com@evil.example/embed/abc",
            "https://www.youtube.com:8443/embed/abc",
            "https://www.youtube.com/redirect?q=x",
            "//www.youtube.com/embed/abc",
            "/embed/abc",
            "javascript:alert(1)",
            "data:text/html,x",
            "",
        ] {
            assert_eq!(
                body(&format!("a<iframe src=\"{source}\">b</iframe>c")),
                "ac",
                "{source}"
            );
        }
        assert_eq!(body("<iframe srcdoc=\"<script>x</script>\"></iframe>"), "");
    }

    #[test]
    fn drops_addresses_of_other_schemes() {
        for address in [
            "javascript:x",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "blob:x",
            "ftp://x",
            " java\nscript:x",
        ] {
            assert_eq!(
                body(&format!("<a href=\"{address}\">a</a>")),
                "<a>a</a>",
                "{address}"
            );
            assert_eq!(
                body(&format!("<img src=\"{address}\" alt=\"a\">")),
                "",
                "{address}"
            );
        }
        assert_eq!(
            body("<img src=\"/a.jpg\" srcset=\"javascript:x 1x, /b.jpg 2x\">"),
            "<img src=\"/a.jpg\">"
        );
    }

    #[test]
    fn drops_malformed_attribute_values() {
        assert_eq!(
            body("<h2 id=\"a b\">x</h2><h3 id=\"ok.1_2-3\">y</h3>"),
            "<h2>x</h2><h3 id=\"ok.1_2-3\">y</h3>"
        );
        assert_eq!(
            body("<p class=\"a  b\" lang=pt-BR dir=up>x</p>"),
            "<p class=\"a b\" lang=\"pt-BR\">x</p>"
        );
        assert_eq!(
            body("<p class=\"<x> &quot; y\">x</p>"),
            "<p class=\"y\">x</p>"
        );
        assert_eq!(
            body("<table><tr><td colspan=99999>x</table>"),
            "<table><tbody><tr><td>x</td></tr></tbody></table>"
        );
        assert_eq!(
            body("<img src=/a width=1e9 height=\"50%\" loading=now>"),
            "<img src=\"/a\" height=\"50%\">"
        );
    }

    #[test]
    fn each_pass_spends_the_bytes_that_it_reads() {
        let html = "<p>a & b</p>";
        let budget = Budget::of(1_000);
        let clean = body_within(html, &budget).unwrap();
        assert_eq!(clean, body(html));
        assert_eq!(1_000 - budget.left(), (html.len() + clean.len()) as u64);
        let short = Budget::of(html.len() as u64);
        assert_eq!(body_within(html, &short), Err(Stopped::Exhausted));
        let cancelled = Budget::of(1_000);
        drop(cancelled.cancel_on_drop());
        assert_eq!(content_within(html, &cancelled), Err(Stopped::Cancelled));
    }

    #[test]
    fn leading_lines_of_preformatted_text_do_not_keep_shrinking() {
        let once = body(&format!("<pre>{}x</pre>", "\n".repeat(50)));
        assert_eq!(body(&once), once);
        assert_eq!(once, "<pre>x</pre>");
    }
}
