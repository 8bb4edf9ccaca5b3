//! Worked examples.

use analysis::Status::{Bad, Good, Na, Ok};
use analysis::{ContentDate, FaqWarningCode, HeadingIssueCode};
use jiff::civil::date;

use crate::draft::{Draft, item, prose, status};

#[test]
fn titles() {
    let with_title = |title: &str| Draft {
        title: title.to_owned(),
        ..Draft::default()
    };
    let good = with_title("Energia solar residencial: quanto custa instalar em 2026");
    assert_eq!(good.status("title_width"), Good);
    assert_eq!(good.status("keyword_in_title"), Good);
    let short = with_title("Energia solar");
    assert_eq!(short.status("title_width"), Ok);
    let long = with_title(
        "Tudo o que você precisa saber sobre energia solar residencial antes de instalar",
    );
    assert_eq!(long.status("title_width"), Bad);
    assert_eq!(long.status("keyword_in_title"), Ok);
    let capitals = with_title("IMPOSTO DE RENDA: GUIA COMPLETO PASSO A PASSO PARA 2026");
    assert_eq!(capitals.status("title_width"), Bad);
    let message = &capitals
        .analyse()
        .check("title_width")
        .unwrap()
        .message
        .clone();
    assert_eq!(
        message,
        "O título tem 657 px e pode ser cortado. Encurte para 580 px."
    );
    assert_eq!(with_title("").status("title_width"), Bad);
}

#[test]
fn the_seo_title_replaces_the_title() {
    let draft = Draft {
        title: "Outra coisa".to_owned(),
        seo_title: "Energia solar residencial: quanto custa instalar".to_owned(),
        ..Draft::default()
    };
    let analysis = draft.analyse();
    assert_eq!(status(&analysis, "keyword_in_title"), Good);
    assert_eq!(
        analysis.check("title_width").unwrap().places[0].name,
        Some("seo_title")
    );
    assert_eq!(analysis.outline[0].text, "Outra coisa");
}

#[test]
fn a_description() {
    let draft = Draft {
        description: "Veja quanto custa instalar energia solar residencial, como funciona o financiamento e em quanto \
                      tempo o investimento volta para o seu bolso."
            .to_owned(),
        ..Draft::default()
    };
    assert_eq!(draft.status("meta_length"), Good);
    assert_eq!(draft.status("keyword_in_meta"), Good);
}

#[test]
fn issues_of_the_hierarchy() {
    let of = |body: &str| {
        let analysis = Draft::with_body(body).analyse();
        let codes: Vec<_> = analysis
            .heading_issues
            .iter()
            .map(|issue| issue.code)
            .collect();
        (codes, status(&analysis, "heading_structure"))
    };
    assert_eq!(
        of("<h2>A b</h2><h4>C d</h4>"),
        (vec![HeadingIssueCode::LevelSkip], Ok)
    );
    assert_eq!(
        of("<h1>A b</h1>"),
        (vec![HeadingIssueCode::DuplicateH1], Bad)
    );
    assert_eq!(
        of("<h2>&nbsp;</h2>"),
        (vec![HeadingIssueCode::EmptyHeading], Bad)
    );
    assert_eq!(of("<h2>A b</h2><h3>C</h3><h2>D</h2>"), (vec![], Good));
    assert_eq!(of("<h2><img src=a alt=logo></h2>"), (vec![], Good));
    let mut untitled = Draft::with_body("<h1>A</h1><h1>B</h1>");
    untitled.title = " ".to_owned();
    let issues = untitled.analyse().heading_issues;
    let codes: Vec<_> = issues
        .iter()
        .map(|issue| (issue.code, issue.index))
        .collect();
    assert_eq!(
        codes,
        [
            (HeadingIssueCode::NoH1, None),
            (HeadingIssueCode::DuplicateH1, Some(1))
        ]
    );
}

#[test]
fn an_acronym_is_no_verb() {
    let body = format!("<p>Ele ia ao mercado. {}</p>", prose(100));
    let draft = Draft {
        keyword: "IA".to_owned(),
        body,
        ..Draft::default()
    };
    let analysis = draft.analyse();
    let check = analysis.check("keyword_density").unwrap();
    assert_eq!(check.status, Bad);
    assert_eq!(
        check.message,
        "A palavra-chave não aparece no texto. Cite-a onde couber."
    );
}

#[test]
fn a_statistic_with_its_source() {
    let sourced = "<p>Em 2024, 35% dos brasileiros usaram Pix, segundo o Banco Central.</p>";
    assert_eq!(Draft::with_body(sourced).status("statistics"), Ok);
    assert_eq!(Draft::with_body(sourced).status("sourced_statistics"), Good);
    let dated = "<p>O evento foi em 12/03/2024.</p>";
    assert_eq!(Draft::with_body(dated).status("statistics"), Bad);
    assert_eq!(Draft::with_body(dated).status("sourced_statistics"), Bad);
}

#[test]
fn definitions() {
    let defined = "<p>Energia solar é a eletricidade gerada pela luz do sol.</p>";
    assert_eq!(Draft::with_body(defined).status("definition_early"), Good);
    assert_eq!(Draft::with_body(defined).status("definition_snippet"), Good);
    assert_eq!(
        Draft::with_body("<p>Esta é a melhor opção.</p>").status("definition_early"),
        Bad
    );
}

#[test]
fn a_section_that_opens_with_an_anaphor() {
    let body = "<h2>O preço</h2><p>Isso mostra que cai.</p><h2>O prazo</h2><p>O prazo é curto.</p>";
    let analysis = Draft::with_body(body).analyse();
    let check = analysis.check("self_contained").unwrap();
    assert_eq!(check.status, Bad);
    assert_eq!(
        check.message,
        "1 seção começa com “isso” ou parecido. Repita o nome do assunto."
    );
    assert_eq!(
        (
            check.places[0].index,
            check.places[0].offset,
            check.places[0].length
        ),
        (Some(1), 0, 20)
    );
}

fn answer() -> String {
    format!(
        "A conta cai no primeiro mês e o painel dura anos. {}",
        prose(10)
    ) + "Por isso a troca compensa."
}

#[test]
fn a_complete_faq() {
    let mut draft = Draft::default();
    draft.faq.enabled = true;
    for question in ["Quanto custa?", "Quanto dura?", "Onde instalar?"] {
        draft.faq.items.push(item(question, &answer()));
    }
    let analysis = draft.analyse();
    for id in [
        "faq_structured",
        "faq_answers",
        "faq_questions",
        "question_coverage",
        "direct_answers",
    ] {
        assert_eq!(status(&analysis, id), Good, "{id}");
    }
    assert!(analysis.faq_warnings.is_empty());
    draft.faq.schema_enabled = false;
    assert_eq!(draft.status("faq_structured"), Ok);
    draft.faq.enabled = false;
    assert_eq!(draft.status("faq_structured"), Bad);
    assert_eq!(draft.status("faq_answers"), Na);
    draft.faq_supported = false;
    assert_eq!(draft.status("faq_structured"), Na);
}

#[test]
fn an_incomplete_faq() {
    let mut draft = Draft::default();
    draft.faq.enabled = true;
    draft.faq.items = vec![
        item("Quanto custa?", &answer()),
        item("quanto custa", "Pouco."),
        item("Onde?", ""),
    ];
    let analysis = draft.analyse();
    assert_eq!(status(&analysis, "faq_structured"), Ok);
    let warnings: Vec<_> = analysis
        .faq_warnings
        .iter()
        .map(|one| (one.index, one.code))
        .collect();
    assert_eq!(
        warnings,
        [
            (1, FaqWarningCode::NoQuestionMark),
            (1, FaqWarningCode::AnswerShort),
            (1, FaqWarningCode::Duplicate),
            (2, FaqWarningCode::Incomplete),
        ]
    );
}

#[test]
fn a_faq_is_stronger_than_question_headings() {
    for count in 1..=10 {
        for words in [2, 3, 4, 5, 6] {
            let answer = prose(words * 10);
            let questions: Vec<_> = (0..count)
                .map(|index| format!("Quanto custa o painel {index}?"))
                .collect();
            let lead = format!("<p>{}</p>", prose(300));
            let headings: String = questions
                .iter()
                .map(|question| format!("<h3>{question}</h3><p>{answer}</p>"))
                .collect();
            let plain = Draft::with_body(&format!("{lead}{headings}"));
            let mut structured = Draft::with_body(&lead);
            structured.faq.enabled = true;
            structured.faq.items = questions
                .iter()
                .map(|question| item(question, &answer))
                .collect();
            let (plain, structured) = (plain.analyse().aeo.score, structured.analyse().aeo.score);
            assert!(
                structured > plain,
                "{count} items of {words}0 words: {structured} and {plain}"
            );
        }
    }
}

#[test]
fn a_stuffed_text_gets_a_share() {
    let stuffed =
        "A energia solar é energia solar de verdade na casa com energia solar. ".repeat(20);
    let analysis = Draft::with_body(&format!("<p>{stuffed}</p>")).analyse();
    assert_eq!(status(&analysis, "stuffing"), Bad);
    for id in [
        "keyword_in_intro",
        "keyword_distribution",
        "answer_first",
        "intro_answer",
    ] {
        assert_ne!(status(&analysis, id), Good, "{id}");
    }
    let scores = [analysis.seo.score, analysis.geo.score, analysis.aeo.score];
    assert!(scores.iter().all(|score| *score < 10), "{scores:?}");
}

#[test]
fn a_question_is_answered_at_once() {
    let with_answers = |answer: &str| {
        let sections = ["Quanto custa o painel?", "Quanto dura o painel?"]
            .map(|question| format!("<h2>{question}</h2>{answer}"));
        Draft::with_body(&sections.concat())
    };
    let statuses = |answer: &str| {
        let draft = with_answers(answer);
        ["question_coverage", "direct_answers"].map(|id| draft.status(id))
    };
    let rest = "A família paga em doze vezes e guarda a nota fiscal para a garantia.";
    assert_eq!(
        statuses(&format!("<p>O painel custa R$ 900. {rest}</p>")),
        [Ok, Good]
    );
    assert_eq!(
        statuses(&format!("<p>Calma, já vamos chegar lá. {rest}</p>")),
        [Bad, Bad]
    );
    let list = "<ul><li>Painel</li><li>Inversor</li><li>Cabos</li></ul>";
    assert_eq!(statuses(list), [Ok, Good]);
    assert_eq!(
        statuses(&format!("<p>São três peças:</p>{list}")),
        [Ok, Good]
    );
}

#[test]
fn short_answers_make_no_faq() {
    let mut draft = Draft::default();
    draft.faq.enabled = true;
    for question in ["Vale a pena?", "Quanto dura?", "Onde instalar?"] {
        draft.faq.items.push(item(question, "Com certeza!"));
    }
    assert_eq!(draft.status("faq_structured"), Bad);
    draft.faq.items[0].answer = answer();
    assert_eq!(draft.status("faq_structured"), Ok);
}

#[test]
fn a_single_link() {
    let body = format!("<p>{} <a href=\"/x\">clique aqui</a></p>", prose(700));
    let analysis = Draft::with_body(&body).analyse();
    assert_eq!(status(&analysis, "internal_links"), Ok);
    assert_eq!(status(&analysis, "anchor_text"), Bad);
    assert_eq!(status(&analysis, "external_links"), Bad);
    assert_eq!(
        analysis.check("internal_links").unwrap().message,
        "Há 1 link interno. Aponte para outros textos do site."
    );
}

#[test]
fn images_without_descriptions() {
    let draft = Draft {
        featured: Some(String::new()),
        ..Draft::with_body("<p>a</p><img src=a alt=\"IMG_2031.jpg\">")
    };
    assert_eq!(draft.status("image_present"), Good);
    assert_eq!(draft.status("image_alt"), Bad);
}

#[test]
fn without_a_keyword_its_checks_are_bad() {
    let draft = Draft {
        keyword: " ".to_owned(),
        body: format!("<p>{}</p>", prose(300)),
        ..Draft::default()
    };
    let analysis = draft.analyse();
    let checks = [&analysis.seo, &analysis.geo, &analysis.aeo];
    let about_keyword: Vec<_> = checks
        .iter()
        .flat_map(|score| &score.checks)
        .filter(|check| check.message.starts_with("Falta a palavra-chave"))
        .collect();
    assert_eq!(about_keyword.len(), 12);
    assert!(about_keyword.iter().all(|check| check.status == Bad));
}

#[test]
fn dates_and_authors() {
    let on = |year, month| Draft {
        date: ContentDate::On(date(year, month, 1)),
        author: Some(false),
        ..Draft::default()
    };
    assert_eq!(on(2026, 1).status("freshness"), Good);
    assert_eq!(on(2025, 6).status("freshness"), Ok);
    assert_eq!(on(2024, 1).status("freshness"), Bad);
    assert_eq!(on(2027, 1).status("freshness"), Good);
    assert_eq!(on(2026, 1).status("authorship"), Bad);
    assert_eq!(Draft::default().status("freshness"), Na);
}

#[test]
fn empty_articles_score_nothing() {
    let analysis = Draft {
        title: String::new(),
        keyword: String::new(),
        ..Draft::default()
    }
    .analyse();
    let scores = [analysis.seo.score, analysis.geo.score, analysis.aeo.score];
    assert_eq!((scores, analysis.words), ([0, 0, 0], 0));
}

#[test]
fn the_wire_has_snake_case_names() {
    let analysis = Draft::with_body("<h2></h2><p>Um texto.</p>").analyse();
    let json = serde_json::to_value(&analysis).unwrap();
    assert_eq!(json["heading_issues"][0]["code"], "empty_heading");
    let check = &json["seo"]["checks"][0];
    assert_eq!(check["id"], "keyword_set");
    assert_eq!(check["status"], "good");
    assert_eq!(check["weight"], 3);
    assert_eq!(
        check["message"],
        "A palavra-chave está definida. Nada a mudar."
    );
    assert_eq!(
        check["where"],
        serde_json::json!([{"kind": "field", "name": "focus_keyword", "offset": 0, "length": 13}])
    );
}
