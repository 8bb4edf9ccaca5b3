//! The HTML of whole forms.

use super::*;
use crate::feedback::{InvalidField, Outcome};
use crate::form::ContactForm;
use crate::form::template::{Site, new_form};
use crate::submission::{Part, Submission};

const UNIT: &str = "contactform-f12-p34-o1";

fn form(template: &str) -> ContactForm {
    let mut form = new_form(&Site {
        domain: "loja.example",
        locale: "pt_BR",
    });
    form.id = Some(12);
    form.title = "Fale \"já\"".to_owned();
    form.form = template.to_owned();
    form
}

fn html(form: &ContactForm, shown: Shown<'_>) -> String {
    let page = Page {
        form,
        unit_tag: UNIT,
        action: "/contato/#contactform-f12-p34-o1",
        endpoint: "/rest/contact-form/v1/contact-forms/12",
        container_post: 34,
        version: "6.1",
        submit_label: "Enviar",
        key: b"k",
        shown,
    };
    let sanitise = Sanitise {
        template: &|html| html.replace("<script>", ""),
        inline: &|html| html.replace("<script>", ""),
    };
    form_html(&page, sanitise, &mut |_| 0)
}

fn plain(template: &str) -> String {
    html(&form(template), Shown::default())
}

fn sent(form: &ContactForm, values: &[(&str, &str)]) -> Submission {
    let part = |(name, value): &(&str, &str)| Part::Text {
        name: (*name).to_owned(),
        value: (*value).to_owned(),
    };
    Submission::read(values.iter().map(part).collect(), &form.tags())
}

fn invalid(fields: &[(&str, &str)]) -> Outcome {
    let mut outcome = Outcome::mail_failed("Há erros".to_owned(), String::new());
    outcome.status = crate::feedback::Status::ValidationFailed;
    outcome.invalid_fields = fields
        .iter()
        .map(|(field, message)| InvalidField {
            field: (*field).to_owned(),
            message: (*message).to_owned(),
            idref: None,
        })
        .collect();
    outcome
}

fn contains(html: &str, parts: &[&str]) {
    for part in parts {
        assert!(html.contains(part), "no {part} in {html}");
    }
}

#[test]
fn places_have_names() {
    assert_eq!(unit_tag(12, 34, 1), UNIT);
    assert_eq!(unit_tag(12, 0, 2), "contactform-f12-o2");
}

#[test]
fn a_form_posts_without_a_script() {
    let html = plain("[submit]");
    contains(
        &html,
        &[
            r#"<div class="contactform" id="contactform-f12-p34-o1" lang="pt-BR" dir="ltr""#,
            r#"method="post" enctype="multipart/form-data""#,
            r#"action="/contato/#contactform-f12-p34-o1""#,
            r#"aria-label="Fale &quot;já&quot;""#,
            r#"name="_contactform" value="12""#,
            r#"name="_contactform_version" value="6.1""#,
            r#"name="_contactform_locale" value="pt_BR""#,
            r#"name="_contactform_unit_tag" value="contactform-f12-p34-o1""#,
            r#"name="_contactform_container_post" value="34""#,
            r#"name="_contactform_posted_data_hash" value="""#,
            r#"name="_contactform_hp" value="" tabindex="-1""#,
            r#"class="contactform-form-control contactform-submit">Enviar</button>"#,
            r#"<div class="contactform-response-output" role="status"></div>"#,
        ],
    );
    assert!(!html.contains("<script") && !html.contains("style="));
}

#[test]
fn lines_of_text() {
    let html =
        plain("<label>Nome [text* nome minlength:2 autocomplete:name class:largo \"Ana\"]</label>");
    contains(
        &html,
        &[
            r#"<input type="text" name="nome" id="contactform-f12-p34-o1-nome""#,
            r#"class="contactform-form-control contactform-text contactform-validates-as-required largo""#,
            r#"aria-invalid="false" required size="40" maxlength="400" minlength="2" autocomplete="name" value="Ana">"#,
        ],
    );
    assert!(!html.contains("aria-label=\"nome\""));
    let html =
        plain("[email e-mail placeholder \"seu@email\"][tel telefone-fixo][number n min:1 max:9]");
    contains(
        &html,
        &[
            r#"aria-label="seu@email""#,
            r#"placeholder="seu@email" value="""#,
            r#"aria-label="telefone fixo""#,
            r#"min="1" max="9" value="""#,
        ],
    );
}

#[test]
fn labels_by_identifier() {
    let html = plain("<label for=\"x\">A</label>[text a id:x]");
    contains(&html, &[r#"id="x""#]);
    assert!(!html.contains("aria-label=\"a\""));
}

#[test]
fn several_lines_of_text() {
    let html = plain("[textarea m 30x5/70]Olá & tchau[/textarea]");
    contains(
        &html,
        &[
            r#"cols="30" rows="5" maxlength="70""#,
            ">\nOlá &amp; tchau</textarea>",
        ],
    );
}

#[test]
fn boxes_and_buttons() {
    let html = plain(r#"[checkbox c default:2 free_text "a" "<b>"][radio r label_first "x"]"#);
    contains(
        &html,
        &[
            r#"role="group" aria-label="c""#,
            r#"<label><input type="checkbox" name="c[]" value="a" aria-invalid="false">"#,
            r#"value="&lt;b&gt;" aria-invalid="false" checked>"#,
            r#"name="_contactform_free_text_c""#,
            r#"role="radiogroup" aria-label="r""#,
            r#"aria-required="true""#,
            r#"x</span> <input type="radio" name="r" value="x">"#,
        ],
    );
    let nested = plain(r#"<label>Cor [checkbox c exclusive "a"]</label>"#);
    contains(&nested, &[r#"name="c" value="a" aria-label="a""#]);
    assert_eq!(nested.matches("<label").count(), 1);
}

#[test]
fn lists() {
    let html = plain(
        r#"[select s first_as_label default:2 "Escolha" "b"][select t multiple include_blank "c"]"#,
    );
    contains(
        &html,
        &[
            r#"<option value="">Escolha</option><option value="b" selected>b</option>"#,
            r#"name="t[]""#,
            r#" multiple><option value="">—</option><option value="c">c</option>"#,
        ],
    );
}

#[test]
fn files_terms_questions_and_the_rest() {
    let html = plain(
        "[file f filetypes:png][acceptance t]Li <a href=\"/t\">tudo</a><script>[/acceptance][quiz q \"1+1?|2\"]\
         [hidden h \"<x>\"][text x /9][count x down][reflection x][response]",
    );
    contains(
        &html,
        &[
            r#"type="file" name="f""#,
            r#"accept=".png""#,
            r#"<label><input type="checkbox" name="t""#,
            r#"required> <span class="contactform-list-item-label">Li <a href="/t">tudo</a></span></label>"#,
            r#"<span class="contactform-quiz-label">1+1?</span>"#,
            r#"name="_contactform_quiz_answer_q" value=""#,
            r#"type="hidden" name="h" class="contactform-form-control contactform-hidden" value="&lt;x&gt;""#,
            r#"data-target-name="x" data-maximum-value="9">9</span>"#,
            r#"data-reflection-of="x""#,
        ],
    );
    assert_eq!(html.matches("contactform-response-output").count(), 1);
}

#[test]
fn errors_are_tied_to_their_controls() {
    let form = form("<label>Nome [text* nome]</label>[email e][radio r \"x\"]");
    let sent = sent(&form, &[("nome", "\"><script>1"), ("e", "não")]);
    let outcome = invalid(&[("e", "Não é <e-mail>"), ("r", "Escolha")]);
    let html = html(
        &form,
        Shown {
            outcome: Some(&outcome),
            sent: Some(&sent),
        },
    );
    contains(
        &html,
        &[
            r#"data-status="validation_failed""#,
            r#"value="&quot;&gt;&lt;script&gt;1""#,
            r#"aria-invalid="true" aria-describedby="contactform-f12-p34-o1-ve-e" autofocus"#,
            r#"id="contactform-f12-p34-o1-ve-e">Não é &lt;e-mail&gt;</span>"#,
            r#"aria-invalid="true" aria-describedby="contactform-f12-p34-o1-ve-r""#,
            r#"role="alert" tabindex="-1"><p>Há erros</p><ul><li>"#,
            r##"<a href="#contactform-f12-p34-o1-e">e: Não é &lt;e-mail&gt;</a>"##,
        ],
    );
    assert_eq!(html.matches("autofocus").count(), 1);
}

#[test]
fn chosen_values_are_kept_until_the_form_is_accepted() {
    let form = form(r#"[select s "a" "b"][checkbox c free_text "x" "y"][text t "início"]"#);
    let sent = sent(
        &form,
        &[
            ("s", "b"),
            ("c[]", "y"),
            ("_contactform_free_text_c", "mais"),
            ("t", ""),
        ],
    );
    let failed = Outcome::mail_failed("Falhou".to_owned(), "h".to_owned());
    let shown = |outcome| Shown {
        outcome: Some(outcome),
        sent: Some(&sent),
    };
    let again = html(&form, shown(&failed));
    contains(
        &again,
        &[
            r#"<option value="b" selected>"#,
            r#"value="y" aria-invalid="false" checked>"#,
            r#"value="mais">"#,
            r#"role="alert" tabindex="-1" autofocus><p>Falhou</p>"#,
        ],
    );
    assert!(!again.contains("início"));
    let done = Outcome::mail_sent("Obrigado".to_owned(), "h".to_owned());
    let fresh = html(&form, shown(&done));
    contains(
        &fresh,
        &[
            r#"role="status" tabindex="-1" autofocus><p>Obrigado</p>"#,
            "value=\"início\"",
        ],
    );
    assert!(!fresh.contains(" selected"));
}

#[test]
fn fields_of_one_name_have_identifiers_of_their_own() {
    let html = plain("[text a][text a]");
    contains(
        &html,
        &[
            r#"id="contactform-f12-p34-o1-a""#,
            r#"id="contactform-f12-p34-o1-a-r1""#,
        ],
    );
}
