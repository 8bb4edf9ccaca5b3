//! Heads of addresses.

use domain::site::{Kind, Status, Taxonomy};
use http::Method;
use serde_json::{Value, json};
use site_store::{ContentChange, ReaderPassword, TermChange};

use crate::support::{Site, Who};

impl Site {
    /// The head of a path of the site, and the HTTP status, as the public gets it.
    async fn head(&self, path: &str) -> (u16, Value) {
        self.head_at(&format!("https://exemplo.com.br{path}")).await
    }

    async fn head_at(&self, address: &str) -> (u16, Value) {
        let uri = format!("/rest/seo/v1/get_head?url={address}");
        let answer = self.ask(Who::Anonymous, Method::GET, &uri).await;
        (answer.status, answer.json())
    }
}

fn text(title: &str) -> ContentChange {
    ContentChange {
        title: Some(title.to_owned()),
        content: Some("<p>Farinha &amp; água.</p>".to_owned()),
        ..ContentChange::default()
    }
}

fn kinds(head: &Value) -> Vec<String> {
    let nodes = head["json"]["schema"]["@graph"].as_array().unwrap();
    let kinds = nodes.iter().map(|node| node["@type"].as_str().unwrap());
    kinds.map(str::to_owned).collect()
}

#[tokio::test]
async fn a_post_has_the_head_that_is_set_for_it() {
    let site = Site::new().await;
    let mut change = text("Pão <em>fresco</em>");
    for (key, value) in [
        ("seo_title", "%%title%% de hoje %%sep%% %%category%%"),
        ("seo_description", "Como se faz \"pão\" & bolo"),
        ("focus_keyword", "pão"),
    ] {
        change.meta.insert(key.to_owned(), Some(json!(value)));
    }
    let doces = TermChange {
        name: Some("Doces & cia".to_owned()),
        ..TermChange::default()
    };
    let doces = site
        .store
        .create_term(Taxonomy::Category, &doces)
        .await
        .unwrap();
    change.terms.insert(Taxonomy::Category, vec![doces.id]);
    site.create(Kind::Post, change).await;
    let (status, head) = site.head("/pao-fresco/").await;
    assert_eq!((status, &head["status"]), (200, &json!(200)));
    let json = &head["json"];
    assert_eq!(json["title"], "Pão fresco de hoje - Doces & cia");
    assert_eq!(json["description"], "Como se faz \"pão\" & bolo");
    assert_eq!(json["robots"]["index"], "index");
    assert_eq!(json["canonical"], "https://exemplo.com.br/pao-fresco/");
    assert_eq!(json["og_type"], "article");
    assert_eq!(json["og_locale"], "pt_BR");
    assert_eq!(json["og_description"], "Como se faz \"pão\" & bolo");
    assert_eq!(json["article_published_time"], "2024-05-01T10:00:00+00:00");
    assert_eq!(json["author"], "Administração");
    assert_eq!(
        json["twitter_misc"],
        json!({"Escrito por": "Administração"}),
        "half a minute is not told"
    );
    assert_eq!(
        kinds(&head),
        ["WebPage", "BreadcrumbList", "WebSite", "Person"]
    );
    let html = head["html"].as_str().unwrap();
    assert!(
        html.contains("<title>Pão fresco de hoje - Doces &amp; cia</title>"),
        "{html}"
    );
    assert!(html.contains("pão&quot; &amp; bolo"), "{html}");
}

#[tokio::test]
async fn lists_have_heads() {
    let site = Site::new().await;
    site.create(Kind::Post, text("Pão")).await;
    let parent = TermChange {
        name: Some("Receitas".to_owned()),
        ..TermChange::default()
    };
    let parent = site
        .store
        .create_term(Taxonomy::Category, &parent)
        .await
        .unwrap();
    let term = TermChange {
        name: Some("Doces".to_owned()),
        description: Some("<p>Bolos e tortas</p>".to_owned()),
        parent: Some(parent.id),
        ..TermChange::default()
    };
    site.store
        .create_term(Taxonomy::Category, &term)
        .await
        .unwrap();
    for (path, title, og_type, index, graph) in [
        (
            "/",
            "Exemplo",
            "website",
            "index",
            vec!["CollectionPage", "BreadcrumbList", "WebSite"],
        ),
        (
            "/category/receitas/doces/",
            "Arquivo de Doces - Exemplo",
            "article",
            "index",
            vec!["CollectionPage", "BreadcrumbList", "WebSite"],
        ),
        (
            "/author/admin/",
            "Textos de Administração - Exemplo",
            "profile",
            "index",
            vec!["ProfilePage", "BreadcrumbList", "WebSite", "Person"],
        ),
        (
            "/2024/05/",
            "2024-05 - Exemplo",
            "website",
            "noindex",
            vec!["CollectionPage", "WebSite"],
        ),
    ] {
        let (status, head) = site.head(path).await;
        let json = &head["json"];
        assert_eq!(status, 200, "{path}");
        assert_eq!(json["title"].as_str().unwrap(), title, "{path}");
        assert_eq!(json["og_type"], og_type, "{path}");
        assert_eq!(json["robots"]["index"], index, "{path}");
        assert_eq!(kinds(&head), graph, "{path}");
    }
    let (_, head) = site.head("/2024/05/").await;
    assert!(head["json"].get("og_url").is_none());
    assert_eq!(head["json"]["schema"]["@graph"][0]["@id"], Value::Null);
    let (_, head) = site.head("/").await;
    let crumbs = &head["json"]["schema"]["@graph"][1]["itemListElement"];
    let names: Vec<_> = (0..2).map(|at| crumbs[at]["name"].clone()).collect();
    assert_eq!(names, ["Início", "Início"]);
    let (_, head) = site.head("/author/admin/").await;
    let picture = head["json"]["og_image"][0]["url"].as_str().unwrap();
    assert!(picture.contains("s=500"), "{picture}");
    let (_, head) = site.head("/category/receitas/doces/").await;
    assert_eq!(head["json"]["og_description"], "Bolos e tortas");
}

#[tokio::test]
async fn a_page_has_the_pages_above_it() {
    let site = Site::new().await;
    let above = site.create(Kind::Page, text("Sobre nós")).await;
    let below = ContentChange {
        parent: Some(above),
        ..text("Equipe")
    };
    site.create(Kind::Page, below).await;
    let (status, head) = site.head("/sobre-nos/equipe/").await;
    assert_eq!(status, 200);
    let nodes = head["json"]["schema"]["@graph"].as_array().unwrap();
    let crumbs = &nodes
        .iter()
        .find(|node| node["@type"] == "BreadcrumbList")
        .unwrap()["itemListElement"];
    let names: Vec<&Value> = crumbs
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert_eq!(names, ["Início", "Sobre nós", "Equipe"]);
    assert_eq!(crumbs[1]["item"], "https://exemplo.com.br/sobre-nos/");
    assert_eq!(site.head("/equipe/").await.0, 404);
}

#[tokio::test]
async fn a_protected_post_tells_nothing_of_its_text() {
    let site = Site::new().await;
    let change = ContentChange {
        password: Some(ReaderPassword("senha".to_owned())),
        excerpt: Some("Segredo".to_owned()),
        ..text("Protegido")
    };
    site.create(Kind::Post, change).await;
    let (status, head) = site.head("/protegido/").await;
    assert_eq!(status, 200);
    let description = head["json"]["og_description"].as_str().unwrap();
    assert_eq!(
        description,
        "Não há resumo porque este conteúdo é protegido por senha."
    );
    assert_eq!(kinds(&head), ["WebPage", "WebSite"]);
    let whole = head.to_string();
    assert!(!whole.contains("Segredo") && !whole.contains("Farinha"));
}

#[tokio::test]
async fn port_and_query_are_dropped() {
    let site = Site::new().await;
    let id = site.create(Kind::Post, text("Pão")).await;
    for address in [
        format!("https://exemplo.com.br/?p={id}"),
        "https://exemplo.com.br:8443/".to_owned(),
        "http://exemplo.com.br/%23x".replace("%23x", "?s=x"),
    ] {
        let (status, head) = site.head_at(&address.replace('?', "%3F")).await;
        assert_eq!(status, 200, "{address}");
        assert_eq!(head["json"]["og_type"], "website", "{address}");
    }
}

#[tokio::test]
async fn an_address_without_a_page_has_the_head_of_one() {
    let site = Site::new().await;
    for (title, status) in [("Rascunho", Status::Draft), ("Particular", Status::Private)] {
        let change = ContentChange {
            status: Some(status),
            slug: Some(title.to_lowercase()),
            ..text(title)
        };
        site.create(Kind::Post, change).await;
    }
    site.create(Kind::Post, text("Pão")).await;
    for address in [
        "https://exemplo.com.br",
        "https://exemplo.com.br/nada/",
        "https://exemplo.com.br/pao",
        "https://exemplo.com.br/rascunho/",
        "https://exemplo.com.br/particular/",
        "https://exemplo.com.br/page/2/",
        "https://exemplo.com.br/feed/",
        "https://exemplo.com.br/category/nada/",
        "https://exemplo.com.br/author/ninguem/",
        "https://exemplo.com.br/2024/013/",
        "https://exemplo.com.br/uploads/2024/05/a.png",
        "https://outro.example/",
    ] {
        let (status, head) = site.head_at(address).await;
        assert_eq!((status, &head["status"]), (404, &json!(404)), "{address}");
        assert_eq!(
            head["json"]["title"], "Página não encontrada - Exemplo",
            "{address}"
        );
        assert_eq!(kinds(&head), ["WebSite"], "{address}");
        assert_eq!(head["json"].get("canonical"), None, "{address}");
    }
}

#[tokio::test]
async fn what_is_no_address_is_refused() {
    let site = Site::new().await;
    let ask = async |query: &str| {
        let uri = format!("/rest/seo/v1/get_head{query}");
        site.ask(Who::Anonymous, Method::GET, &uri).await.refusal()
    };
    let missing = (400, "rest_missing_callback_param".to_owned());
    assert_eq!(ask("").await, missing);
    for query in [
        "?url=",
        "?url=x",
        "?url=/pao/",
        "?url=ftp://exemplo.com.br/",
        "?url[]=https://exemplo.com.br/",
    ] {
        assert_eq!(
            ask(query).await,
            (400, "rest_invalid_param".to_owned()),
            "{query}"
        );
    }
}

#[tokio::test]
async fn heads_show_who_stands_behind_the_site() {
    let site = Site::new().await;
    let body = json!({
        "company_or_person": "company", "company_name": "Padaria Sol", "website_name": "Pães do Sol",
        "company_logo": "https://exemplo.com.br/uploads/logo.png",
    });
    site.post("/configuration/site_representation", &body)
        .await
        .ok();
    let body =
        json!({"social_network_site": "https://rede.example/sol", "short_message_site": "sol"});
    site.post("/configuration/social_profiles", &body)
        .await
        .ok();
    site.create(Kind::Post, text("Pão")).await;
    let (_, head) = site.head("/pao/").await;
    let json = &head["json"];
    assert_eq!(json["og_site_name"], "Pães do Sol");
    assert_eq!(json["article_publisher"], "https://rede.example/sol");
    assert_eq!(json["twitter_site"], "@sol");
    let nodes = json["schema"]["@graph"].as_array().unwrap();
    let organisation = nodes
        .iter()
        .find(|node| node["@type"] == "Organization")
        .unwrap();
    assert_eq!(organisation["name"], "Padaria Sol");
    assert_eq!(
        organisation["logo"]["url"],
        "https://exemplo.com.br/uploads/logo.png"
    );
}

#[tokio::test]
async fn a_text_shows_its_first_picture_and_its_reading_time() {
    let site = Site::new().await;
    let words = "<p>pão e bolo</p>".repeat(100);
    let change = ContentChange {
        content: Some(format!(
            "{words}<img src=\"https://fora.example/a.png\"><img src=\"https://fora.example/b.png\">"
        )),
        ..text("Pão")
    };
    site.create(Kind::Post, change).await;
    let untitled = ContentChange {
        slug: Some("sem-titulo".to_owned()),
        ..text("")
    };
    site.create(Kind::Post, untitled).await;
    let (_, head) = site.head("/pao/").await;
    let json = &head["json"];
    let picture =
        json!([{"url": "https://fora.example/a.png", "type": "", "width": "", "height": ""}]);
    assert_eq!(json["og_image"], picture);
    assert_eq!(
        kinds(&head),
        [
            "WebPage",
            "ImageObject",
            "BreadcrumbList",
            "WebSite",
            "Person"
        ]
    );
    assert_eq!(json["twitter_misc"]["Tempo de leitura"], "2 minutos");
    let (_, head) = site.head("/sem-titulo/").await;
    assert_eq!(kinds(&head), ["WebPage", "WebSite", "Person"]);
}
