//! Contact forms: writing, reading, validation rules, questions.

use http::Method;
use serde_json::{Value, json};
use site_extensions::{Options, seed_first_form};
use site_store::{ContentChange, NewFile};

use crate::support::{Answer, HOME, Site, Who};

const PATH: &str = "/rest/contact-form/v1/contact-forms";

impl Site {
    async fn read(&self, path: &str) -> Answer {
        let uri = format!("{PATH}{path}");
        self.ask(Who::Editor, Method::GET, &uri).await
    }

    async fn write(&self, path: &str, body: Value) -> Answer {
        let uri = format!("{PATH}{path}");
        self.call(Who::Editor, Method::POST, &uri, &body).await
    }

    /// The identifier of the form that a new site has.
    pub async fn first_form(&self) -> u64 {
        self.read("").await.ok()[0]["id"].as_u64().unwrap()
    }

    /// Creates a form with this template and returns its identifier.
    pub async fn form(&self, template: &str) -> u64 {
        let body = json!({"context": "save", "title": "Fale conosco", "form": template});
        self.write("", body).await.ok()["id"].as_u64().unwrap()
    }
}

fn names(value: &Value) -> String {
    let names = value.as_object().unwrap().keys().cloned();
    names.collect::<Vec<_>>().join(" ")
}

fn refusal(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[tokio::test]
async fn a_new_site_has_one_form() {
    let site = Site::new().await;
    let list = site.read("").await;
    assert_eq!(list.header("x-wp-total"), "");
    let list = list.ok();
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!(names(&list[0]), "id hash slug title locale");
    assert_eq!(list[0]["hash"].as_str().unwrap().len(), 7);
    assert_eq!(
        (&list[0]["slug"], &list[0]["title"], &list[0]["locale"]),
        (
            &json!("formulario-de-contato-1"),
            &json!("Formulário de contato 1"),
            &json!("pt_BR")
        )
    );
    let id = &list[0]["id"];
    let form = site.read(&format!("/{id}")).await.ok();
    assert_eq!(names(&form), "id slug title locale properties");
    assert_eq!(
        form["properties"]["mail"]["sender"],
        "[_site_title] <wordpress@exemplo.com.br>"
    );
    // Seeding again changes nothing, also after a deletion.
    let uri = format!("{PATH}/{id}");
    let deleted = site.ask(Who::Editor, Method::DELETE, &uri).await.ok();
    assert_eq!(deleted, json!({"deleted": true}));
    seed_first_form(&site.store, &site.keyring, HOME)
        .await
        .unwrap();
    assert_eq!(site.read("").await.ok(), json!([]));
}

#[tokio::test]
async fn a_write_without_save_stores_nothing() {
    let site = Site::new().await;
    for context in [json!(null), json!("view"), json!(true)] {
        let body = json!({"title": "Ensaio", "context": context});
        let shown = site.write("", body).await.ok();
        assert_eq!(
            names(&shown),
            "id slug title locale properties config_errors"
        );
        assert_eq!(
            (&shown["id"], &shown["slug"], &shown["title"]),
            (&json!(null), &json!(null), &json!("Ensaio"))
        );
    }
    let path = format!("/{}", site.first_form().await);
    let shown = site.write(&path, json!({"title": "Outro"})).await.ok();
    assert_eq!(shown["title"], "Outro");
    assert_eq!(
        site.read(&path).await.ok()["title"],
        "Formulário de contato 1"
    );
    assert!(!site.was_written());
}

#[tokio::test]
async fn a_form_is_stored_and_changed() {
    let site = Site::new().await;
    let body = json!({
        "context": "save", "title": "Peça <b>já</b>", "locale": "en_US", "form": "[text* nome]",
        "mail": {"subject": "Olá", "recipient": "a@exemplo.com.br"}, "mail_2": {"active": true},
        "messages": {"spam": "Não."}, "additional_settings": "demo_mode: on",
        "slug": "meu", "hash": "1234567",
    });
    let created = site.write("", body).await.ok();
    assert_eq!(
        (&created["title"], &created["slug"], &created["locale"]),
        (&json!("Peça já"), &Value::Null, &json!("en_US"))
    );
    let properties = &created["properties"];
    assert_eq!(properties["mail"]["active"], true);
    assert_eq!(properties["mail"]["body"], "");
    assert_eq!(properties["mail_2"]["active"], true);
    assert_eq!(properties["messages"], json!({"spam": "Não."}));
    assert_eq!(
        properties["additional_settings"]["settings"],
        json!([["demo_mode", true]])
    );
    assert!(created["config_errors"]["mail.sender"].is_array());
    let path = format!("/{}", created["id"]);
    let body = json!({"context": "save", "title": "Novo"});
    let updated = site.write(&path, body).await.ok();
    assert_eq!(
        (&updated["title"], &updated["slug"]),
        (&json!("Novo"), &json!("peca-ja"))
    );
    let read = site.read(&path).await.ok();
    assert_eq!(read["properties"]["form"]["content"], "[text* nome]");
    assert_eq!(read["properties"]["form"]["fields"][0]["type"], "text*");
    assert_eq!(
        read["properties"]["messages"].as_object().unwrap().len(),
        23
    );
    let hash = site.read("?orderby=title&order=ASC").await.ok();
    assert_ne!(hash[1]["hash"], "1234567");
}

#[tokio::test]
async fn wrong_writes_are_refused() {
    let site = Site::new().await;
    let first = site.first_form().await;
    for body in [json!({"form": ["a"]}), json!({"additional_settings": {}})] {
        for path in [String::new(), format!("/{first}")] {
            let refused = site.write(&path, body.clone()).await;
            assert_eq!(refused.refusal(), refusal(400, "rest_invalid_param"));
        }
    }
    let body = json!({"id": first, "context": "save"});
    let refused = site.write("", body).await;
    assert_eq!(refused.refusal(), refusal(400, "contactform_post_exists"));
    let missing = site.write("/999", json!({"context": "save"})).await;
    assert_eq!(missing.refusal(), refusal(404, "contactform_not_found"));
    assert!(!site.was_written());
}

#[tokio::test]
async fn an_identifier_in_the_body_wins_over_the_path() {
    let site = Site::new().await;
    let (first, second) = (site.first_form().await, site.form("[text a]").await);
    let body = json!({"id": second, "title": "Dois", "context": "save"});
    let updated = site.write(&format!("/{first}"), body).await.ok();
    assert_eq!(
        (&updated["id"], &updated["title"]),
        (&json!(second), &json!("Dois"))
    );
    let first = site.read(&format!("/{first}")).await.ok();
    assert_eq!(first["title"], "Formulário de contato 1");
}

#[tokio::test]
async fn lists_are_cut_and_searched() {
    let site = Site::new().await;
    site.form("a").await;
    site.form("b").await;
    let ids = async |query: &str| {
        let list = site.read(query).await.ok();
        let list = list.as_array().unwrap();
        list.iter()
            .map(|form| form["id"].as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    let all = ids("").await;
    assert!(all.len() == 3 && all.is_sorted());
    assert_eq!(ids("?per_page=2&offset=1").await, all[1..]);
    assert_eq!(ids("?offset=1").await, all);
    assert_eq!(ids("?per_page=0&page=2").await, all);
    assert_eq!(ids("?search=fale").await, all[1..]);
    let newest: Vec<u64> = all.iter().rev().copied().collect();
    assert_eq!(ids("?order=desc").await, newest);
}

#[tokio::test]
async fn rules_and_questions_are_public() {
    let site = Site::new().await;
    let id = site
        .form(r#"[email* e-mail] [quiz q "1+1=?|2"] [date d min:today]"#)
        .await;
    let path = format!("{PATH}/{id}");
    let schema = format!("{path}/feedback/schema");
    let schema = site.ask(Who::Anonymous, Method::GET, &schema).await.ok();
    assert_eq!(names(&schema), "version locale rules");
    let rules: Vec<&str> = schema["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| rule["rule"].as_str().unwrap())
        .collect();
    assert_eq!(rules, ["date", "mindate", "required", "email", "maxlength"]);
    assert_eq!(schema["rules"][1]["threshold"], "2024-05-01");
    let refill = site
        .ask(Who::Anonymous, Method::GET, &format!("{path}/refill"))
        .await
        .ok();
    assert_eq!(refill["quiz"]["q"][0], "1+1=?");
    assert_eq!(refill["quiz"]["q"][1].as_str().unwrap().len(), 32);
    let plain = format!("{PATH}/{}/refill", site.first_form().await);
    let plain = site.ask(Who::Anonymous, Method::GET, &plain).await.ok();
    assert_eq!(plain, json!([]));
}

#[tokio::test]
async fn the_namespace_answers_under_the_name_of_deployed_systems() {
    let options = Options {
        vendor_names: true,
        ..Options::at(HOME)
    };
    let site = Site::with(options).await;
    for path in ["/wp-json/contact-form-7/v1", "/rest/contact-form-7/v1"] {
        let uri = format!("{path}/contact-forms");
        let list = site.ask(Who::Editor, Method::GET, &uri).await.ok();
        assert_eq!(list.as_array().unwrap().len(), 1, "{uri}");
        let refused = site.ask(Who::Anonymous, Method::GET, &uri).await;
        assert_eq!(refused.json()["code"], "wpcf7_forbidden", "{uri}");
    }
    let refused = site.ask(Who::Anonymous, Method::GET, PATH).await;
    assert_eq!(refused.json()["code"], "contactform_forbidden");
}

#[tokio::test]
async fn the_answer_of_the_rules_is_described() {
    let site = Site::new().await;
    let path = format!("{PATH}/{}/feedback/schema", site.first_form().await);
    let described = site.ask(Who::Anonymous, Method::OPTIONS, &path).await.ok();
    let members: Vec<&String> = described.as_object().unwrap().keys().collect();
    assert_eq!(members, ["namespace", "methods", "endpoints", "schema"]);
    assert_eq!(
        described["schema"]["required"],
        json!(["version", "locale", "rules"])
    );
}

#[tokio::test]
async fn config_errors_do_not_tell_which_files_there_are() {
    let site = Site::new().await;
    let kept = NewFile {
        name: "lista.txt".into(),
        title: None,
        bytes: "Mudas".into(),
        author: 1,
        makes_sizes: false,
        change: ContentChange::default(),
    };
    let kept = site.store.upload(kept).await.unwrap();
    let kept = format!("uploads/{}", kept.media.as_ref().unwrap().path);
    let mut words = Vec::new();
    for path in [
        kept.as_str(),
        "uploads/2020/01/nada.txt",
        "uploads/../nada.txt",
    ] {
        let form = json!({
            "title": "Fale", "form": "[text nome]",
            "mail": {"subject": "a", "sender": "a@exemplo.com.br", "recipient": "b@exemplo.com.br", "body": "[nome]",
                "attachments": path},
        });
        let found = site.write("", form).await.ok()["config_errors"]["mail.attachments"].clone();
        assert!(found.is_array(), "{path}: {found}");
        words.push(found.to_string().replace(path, "PATH"));
    }
    assert!(words.windows(2).all(|pair| pair[0] == pair[1]), "{words:?}");
}
