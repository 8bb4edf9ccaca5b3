//! Pages.

use serde_json::json;

use crate::support::{Site, Who};

#[tokio::test]
async fn three_contexts() {
    let site = Site::new().await;
    let above = site
        .post(
            Who::Editor,
            "/pages",
            json!({"title": "Sobre", "status": "publish"}),
        )
        .await
        .id();
    let body = json!({
        "title": "Equipe & \"casa\"",
        "content": "Quem somos.",
        "excerpt": "Resumo",
        "status": "publish",
        "parent": above,
        "menu_order": 3
    });
    let made = site.post(Who::Editor, "/pages", body).await;
    let path = format!("/pages/{}", made.id());
    insta::assert_json_snapshot!("page_edit", made.json());
    let view = site.get(Who::Anonymous, &path).await;
    assert_eq!(
        view.header("link"),
        "<https://exemplo.com.br/sobre/equipe-casa/>; rel=\"alternate\"; type=text/html"
    );
    insta::assert_json_snapshot!("page_view", view.json());
    insta::assert_json_snapshot!(
        "page_embed",
        site.get(Who::Anonymous, &format!("{path}?context=embed"))
            .await
            .json()
    );
}

#[tokio::test]
async fn only_editors_write() {
    let site = Site::new().await;
    let page = site
        .post(Who::Editor, "/pages", json!({"title": "x"}))
        .await
        .id();
    for who in Who::ALL {
        let answer = site.post(who, "/pages", json!({"title": "x"})).await;
        let update = site
            .post(who, &format!("/pages/{page}"), json!({"title": "y"}))
            .await;
        let edit = site.get(who, "/pages?context=edit").await;
        if who >= Who::Editor {
            assert_eq!((answer.status, update.status, edit.status), (201, 200, 200));
            continue;
        }
        let refused = if who == Who::Anonymous { 401 } else { 403 };
        assert_eq!(answer.refusal(), (refused, "rest_cannot_create".to_owned()));
        assert_eq!(update.refusal(), (refused, "rest_cannot_edit".to_owned()));
        assert_eq!(
            edit.refusal(),
            (refused, "rest_forbidden_context".to_owned())
        );
        let drafts = site.get(who, "/pages?status=draft").await;
        let status = &drafts.json()["data"]["details"]["status"];
        assert_eq!(drafts.status, 400, "{who:?}");
        assert_eq!(status["code"], "rest_forbidden_status");
        assert_eq!(status["data"]["status"], refused);
    }
}

#[tokio::test]
async fn a_page_may_be_empty_but_needs_an_existing_parent() {
    let site = Site::new().await;
    let empty = site.post(Who::Editor, "/pages", json!({})).await.json();
    assert_eq!(
        (&empty["status"], &empty["slug"]),
        (&json!("draft"), &json!(""))
    );
    assert_eq!(empty["comment_status"], "closed");
    // Among pages a numeric slug is not allowed, because it is read as an identifier.
    assert_eq!(empty["generated_slug"], format!("{}-2", empty["id"]));
    for parent in [json!(999), json!(-1)] {
        let answer = site
            .post(
                Who::Editor,
                "/pages",
                json!({"title": "x", "parent": parent}),
            )
            .await;
        assert_eq!(answer.refusal(), (400, "rest_post_invalid_id".to_owned()));
    }
}

#[tokio::test]
async fn children_move_up_when_a_page_is_deleted() {
    let site = Site::new().await;
    let page = |title: &'static str, parent: u64| {
        let body = json!({"title": title, "status": "publish", "parent": parent});
        let site = &site;
        async move { site.post(Who::Editor, "/pages", body).await.id() }
    };
    let top = page("Topo", 0).await;
    let middle = page("Meio", top).await;
    let leaf = page("Folha", middle).await;
    let link = |id: u64| {
        let site = &site;
        async move {
            site.get(Who::Anonymous, &format!("/pages/{id}"))
                .await
                .json()["link"]
                .clone()
        }
    };
    assert_eq!(link(leaf).await, "https://exemplo.com.br/topo/meio/folha/");
    // A cycle of parents is broken.
    let ring = site
        .post(
            Who::Editor,
            &format!("/pages/{top}"),
            json!({"parent": leaf}),
        )
        .await;
    assert_eq!((ring.status, &ring.json()["parent"]), (200, &json!(0)));
    let trashed = site.delete(Who::Editor, &format!("/pages/{middle}")).await;
    assert_eq!(trashed.json()["status"], "trash");
    assert_eq!(
        link(leaf).await,
        "https://exemplo.com.br/topo/meio__trashed/folha/"
    );
    let gone = site
        .delete(Who::Editor, &format!("/pages/{middle}?force=true"))
        .await
        .json();
    assert_eq!(gone["previous"]["parent"], top);
    assert_eq!(link(leaf).await, "https://exemplo.com.br/topo/folha/");
}

#[tokio::test]
async fn filters_of_pages() {
    let site = Site::new().await;
    let mut ids = Vec::new();
    for (title, order, parent) in [("A", 2, 0), ("B", 1, 0), ("C", 0, 1)] {
        let parent = if parent == 0 { 0 } else { ids[0] };
        let body =
            json!({"title": title, "status": "publish", "menu_order": order, "parent": parent});
        ids.push(site.post(Who::Editor, "/pages", body).await.id());
    }
    let [a, b, c]: [u64; 3] = ids.try_into().unwrap();
    for (query, expected) in [
        ("orderby=menu_order&order=asc".to_owned(), vec![c, b, a]),
        ("menu_order=1".to_owned(), vec![b]),
        ("menu_order=0".to_owned(), vec![c]),
        (format!("parent={a}"), vec![c]),
        ("parent=0&orderby=id".to_owned(), vec![b, a]),
        (format!("parent_exclude={a}&orderby=id"), vec![b, a]),
        ("parent_exclude=0".to_owned(), vec![c]),
        // Members that only posts have are ignored.
        (
            "sticky=true&format=aside&categories=9&orderby=id".to_owned(),
            vec![c, b, a],
        ),
    ] {
        let answer = site.get(Who::Anonymous, &format!("/pages?{query}")).await;
        assert_eq!(answer.ids(), expected, "{query}");
    }
}

#[tokio::test]
async fn the_address_below_a_page_in_another_script_is_readable() {
    let site = Site::new().await;
    let above = json!({"title": "Страница", "status": "publish"});
    let above = site.post(Who::Editor, "/pages", above).await;
    let below = json!({"title": "Filha", "status": "publish", "parent": above.id()});
    let below = site.post(Who::Editor, "/pages", below).await.json();
    assert_eq!(
        below["permalink_template"],
        "https://exemplo.com.br/страница/%pagename%/"
    );
    let encoded = "%d1%81%d1%82%d1%80%d0%b0%d0%bd%d0%b8%d1%86%d0%b0";
    assert_eq!(
        below["link"],
        format!("https://exemplo.com.br/{encoded}/filha/")
    );
}

#[tokio::test]
async fn the_front_page_needs_a_further_right_to_be_deleted() {
    let site = Site::new().await;
    let page = site
        .post(
            Who::Editor,
            "/pages",
            json!({"title": "Capa", "status": "publish"}),
        )
        .await
        .id();
    let front = json!({"show_on_front": "page", "page_on_front": page, "page_for_posts": 7});
    assert_eq!(site.post(Who::Admin, "/settings", front).await.status, 200);
    let path = format!("/pages/{page}");
    let shown = site.get(Who::Editor, &format!("{path}?context=edit")).await;
    assert_eq!(
        shown.json()["permalink_template"],
        "https://exemplo.com.br/"
    );
    let refused = site.delete(Who::Editor, &path).await;
    assert_eq!(refused.refusal(), (403, "rest_cannot_delete".to_owned()));
    // A caller who may choose another front page may delete this one; the site then shows posts.
    assert_eq!(site.delete(Who::Admin, &path).await.status, 200);
    let settings = site.get(Who::Admin, "/settings").await.json();
    assert_eq!(
        (&settings["show_on_front"], &settings["page_on_front"]),
        (&json!("posts"), &json!(0))
    );
    assert_eq!(settings["page_for_posts"], 7);
}

#[tokio::test]
async fn deleting_the_posts_page_resets_the_setting() {
    let site = Site::new().await;
    let blog = json!({"title": "Blog", "status": "publish"});
    let blog = site.post(Who::Editor, "/pages", blog).await.id();
    let chosen = json!({"show_on_front": "page", "page_on_front": 7, "page_for_posts": blog});
    assert_eq!(site.post(Who::Admin, "/settings", chosen).await.status, 200);
    let path = format!("/pages/{blog}?force=true");
    assert_eq!(site.delete(Who::Admin, &path).await.status, 200);
    let settings = site.get(Who::Admin, "/settings").await.json();
    assert_eq!(
        (&settings["show_on_front"], &settings["page_on_front"]),
        (&json!("page"), &json!(7))
    );
    assert_eq!(settings["page_for_posts"], 0);
}
