//! Contact forms on public pages: where they show, and each result without a script.

use axum::body::Body;
use contact_form::form::ContactForm;
use contact_form::form::template::{Site as Template, new_form};
use domain::site::Kind;
use form_store::{FormStore, NewForm, Submission, SubmissionFilter};
use http::Request;
use site_store::{ContentChange, ReaderPassword, Tenant};

use crate::support::{Answer, HOME, Site, published};

const TEMPLATE: &str =
    "<label>Nome [text* nome]</label>\n\n<label>E-mail [email* e]</label>\n\n[submit \"Mandar\"]";
const GOOD: [(&str, &str); 2] = [("nome", "Ana Souza"), ("e", "ana@leitora.com.br")];
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0";

impl Site {
    fn forms(&self) -> FormStore {
        let parts = self.store.parts().clone();
        FormStore::new(parts, Tenant::main(), self.keyring.clone())
    }

    async fn form(&self, title: &str, edit: impl FnOnce(&mut ContactForm)) -> (u64, String) {
        let mut form = new_form(&Template {
            domain: "exemplo.com.br",
            locale: "pt_BR",
        });
        TEMPLATE.clone_into(&mut form.form);
        form.mail.subject = "De [nome]".to_owned();
        form.mail.sender = "Site <site@exemplo.com.br>".to_owned();
        form.mail.recipient = "equipe@exemplo.com.br".to_owned();
        form.mail.body = "[nome] [e]".to_owned();
        form.mail.additional_headers = "Reply-To: [e]".to_owned();
        edit(&mut form);
        let new = NewForm {
            title: title.to_owned(),
            slug: None,
            hash: None,
            locale: form.locale.clone(),
            document: serde_json::to_value(&form).unwrap(),
        };
        let form = self.forms().create_form(&self.store, &new).await.unwrap();
        (form.head.id, form.head.hash.to_string())
    }

    /// A post with this form, and the place of the form in it.
    async fn post_with(&self, form: u64) -> (String, String) {
        let post = self
            .post("Fale", &format!("Antes\n\n[contact-form id=\"{form}\"]"))
            .await;
        let unit = format!("contactform-f{form}-p{}-o1", post.id);
        (format!("/{}/", post.slug), unit)
    }

    async fn fill_in(&self, path: &str, unit: &str, texts: &[(&str, &str)]) -> Answer {
        self.fill_in_with(path, unit, texts, &[]).await
    }

    async fn fill_in_with(
        &self,
        path: &str,
        unit: &str,
        texts: &[(&str, &str)],
        files: &[(&str, &str, &[u8])],
    ) -> Answer {
        let mut body = Vec::new();
        for (name, value) in [("_contactform_unit_tag", unit)].iter().chain(texts) {
            let part = format!(
                "--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            );
            body.extend(part.into_bytes());
        }
        for (name, file, bytes) in files {
            let part = format!(
                "--b\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\n\r\n"
            );
            body.extend(part.into_bytes());
            body.extend(*bytes);
            body.extend(b"\r\n");
        }
        body.extend(b"--b--\r\n");
        let request = Request::post(path)
            .header("content-type", "multipart/form-data; boundary=b")
            .header(
                "user-agent",
                "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0",
            );
        self.send(request.body(Body::from(body)).unwrap()).await
    }

    async fn kept(&self) -> Vec<Submission> {
        let (forms, filter) = (self.forms(), SubmissionFilter::default());
        let page = forms.submissions(&filter, None, 100).await;
        page.unwrap().submissions
    }
}

#[tokio::test]
async fn a_form_shows_where_its_shortcode_stands() {
    let site = Site::new().await;
    let (id, hash) = site.form("Fale conosco", |_| ()).await;
    for text in [
        format!("[contact-form id=\"{id}\" title=\"x\"]"),
        format!("[contact-form-7 id=\"{hash}\" title=\"x\"]"),
        "[contact-form-7 id=\"999\" title=\"Fale conosco\"]".to_owned(),
        "[contact-form title='Fale conosco']".to_owned(),
        format!(
            "<!-- wp:contact-form-7/contact-form-selector {{\"id\":{id}}} -->\n<div class=\"wp-block-contact-form-7-contact-form-selector\">[contact-form-7 id=\"{hash}\"]</div>\n<!-- /wp:contact-form-7/contact-form-selector -->"
        ),
    ] {
        let post = site.post("Post", &text).await;
        let page = site.get(&format!("/{}/", post.slug)).await;
        let unit = format!("id=\"contactform-f{id}-p{}-o1\"", post.id);
        assert!(page.has(&unit), "{text}: {}", page.text);
        assert!(
            page.has(">Mandar</button>") && !page.has("[contact-form"),
            "{text}"
        );
        let policy = page.header("content-security-policy");
        assert!(policy.contains("script-src 'sha256-") && policy.contains("connect-src 'self'"));
    }
}

#[tokio::test]
async fn an_unknown_form_shows_nothing() {
    let site = Site::new().await;
    let post = site
        .post(
            "Post",
            "a [contact-form id=99 title=\"x\"] b [[contact-form id=1]]",
        )
        .await;
    let page = site.get(&format!("/{}/", post.slug)).await;
    assert!(page.has("a  b [contact-form id=1]"), "{}", page.text);
    assert!(
        !page.has("<script>")
            && !page
                .header("content-security-policy")
                .contains("script-src")
    );
    assert!(!site.get("/feed/").await.has("id=99"));
}

#[tokio::test]
async fn an_accepted_submission_is_mailed_and_redirects_to_its_message() {
    let site = Site::new().await;
    let (form, _) = site
        .form("Fale", |form| {
            form.messages = contact_form::form::messages::Messages::from_write(
                &serde_json::json!({"mail_sent_ok": "Enviado, [nome]!"}),
            );
        })
        .await;
    let (path, unit) = site.post_with(form).await;
    let answer = site.fill_in(&path, &unit, &GOOD).await;
    let (status, to) = answer.location();
    assert_eq!(status, 303, "{}", answer.text);
    assert!(
        to.starts_with(&format!("{HOME}{path}?contact-form=v")),
        "{to}"
    );
    assert!(
        to.ends_with(&format!("#{unit}")) && !to.contains("Ana"),
        "{to}"
    );
    let mails = site.mails.sent();
    assert_eq!(mails.len(), 1);
    assert_eq!(
        (mails[0].subject.as_str(), mails[0].body.as_str()),
        ("De Ana Souza", "Ana Souza ana@leitora.com.br")
    );
    let kept = site.kept().await;
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].facts["url"], format!("{HOME}{path}"));
    let shown = to
        .strip_prefix(HOME)
        .unwrap()
        .split('#')
        .next()
        .unwrap()
        .to_owned();
    let page = site.get(&shown).await;
    assert!(
        page.has("role=\"status\" tabindex=\"-1\" autofocus><p>Enviado, Ana Souza!</p>"),
        "{}",
        page.text
    );
    assert_eq!(page.header("cache-control"), "private, no-store");
    for (address, wait) in [(format!("{shown}x"), 0), (shown, 601)] {
        site.clock.advance(jiff::SignedDuration::from_secs(wait));
        assert!(!site.get(&address).await.has("Enviado, Ana"), "{address}");
    }
}

#[tokio::test]
async fn a_wrong_submission_is_shown_again_with_its_errors() {
    let site = Site::new().await;
    let (form, _) = site.form("Fale", |_| ()).await;
    let (path, unit) = site.post_with(form).await;
    let page = site
        .fill_in(
            &path,
            &unit,
            &[("nome", "\"><script>x()</script>"), ("e", "não")],
        )
        .await;
    assert_eq!(page.status, 422);
    assert!(
        page.has("value=\"&quot;&gt;&lt;script&gt;x()&lt;/script&gt;\"")
            && !page.has("<script>x()")
    );
    assert!(
        page.has(&format!("aria-describedby=\"{unit}-ve-e\" autofocus")),
        "{}",
        page.text
    );
    assert!(page.has("role=\"alert\""));
    assert_eq!(page.header("cache-control"), "private, no-store");
    let empty = site
        .fill_in(&path, &unit, &[("nome", " "), ("e", "")])
        .await;
    assert_eq!(empty.text.matches(" autofocus").count(), 1);
    assert!(
        empty.has(&format!("{unit}-ve-nome\" autofocus")),
        "{}",
        empty.text
    );
    assert!(site.kept().await.is_empty() && site.mails.sent().is_empty());
}

#[tokio::test]
async fn a_mail_that_cannot_be_sent_is_told() {
    let site = Site::new().await;
    let (form, _) = site.form("Fale", |_| ()).await;
    let (path, unit) = site.post_with(form).await;
    site.mails.refuse();
    let page = site.fill_in(&path, &unit, &GOOD).await;
    assert_eq!(page.status, 200);
    assert!(page.has("data-status=\"mail_failed\"") && page.has("value=\"Ana Souza\""));
}

#[tokio::test]
async fn a_mail_that_may_have_been_sent_is_not_asked_for_again() {
    let site = Site::new().await;
    let (form, _) = site.form("Fale", |_| ()).await;
    let (path, unit) = site.post_with(form).await;
    site.mails.lose();
    let answer = site.fill_in(&path, &unit, &GOOD).await;
    let (status, to) = answer.location();
    assert_eq!(status, 303);
    let shown = to.strip_prefix(HOME).unwrap().split('#').next().unwrap();
    let page = site.get(shown).await;
    assert!(
        page.has("data-status=\"mail_uncertain\"") && page.has("role=\"status\""),
        "{}",
        page.text
    );
    assert!(!page.has("value=\"Ana Souza\""));
}

#[tokio::test]
async fn a_form_is_taken_at_its_own_place_only() {
    let site = Site::new().await;
    let (form, _) = site.form("Fale", |_| ()).await;
    let (foreign, _) = site.form("Outro", |_| ()).await;
    let (path, unit) = site.post_with(form).await;
    let other = unit.replace(&format!("-f{form}-"), &format!("-f{foreign}-"));
    for wrong in ["", "x", &*other, "contactform-f1-p1-o1\r\nx: y"] {
        assert_eq!(
            site.fill_in(&path, wrong, &GOOD).await.status,
            403,
            "{wrong}"
        );
    }
    for elsewhere in ["/", "/nada/", "/feed/"] {
        assert_eq!(
            site.fill_in(elsewhere, &unit, &GOOD).await.status,
            404,
            "{elsewhere}"
        );
    }
    let broken = Request::post(&path)
        .header("content-type", "multipart/form-data")
        .body(Body::from("x"))
        .unwrap();
    assert_eq!(site.send(broken).await.status, 403);
    assert!(site.kept().await.is_empty());
}

#[tokio::test]
async fn two_places_of_a_form_have_results_of_their_own() {
    let site = Site::new().await;
    let (form, _) = site.form("Fale", |_| ()).await;
    let post = site
        .post(
            "Dois",
            &format!("[contact-form id={form}]\n\n[contact-form id={form}]"),
        )
        .await;
    let unit = |number| format!("contactform-f{form}-p{}-o{number}", post.id);
    let page = site
        .fill_in(&format!("/{}/", post.slug), &unit(2), &[("nome", "Ana")])
        .await;
    let (first, second) = page
        .text
        .split_once(&format!("id=\"{}\"", unit(2)))
        .unwrap();
    assert!(first.contains(&unit(1)) && !first.contains("role=\"alert\""));
    assert!(second.contains("role=\"alert\"") && second.contains("value=\"Ana\""));
}

#[tokio::test]
async fn a_repeated_key_is_mailed_once() {
    let site = Site::new().await;
    let (form, _) = site.form("Fale", |_| ()).await;
    let (path, unit) = site.post_with(form).await;
    let keyed = [GOOD[0], GOOD[1], ("_contactform_key", "k1")];
    for _ in 0..2 {
        assert_eq!(site.fill_in(&path, &unit, &keyed).await.status, 303);
    }
    assert_eq!((site.kept().await.len(), site.mails.sent().len()), (1, 1));
}

#[tokio::test]
async fn files_are_judged_by_their_content() {
    let site = Site::new().await;
    let (form, _) = site
        .form("Foto", |form| {
            form.form = "[text nome] [file foto filetypes:png]".to_owned()
        })
        .await;
    let (path, unit) = site.post_with(form).await;
    let text = [("nome", "Ana")];
    let wrong = site
        .fill_in_with(&path, &unit, &text, &[("foto", "a.png", b"texto")])
        .await;
    assert_eq!(wrong.status, 422);
    let right = site
        .fill_in_with(&path, &unit, &text, &[("foto", "../a.png", PNG)])
        .await;
    assert_eq!(right.status, 303, "{}", right.text);
    let kept = site.kept().await;
    assert_eq!(kept[0].uploads[0].file_name, "a.png");
}

#[tokio::test]
async fn too_many_submissions_wait() {
    let site = Site::new().await;
    let (form, _) = site
        .form("Fale", |form| {
            form.additional_settings = "skip_mail: on".to_owned()
        })
        .await;
    let (path, unit) = site.post_with(form).await;
    for _ in 0..60 {
        assert_eq!(site.fill_in(&path, &unit, &GOOD).await.status, 303);
    }
    let page = site.fill_in(&path, &unit, &GOOD).await;
    assert_eq!(page.status, 429);
    assert!(page.has("value=\"Ana Souza\"") && page.has("role=\"alert\""));
    assert!(page.header("retry-after").parse::<u64>().unwrap() > 0);
    assert_eq!(site.kept().await.len(), 60);
}

#[tokio::test]
async fn a_protected_post_keeps_its_form() {
    let site = Site::new().await;
    let (form, _) = site.form("Fale", |_| ()).await;
    let change = ContentChange {
        password: Some(ReaderPassword("abacate".to_owned())),
        ..published("Segredo", &format!("[contact-form id={form}]"))
    };
    let post = site.add(Kind::Post, change).await;
    let unit = format!("contactform-f{form}-p{}-o1", post.id);
    let answer = site
        .fill_in(&format!("/{}/", post.slug), &unit, &GOOD)
        .await;
    assert!(answer.has("post_password") && !answer.has("contactform-form"));
    assert!(site.kept().await.is_empty());
}

#[tokio::test]
async fn a_form_for_signed_in_users_is_not_shown() {
    let site = Site::new().await;
    let (form, _) = site
        .form("Fale", |form| {
            form.additional_settings = "subscribers_only: on".to_owned()
        })
        .await;
    let (path, unit) = site.post_with(form).await;
    let page = site.get(&path).await;
    assert!(page.has("usuários que entraram no site") && !page.has("multipart/form-data"));
    assert_eq!(site.fill_in(&path, &unit, &GOOD).await.status, 422);
}

/// A post whose questions have this switch.
async fn with_questions(site: &Site, form: bool) -> u64 {
    use domain::site::meta::{FAQ_DATA, FAQ_ENABLED};
    use serde_json::json;
    let faq = json!({"enabled": true, "form": form, "items": [
        {"question": "Posso congelar?", "answer": "Pode."},
    ]});
    let mut change = published("Pão", "x");
    let meta = [
        (FAQ_ENABLED, json!(true)),
        (FAQ_DATA, json!(faq.to_string())),
    ];
    for (key, value) in meta {
        change.meta.insert(key.to_owned(), Some(value));
    }
    site.add(Kind::Post, change).await.id
}

#[tokio::test]
async fn a_question_below_the_faq_goes_to_the_contact_of_the_site() {
    let site = Site::new().await;
    let id = with_questions(&site, true).await;
    let unit = format!("contactform-f0-p{id}-o1");
    let page = site.get("/pao/").await;
    assert!(page.has(&format!("id=\"{unit}\"")) && page.has("Sua pergunta"));
    let policy = page.header("content-security-policy");
    assert!(!policy.contains("script-src"), "{policy}");
    let empty = [("question", " "), ("email", "ana@leitora.com.br")];
    let refused = site.fill_in("/pao/", &unit, &empty).await;
    assert_eq!(refused.status, 422);
    assert!(refused.has("Preencha este campo.") && refused.has("ana@leitora.com.br"));
    assert!(site.mails.sent().is_empty());
    let good = [
        ("question", "E no micro-ondas?"),
        ("email", "ana@leitora.com.br"),
    ];
    let sent = site.fill_in("/pao/", &unit, &good).await;
    assert_eq!(sent.status, 303, "{}", sent.text);
    let [mail] = <[_; 1]>::try_from(site.mails.sent()).unwrap();
    assert_eq!(mail.to, ["admin@exemplo.com.br"]);
    assert_eq!(mail.subject, "Cozinha & Cia Pergunta sobre \"Pão\"");
    assert!(
        mail.body
            .starts_with("E no micro-ondas?\n\nDe: ana@leitora.com.br\n"),
        "{}",
        mail.body
    );
    let reply = ("Reply-To".to_owned(), "ana@leitora.com.br".to_owned());
    assert!(mail.headers.contains(&reply));
    assert!(site.kept().await.is_empty());
    let (_, to) = sent.location();
    let told = site
        .get(to.strip_prefix(HOME).unwrap().split('#').next().unwrap())
        .await;
    assert!(told.has("mail-sent"), "{}", told.text);
}

#[tokio::test]
async fn questions_without_the_switch_have_no_form() {
    let site = Site::new().await;
    let id = with_questions(&site, false).await;
    assert!(!site.get("/pao/").await.has("contactform"));
    let sent = site
        .fill_in("/pao/", &format!("contactform-f0-p{id}-o1"), &[])
        .await;
    assert_eq!(sent.status, 403);
}
