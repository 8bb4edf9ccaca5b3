//! Posts whose site moved to another host, and the members that edits clear.

use domain::platform::id::PostId;
use domain::platform::post::PostStatus;
use domain::platform::publication::{Cause, Step};
use http::StatusCode;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::publication_requests::{DATE, date};

impl TestApp {
    /// A published post on the first host of the site, whose address then leads to another one.
    async fn moved(&self) -> PostId {
        let id = self.complete().await;
        let edit = json!({ "host_category_ids": [4], "host_author_id": 9 });
        self.put(&self.editor, &format!("/posts/{id}"), edit).await;
        self.act(id, "publish").await;
        let now = self.now();
        let site = self.store.site(self.site).await.unwrap().unwrap();
        self.work(id, |post| {
            post.host_origin = Some(site.host_origin());
            post.mark_published("https://cliente1.example/a".into(), now);
        })
        .await;
        self.change_site(self.site, |site| {
            site.first_origin = Some(site.host_origin());
            site.rest_root = Some("https://novo.example/wp-json/".into());
        })
        .await;
        id
    }

    async fn shown(&self, id: PostId) -> Value {
        self.get(&self.editor, &format!("/posts/{id}")).await.json
    }

    async fn event_kinds(&self, id: PostId) -> Vec<String> {
        let events = self
            .get(&self.editor, &format!("/posts/{id}/events"))
            .await
            .json;
        let items = events["items"].as_array().unwrap();
        let kinds = items.iter().map(|event| event["kind"].as_str().unwrap());
        kinds.map(str::to_owned).collect()
    }
}

#[tokio::test]
async fn a_moved_post_keeps_what_it_has_until_a_person_publishes_it_as_new() {
    let app = TestApp::open().await;
    let id = app.moved().await;
    let answer = app.act(id, "publish").await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{:?}", answer.json);
    assert_eq!(app.stored(id).await.host_post_id, Some(77));
    let now = app.now();
    app.change_job(id, |job| {
        job.begin(now).unwrap();
        job.cause = Some(Cause::HostMoved);
        job.fail(Step::Media, "mudou", false, None, now);
    })
    .await;
    let checklist = app
        .get(&app.editor, &format!("/posts/{id}/checklist"))
        .await;
    assert_eq!(checklist.json["cause"], "host_moved");
    assert_eq!(app.shown(id).await["checklist"]["cause"], "host_moved");

    let path = format!("/posts/{id}/publish");
    let answer = app
        .post(&app.editor, &path, json!({ "as_new": true }))
        .await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{:?}", answer.json);
    let post = app.stored(id).await;
    assert_eq!((post.host_post_id, post.host_origin.clone()), (None, None));
    assert_eq!((post.status, post.published_at), (PostStatus::Draft, None));
    assert!(post.fields.host_category_ids.is_empty() && post.fields.host_author_id.is_none());
    assert!(app.job(id).await.first);
    assert!(app.event_kinds(id).await.contains(&"host_left".to_owned()));
}

#[tokio::test]
async fn a_moved_post_is_scheduled_as_new_too() {
    let app = TestApp::open().await;
    let id = app.moved().await;
    assert_eq!(app.schedule(id).await.error(), (409, "already_published"));
    let path = format!("/posts/{id}/schedule");
    let body = json!({ "scheduled_at": DATE, "as_new": true });
    let answer = app.post(&app.editor, &path, body).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{:?}", answer.json);
    let post = app.stored(id).await;
    assert_eq!((post.scheduled_at, post.host_post_id), (Some(date()), None));
}

#[tokio::test]
async fn a_post_on_the_present_host_is_never_made_new() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    app.act(id, "publish").await;
    app.work(id, |_| {}).await;
    // The same host by another address.
    app.change_site(app.site, |site| {
        site.first_origin = Some(site.host_origin());
        site.rest_root = site
            .rest_root
            .take()
            .map(|root| root.replace("https://", "http://www."));
    })
    .await;
    for path in [format!("/posts/{id}/publish"), "/publish/now".to_owned()] {
        let body = json!({ "as_new": true, "post_id": id });
        let answer = app.post(&app.editor, &path, body).await;
        assert_eq!(answer.status, StatusCode::ACCEPTED, "{:?}", answer.json);
        assert_eq!(app.stored(id).await.host_post_id, Some(77));
        app.work(id, |_| {}).await;
    }
    assert!(!app.event_kinds(id).await.contains(&"host_left".to_owned()));
    let answer = app
        .post(
            &app.editor,
            &format!("/posts/{id}/publish"),
            json!({ "as_new": "x" }),
        )
        .await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn an_edit_remembers_where_it_chose_and_what_it_emptied() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let path = format!("/posts/{id}");
    let full = json!({
        "host_category_ids": [4], "host_author_id": 9, "host_tag_names": ["a"],
        "seo_title": "t", "meta_description": "d", "focus_keyword": "k",
    });
    let empty = json!({
        "host_category_ids": [], "host_author_id": null, "host_tag_names": [],
        "seo_title": "", "meta_description": null, "focus_keyword": "",
    });
    let site = app.store.site(app.site).await.unwrap().unwrap();
    for edit in [&full, &empty, &full] {
        app.put(&app.editor, &path, edit.clone()).await;
    }
    let post = app.stored(id).await;
    assert_eq!(post.choice_origins.categories, Some(site.host_origin()));
    assert_eq!(post.choice_origins.author, Some(site.host_origin()));
    // No host was given anything so far.
    assert_eq!(post.emptied, Default::default());
    app.act(id, "publish").await;
    app.work(id, |_| {}).await;
    app.put(&app.editor, &path, empty).await;
    let emptied = app.stored(id).await.emptied;
    assert!(emptied.categories && emptied.tags && emptied.search.len() == 3);
}

#[tokio::test]
async fn the_checklist_says_what_the_host_does_not_take() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    app.act(id, "publish").await;
    app.change_job(id, |job| {
        job.findings.search_fields_not_taken =
            domain::platform::search_field::SearchField::ALL.to_vec();
        job.revision += 1;
    })
    .await;
    app.work(id, |_| {}).await;
    let checklist = app
        .get(&app.editor, &format!("/posts/{id}/checklist"))
        .await
        .json;
    let steps = checklist["steps"].as_array().unwrap();
    let update = steps.iter().find(|step| step["step"] == "update").unwrap();
    let note = update["note"].as_str().unwrap();
    for name in ["título de SEO", "meta descrição", "palavra-chave de foco"] {
        assert!(note.contains(name), "{note}");
    }
    let others = steps.iter().filter(|step| step.get("note").is_some());
    assert_eq!(others.count(), 1);
}

#[tokio::test]
async fn the_checklist_warns_of_a_faq_that_the_host_did_not_keep() {
    for (lost, warned) in [(vec![], false), (vec!["pauta_faq_data".to_owned()], true)] {
        let app = TestApp::open().await;
        let id = app.complete().await;
        app.act(id, "publish").await;
        app.change_job(id, |job| {
            job.findings.faq_fields_lost = lost;
            job.revision += 1;
        })
        .await;
        app.work(id, |_| {}).await;
        let path = format!("/posts/{id}/checklist");
        let checklist = app.get(&app.editor, &path).await.json;
        assert_eq!(checklist["state"], "success", "the publication stands");
        let steps = checklist["steps"].as_array().unwrap();
        let notes: Vec<_> = steps
            .iter()
            .filter_map(|step| Some((step["step"].as_str()?, step["note"].as_str()?)))
            .collect();
        if warned {
            let [("confirm", note)] = notes[..] else {
                panic!("{notes:?}")
            };
            assert!(note.starts_with("O site não guardou o FAQ"), "{note}");
        } else {
            assert_eq!(notes, []);
        }
    }
}
