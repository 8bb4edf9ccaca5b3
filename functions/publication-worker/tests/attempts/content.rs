//! Content that is sent to the host, with emptied fields and, where the host accepts them, fields for search engines.

use central_log::{Capture, Collector, LogLevel};
use domain::faq::{FaqData, FaqItem};
use domain::platform::post::Post;
use domain::platform::publication::{Job, JobKind, JobState};
use domain::platform::search_field::SearchField;
use platform_store::PostChange;
use serde_json::{Value, json};
use tracing_subscriber::layer::SubscriberExt as _;
use wiremock::Mock;
use wiremock::matchers::{method, path};

use crate::app::{TestApp, answer};

impl TestApp {
    /// A host that takes everything; of custom fields it has registered `keys`.
    async fn taking(keys: &[&str]) -> Self {
        let app = Self::new().await;
        app.host_accepts("publish").await;
        let fields: serde_json::Map<String, Value> = keys
            .iter()
            .map(|key| ((*key).to_owned(), json!({ "type": "string" })))
            .collect();
        let schema = json!({ "schema": { "properties": { "meta": { "properties": fields } } } });
        Mock::given(method("OPTIONS"))
            .and(path("/rest/core/v2/posts"))
            .respond_with(answer(200, &schema))
            .mount(&app.host)
            .await;
        Mock::given(method("POST"))
            .and(path("/rest/core/v2/tags"))
            .respond_with(answer(201, &json!({ "id": 5 })))
            .mount(&app.host)
            .await;
        app
    }

    /// A user edits the post's fields, as the route does.
    async fn change_fields(&self, alter: impl FnOnce(&mut Post)) {
        let post = self.reread().await;
        let change = PostChange::of(&post, |post| {
            let before = post.fields.clone();
            alter(post);
            post.note_emptied(&before);
        });
        self.ports.store.save_post(change).await.unwrap();
    }

    /// Publishes the post; returns the job and the body that was sent to the host.
    async fn publishes(&self) -> (Job, Value) {
        let job = self.request(JobKind::Publish).await;
        let job = self.attempt(&job).await;
        assert_eq!(job.state, JobState::Done, "{:?}", job.error());
        (job, self.update().await.unwrap())
    }

    async fn questions(&self) -> usize {
        let requests = self.host.received_requests().await.unwrap();
        let asked = requests.iter();
        asked
            .filter(|request| request.method.as_str() == "OPTIONS")
            .count()
    }
}

#[tokio::test]
async fn what_was_emptied_is_sent_as_empty_and_what_was_never_chosen_is_not() {
    let app = TestApp::taking(&[]).await;
    app.change_fields(|post| post.fields.host_category_ids.clear())
        .await;
    let (_, sent) = app.publishes().await;
    assert_eq!((sent.get("tags"), sent.get("categories")), (None, None));
    app.change_fields(|post| {
        post.fields.host_tag_names = vec!["Horta".into()];
        post.fields.host_category_ids = vec![3];
    })
    .await;
    let (_, sent) = app.publishes().await;
    assert_eq!(
        (&sent["tags"], &sent["categories"]),
        (&json!([5]), &json!([3]))
    );
    app.change_fields(|post| {
        post.fields.host_tag_names.clear();
        post.fields.host_category_ids.clear();
    })
    .await;
    let (_, sent) = app.publishes().await;
    assert_eq!(
        (&sent["tags"], &sent["categories"]),
        (&json!([]), &json!([]))
    );
}

fn with_search_fields(post: &mut Post) {
    post.fields.seo_title = "Horta & cia".into();
    post.fields.meta_description = "5 < 10".into();
    post.fields.focus_keyword = "horta".into();
}

#[tokio::test]
async fn fields_for_search_engines_go_where_the_host_takes_them() {
    let extension = [
        "_yoast_wpseo_title",
        "_yoast_wpseo_metadesc",
        "_yoast_wpseo_focuskw",
    ];
    for keys in [["seo_title", "seo_description", "focus_keyword"], extension] {
        let app = TestApp::taking(&keys).await;
        app.change_fields(with_search_fields).await;
        let (job, sent) = app.publishes().await;
        let values = ["Horta & cia", "5 &lt; 10", "horta"];
        for (key, value) in keys.iter().zip(values) {
            assert_eq!(sent["meta"][key], value, "{sent}");
        }
        assert!(job.findings.search_fields_not_taken.is_empty());
        // The host's response is cached for an hour.
        app.change_fields(|post| post.fields.seo_title.clear())
            .await;
        let (_, sent) = app.publishes().await;
        assert_eq!(sent["meta"][keys[0]], "");
        assert_eq!(app.questions().await, 1);
    }
}

#[tokio::test]
async fn what_the_host_does_not_take_is_remembered_and_nothing_is_asked_for_nothing() {
    let app = TestApp::taking(&["seo_title"]).await;
    let (_, sent) = app.publishes().await;
    assert!(sent["meta"].get("seo_title").is_none());
    assert_eq!(app.questions().await, 0);
    app.change_fields(with_search_fields).await;
    let (job, sent) = app.publishes().await;
    assert_eq!(sent["meta"]["seo_title"], "Horta & cia");
    assert!(sent["meta"].get("focus_keyword").is_none());
    assert_eq!(
        job.findings.search_fields_not_taken,
        [SearchField::Description, SearchField::Keyword]
    );
}

#[tokio::test]
async fn a_faq_that_the_host_does_not_keep_is_remembered_and_published_nevertheless() {
    let app = TestApp::taking(&[]).await;
    let collector = Collector::new(app.clock.clone());
    // With a single subscriber in the process, tracing asks the thread that reaches an event first whether anybody wants
    // it, and other tests reach this one as well, without a subscriber.
    let _second = tracing::Dispatch::new(tracing_subscriber::registry());
    let subscriber = tracing_subscriber::registry().with(Capture::layer(collector.clone()));
    let _guard = tracing::subscriber::set_default(subscriber);
    let warnings = || {
        let entries = collector.take().into_iter();
        let warnings = entries.filter(|entry| entry.level == LogLevel::Warning);
        warnings.map(|entry| entry.message).collect::<Vec<_>>()
    };
    let (job, _) = app.publishes().await;
    assert!(job.findings.faq_fields_lost.is_empty());
    assert_eq!(warnings(), [""; 0]);
    app.change_fields(|post| {
        post.fields.faq_data.enabled = true;
        let item = |n: u8| FaqItem {
            question: format!("Pergunta {n}?"),
            answer: "Resposta.".to_owned(),
        };
        post.fields.faq_data.items = (1..=3).map(item).collect();
    })
    .await;
    let (job, sent) = app.publishes().await;
    assert_eq!(sent["meta"]["pauta_faq_enabled"], true);
    assert_eq!(
        job.findings.faq_fields_lost,
        ["pauta_faq_enabled", "pauta_faq_data"]
    );
    assert_eq!(warnings(), ["the host did not store the FAQ fields"]);
}

#[tokio::test]
async fn every_member_of_the_faq_is_sent_with_its_texts_as_html() {
    let app = TestApp::taking(&[]).await;
    let item = |question: &str, answer: &str| FaqItem {
        question: question.to_owned(),
        answer: answer.to_owned(),
    };
    app.change_fields(|post| {
        post.fields.faq_data = FaqData {
            enabled: true,
            schema_enabled: false,
            accordion: true,
            form: true,
            title: "Dúvidas <b> & cia".to_owned(),
            description: "Uma linha.\nOutra <i>.".to_owned(),
            title_level: 4,
            question_level: 5,
            items: vec![
                item("Custa < R$ 10?", "Sim & não.\nDepende."),
                item("Onde \"fica\"?", "Aqui <script>alert(1)</script>"),
                item("Quando?", "Hoje"),
            ],
        };
    })
    .await;
    let (_, sent) = app.publishes().await;
    assert_eq!(sent["meta"]["pauta_faq_enabled"], true);
    let data = sent["meta"]["pauta_faq_data"].as_str().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(
        data,
        json!({
            "enabled": true,
            "schema_enabled": false,
            "accordion": true,
            "form": true,
            "title": "Dúvidas &lt;b&gt; &amp; cia",
            "description": "Uma linha.<br />\nOutra &lt;i&gt;.",
            "title_level": 4,
            "question_level": 5,
            "items": [
                { "question": "Custa &lt; R$ 10?", "answer": "Sim &amp; não.<br />\nDepende." },
                {
                    "question": "Onde \"fica\"?",
                    "answer": "Aqui &lt;script&gt;alert(1)&lt;/script&gt;",
                },
                { "question": "Quando?", "answer": "Hoje" },
            ],
        })
    );
    // The switch alone decides, whatever the rest says.
    app.change_fields(|post| {
        post.fields.faq_data.enabled = false;
        post.fields.faq_data.schema_enabled = true;
    })
    .await;
    let (_, sent) = app.publishes().await;
    assert_eq!(sent["meta"]["pauta_faq_enabled"], false);
}
