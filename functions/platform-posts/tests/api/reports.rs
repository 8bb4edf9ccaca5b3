//! The monthly report (docs/interface/platform/reports.md).

use domain::platform::approval::Decision;
use domain::platform::id::SiteId;
use domain::platform::month::Month;
use http::StatusCode;
use jiff::SignedDuration;
use platform_store::{ReportEvent, report_write};
use platform_testkit::TestUser;
use serde_json::{Value, json};

use crate::app::{TestApp, long_body};

const NOVEMBER: &str = "/reports/monthly?month=2026-11";

impl TestApp {
    async fn count(&self, site: SiteId, month: &str, events: &[ReportEvent]) {
        let month: Month = month.parse().unwrap();
        for event in events {
            let write = report_write(site, month, *event);
            self.store.table().transact(vec![write]).await.unwrap();
        }
    }

    /// Activity of the own site in November: 1,400 words in 3 publications, 3 answers after 2, 4 and 6 hours.
    async fn activity(&self) {
        let answer = |decision, hours| ReportEvent::Answered {
            decision,
            waited: SignedDuration::from_hours(hours),
        };
        let events = [
            ReportEvent::Created,
            ReportEvent::Created,
            ReportEvent::Published { words: 600 },
            ReportEvent::Published { words: 500 },
            ReportEvent::Published { words: 300 },
            answer(Decision::Approve, 2),
            answer(Decision::Adjustments, 4),
            answer(Decision::Reject, 6),
        ];
        self.count(self.site, "2026-11", &events).await;
        self.count(self.site, "2026-10", &[ReportEvent::Created])
            .await;
    }

    async fn report(&self, user: &TestUser, path: &str) -> Value {
        let answer = self.get(user, path).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json
    }
}

fn figures(site: Option<(SiteId, &str)>) -> Value {
    let mut figures = json!({
        "posts": 2,
        "published": 3,
        "words": 1400,
        "average_reading_seconds": 140,
        "decisions": 3,
        "adjustments": 1,
        "rejections": 1,
        "average_decision_seconds": 4 * 3600,
    });
    if let Some((id, name)) = site {
        figures["site_id"] = json!(id);
        figures["site_name"] = json!(name);
    }
    figures
}

#[tokio::test]
async fn a_report_has_the_figures_of_its_month_for_a_site() {
    let app = TestApp::open().await;
    app.activity().await;
    let path = format!("{NOVEMBER}&site_id={}", app.site);
    let name = format!("Cliente {}", app.site);
    let report = app.report(&app.editor, &path).await;
    let expected = json!({
        "month": "2026-11",
        "site_id": app.site,
        "sums": figures(None),
        "items": [figures(Some((app.site, &name)))],
        "page": 1,
        "per_page": 20,
        "total": 1,
    });
    assert_eq!(report, expected);
    let path = format!("/reports/monthly?month=2025-01&site_id={}", app.site);
    let empty = app.report(&app.editor, &path).await;
    assert_eq!(empty["items"][0]["posts"], 0);
    assert_eq!(empty["sums"]["average_reading_seconds"], Value::Null);
    assert_eq!(empty["sums"]["average_decision_seconds"], Value::Null);
}

#[tokio::test]
async fn without_a_site_the_report_has_every_site_in_scope_with_activity() {
    let app = TestApp::open().await;
    app.activity().await;
    app.add_site(&[]).await;
    app.count(app.foreign, "2026-11", &[ReportEvent::Created])
        .await;
    for user in [&app.admin, &app.gerente] {
        let all = app.report(user, NOVEMBER).await;
        let sites: Vec<_> = all["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| (item["site_id"].as_u64(), item["posts"].as_u64()))
            .collect();
        let expected = [(Some(app.site.0), Some(2)), (Some(app.foreign.0), Some(1))];
        assert_eq!(sites, expected);
        assert_eq!(all["sums"]["posts"], 3);
        assert_eq!(all["site_id"], Value::Null);
    }
    for user in [&app.editor, &app.redator] {
        let own = app.report(user, NOVEMBER).await;
        assert_eq!(
            (&own["total"], &own["sums"]["posts"]),
            (&json!(1), &json!(2))
        );
    }
    let second = format!("{NOVEMBER}&per_page=1&page=2");
    let second = app.report(&app.admin, &second).await;
    assert_eq!(second["items"].as_array().unwrap().len(), 1);
    assert_eq!(second["items"][0]["site_id"], json!(app.foreign));
    assert_eq!(
        (&second["total"], &second["sums"]["posts"]),
        (&json!(2), &json!(3))
    );
}

#[tokio::test]
async fn a_site_outside_the_scope_does_not_exist() {
    let app = TestApp::open().await;
    for user in [&app.editor, &app.redator] {
        let path = format!("{NOVEMBER}&site_id={}", app.foreign);
        let answer = app.get(user, &path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        let path = format!("{NOVEMBER}&format=csv&site_id={}", app.foreign);
        assert_eq!(app.get(user, &path).await.status, StatusCode::NOT_FOUND);
    }
    let path = format!("{NOVEMBER}&site_id=99");
    let answer = app.get(&app.admin, &path).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn invalid_parameters_are_named() {
    let app = TestApp::open().await;
    for (query, field) in [
        ("month=2026-13", "month"),
        ("month=novembro", "month"),
        ("month=", "month"),
        ("month=0000-01", "month"),
        ("site_id=0", "site_id"),
        ("site_id=x", "site_id"),
        ("format=xlsx", "format"),
        ("page=0", "page"),
        ("per_page=101", "per_page"),
    ] {
        let answer = app
            .get(&app.admin, &format!("/reports/monthly?{query}"))
            .await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert_eq!(answer.code(), "invalid_parameter", "{query}");
        assert_eq!(answer.json["issues"][0]["field"], field, "{query}");
    }
}

#[tokio::test]
async fn parameters_that_the_report_does_not_have_are_refused() {
    let app = TestApp::open().await;
    let path = "/reports/monthly?month=2026-11&mes=2026-10";
    let answer = app.get(&app.admin, path).await;
    assert_eq!(answer.error(), (422, "invalid_parameter"));
    let issue = &answer.json["issues"][0];
    assert_eq!(issue["code"], "unknown_parameter");
    assert_eq!(issue["field"], "mes");
}

#[tokio::test]
async fn the_table_has_every_site_and_their_sum() {
    let app = TestApp::open().await;
    app.activity().await;
    app.change_site(app.foreign, |site| site.name = "=HYPERLINK(\"a\")".into())
        .await;
    app.count(app.foreign, "2026-11", &[ReportEvent::Created])
        .await;
    let answer = app
        .get(&app.gerente, &format!("{NOVEMBER}&format=csv&per_page=1"))
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["content-type"], "text/csv; charset=utf-8");
    assert_eq!(
        answer.headers["content-disposition"],
        "attachment; filename=\"relatorio-2026-11.csv\""
    );
    let lines: Vec<&str> = answer.text.split("\r\n").collect();
    assert!(lines[0].starts_with("\u{feff}Mês;Site;"), "{}", lines[0]);
    assert_eq!(
        lines[1..],
        [
            &format!("2026-11;Cliente {};2;3;1400;2,3;3;1;1;4,0", app.site),
            "2026-11;\"'=HYPERLINK(\"\"a\"\")\";1;0;0;;0;0;0;",
            "2026-11;Total;3;3;1400;2,3;3;1;1;4,0",
            "",
        ]
    );
    let path = format!("{NOVEMBER}&format=csv&site_id={}", app.site);
    let one = app.get(&app.editor, &path).await;
    assert_eq!(one.text.matches("\r\n").count(), 2, "no sum of one site");
    let name = format!("filename=\"relatorio-2026-11-site-{}.csv\"", app.site);
    let disposition = one.headers["content-disposition"].to_str().unwrap();
    assert!(disposition.ends_with(&name), "{disposition}");
}

#[tokio::test]
async fn a_post_counts_in_the_month_of_its_creation_where_the_agency_is() {
    let app = TestApp::open().await;
    // 23:30 of the last day of November in Brasília.
    app.clock.set("2026-12-01T02:30:00Z".parse().unwrap());
    let id = app.draft_of(&app.editor, app.site).await;
    let present = app.report(&app.editor, "/reports/monthly").await;
    assert_eq!(
        (&present["month"], &present["sums"]["posts"]),
        (&json!("2026-11"), &json!(1))
    );
    app.clock.set("2026-12-01T03:00:00Z".parse().unwrap());
    app.draft_of(&app.editor, app.site).await;
    let present = app.report(&app.editor, "/reports/monthly").await;
    assert_eq!(
        (&present["month"], &present["sums"]["posts"]),
        (&json!("2026-12"), &json!(1))
    );
    app.delete(&app.editor, &format!("/posts/{id}")).await;
    let november = app.report(&app.editor, NOVEMBER).await;
    assert_eq!(november["sums"]["posts"], 1, "a deleted post was written");
}

#[tokio::test]
async fn a_post_that_moves_counts_for_its_new_site() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.admin, app.site).await;
    let body = json!({ "site_id": app.foreign });
    let answer = app.put(&app.admin, &format!("/posts/{id}"), body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let report = app.report(&app.admin, NOVEMBER).await;
    assert_eq!(report["items"].as_array().unwrap().len(), 1);
    assert_eq!(report["items"][0]["site_id"], json!(app.foreign));
    assert_eq!(report["items"][0]["posts"], 1);
}

#[tokio::test]
async fn the_words_of_a_body_are_counted_with_every_edit() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    let before = markup::text::words(&long_body());
    assert_eq!(app.stored(id).await.body_words, before);
    let path = format!("/posts/{id}");
    app.put(&app.editor, &path, json!({ "title": "Só o título" }))
        .await;
    assert_eq!(app.stored(id).await.body_words, before);
    app.put(
        &app.editor,
        &path,
        json!({ "body": "<p>Duas palavras</p>" }),
    )
    .await;
    assert_eq!(app.stored(id).await.body_words, 2);
    let revert = format!("/posts/{id}/versions/1/revert");
    app.post(&app.editor, &revert, Value::Null).await;
    assert_eq!(app.stored(id).await.body_words, before);
}

#[tokio::test]
async fn a_report_costs_one_query_whatever_the_number_of_posts() {
    let app = TestApp::open().await;
    app.draft_of(&app.editor, app.site).await;
    let units = async || {
        app.store.table().meter().take();
        app.report(&app.admin, NOVEMBER).await;
        app.store.table().meter().take().read_units
    };
    let one = units().await;
    for _ in 0..60 {
        app.draft_of(&app.editor, app.site).await;
    }
    assert_eq!(units().await, one);
}
