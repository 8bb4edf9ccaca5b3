//! What callers rely on: offsets, HTML, foreign words, and that no input stalls or panics the check.

use grammar::{Checker, Finding, Format, Kind, OwnWords};
use proptest::prelude::*;

#[cfg(test)]
fn findings(text: &str) -> Vec<Finding> {
    Checker::shared()
        .expect("the data is compiled in")
        .check(text, Format::detect(text))
}

fn marked(text: &str, finding: &Finding) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let slice = units.get(finding.offset..finding.offset + finding.length);
    String::from_utf16_lossy(slice.unwrap_or_default())
}

#[test]
fn offsets_count_utf16_units_of_the_text_sent() {
    let text = "🎉 Festa! A loja abre à partir das 9h.";
    let found = findings(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        found.first().map(|one| (one.offset, one.length)),
        Some((22, 1))
    );
    assert_eq!(
        found.first().map(|one| marked(text, one)).as_deref(),
        Some("à")
    );
}

#[test]
fn offsets_in_html_point_behind_tags_and_entities() {
    let html = "<p>Caf&eacute; &amp; p&atilde;o: abre <b>à</b> partir das 9h.</p><p>Uma exce<i></i>ssão.</p>";
    let found = findings(html);
    let words: Vec<String> = found.iter().map(|one| marked(html, one)).collect();
    assert_eq!(words.first().map(String::as_str), Some("à"));
    assert!(
        found
            .iter()
            .all(|one| one.offset + one.length <= html.encode_utf16().count())
    );
}

#[test]
fn words_of_the_caller_are_no_misspellings() {
    let html = "<p>A blorfina e o Zumbrex: <b>blor</b>fina, BLORFINA, zumbrex.</p>";
    let checker = Checker::shared().expect("the data is compiled in");
    let words = |own: &[&str]| {
        let own: OwnWords = own.iter().collect();
        let found = checker.check_with(html, Format::detect(html), &own);
        let spelling = found.iter().filter(|one| one.kind == Kind::Spelling);
        spelling.map(|one| marked(html, one)).collect::<Vec<_>>()
    };
    assert!(words(&[]).contains(&"blorfina".to_owned()));
    assert_eq!(words(&["blorfina", "Zumbrex"]), ["zumbrex"]);
    assert!(words(&["blorfina", "zumbrex"]).is_empty());
}

#[test]
fn inline_tags_do_not_split_words_and_blocks_do() {
    assert!(findings("<p>Um <b>pro</b>blema sério.</p>").is_empty());
    assert!(findings("<ul><li>Primeiro</li><li>Segundo</li></ul>").is_empty());
}

#[test]
fn code_scripts_and_addresses_are_skipped() {
    let html = "<p>Veja <code>let xyzk = fooo</code> em https://exemplo.com.br/abcd, fale com ana@exemplo.com e siga #tbtzz.</p>\
        <pre>exemploo</pre><script>var errroo</script>";
    assert!(findings(html).is_empty(), "{:?}", findings(html));
}

#[test]
fn names_numbers_and_marked_foreign_words_are_not_flagged() {
    for text in [
        "A reunião com Kwaszinski e a Zyntrix foi às 14h30.",
        "<p>O conceito de <em>schadenfreude</em> é alemão.</p>",
        "O termo “schadenfreude” é alemão.",
        "<p>Ela usou <span lang=\"en\">the whole enchilada</span> no título.</p>",
        "O séc. XIX e o cap. XIV da ONU, do IBGE e das ONGs.",
        "Custa R$ 1.234,56 ou 10% a mais em 12/10/2024.",
    ] {
        assert!(findings(text).is_empty(), "{text}: {:?}", findings(text));
    }
}

#[test]
fn accents_are_compared_however_they_are_encoded() {
    assert!(findings("A instalac\u{327}a\u{303}o ficou pronta.").is_empty());
}

#[test]
fn a_finding_serialises_as_the_interface_says() {
    let found = findings("A empresa abriu uma excessão.");
    let json = serde_json::to_value(&found).expect("findings are plain data");
    assert_eq!(
        json.pointer("/0/kind"),
        Some(&serde_json::json!("spelling"))
    );
    assert_eq!(
        json.pointer("/0/rule"),
        Some(&serde_json::json!("ortografia"))
    );
    assert_eq!(json.pointer("/0/offset"), Some(&serde_json::json!(20)));
    assert_eq!(json.pointer("/0/length"), Some(&serde_json::json!(8)));
    assert_eq!(
        json.pointer("/0/suggestions/0"),
        Some(&serde_json::json!("exceção"))
    );
    assert_eq!(found.first().map(|one| one.kind), Some(Kind::Spelling));
}

proptest! {
    #[test]
    fn findings_lie_within_the_text_and_do_not_overlap(text in "([a-zà-ú]{1,9}|[ ,.!?“”()<>&;]|<p>|</p>|<em>|&amp;|🎉|[0-9]{1,4}){0,40}") {
        let length = text.encode_utf16().count();
        for format in [Format::Plain, Format::Html] {
            let found = Checker::shared().expect("the data is compiled in").check(&text, format);
            for pair in found.windows(2) {
                if let [first, second] = pair {
                    prop_assert!(first.offset + first.length <= second.offset);
                }
            }
            prop_assert!(found.iter().all(|one| one.offset + one.length <= length));
        }
    }
}
