//! Concurrent requests: their outcome must equal that of one of the two sequential orders. Each pair first runs in
//! both orders, which gives the allowed outcomes, then concurrently and repeatedly.

use std::collections::BTreeSet;
use std::sync::Arc;

use futures_util::future::join_all;
use http::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Site, Who};

/// Number of concurrent runs of each pair.
const ROUNDS: usize = 12;

/// A request of a pair.
#[derive(Debug, Clone)]
struct Racer {
    method: Method,
    path: String,
    body: Value,
}

fn racer(method: Method, path: impl Into<String>, body: Value) -> Racer {
    Racer {
        method,
        path: path.into(),
        body,
    }
}

async fn run(site: &Site, racer: &Racer) -> Answer {
    let Racer { method, path, body } = racer.clone();
    site.call(Who::Admin, method, &path, body).await
}

async fn together(site: &Arc<Site>, racers: &[Racer]) -> Vec<Answer> {
    let running = racers.iter().cloned().map(|racer| {
        let site = Arc::clone(site);
        tokio::spawn(async move { run(&site, &racer).await })
    });
    join_all(running)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect()
}

async fn made(site: &Site, path: &str, body: Value) -> u64 {
    site.post(Who::Admin, path, body).await.id()
}

async fn shown(site: &Site, path: &str) -> Value {
    let answer = site.get(Who::Admin, &format!("{path}?context=edit")).await;
    if answer.status == 200 {
        answer.json()
    } else {
        json!(answer.status)
    }
}

/// The outcome of two requests: their statuses in order, and the state afterwards.
type Outcome = (Vec<u16>, Value);

/// Runs the pairs that `prepare` makes in both orders and then concurrently; `left` reads the state afterwards.
async fn race<P, L>(prepare: P, left: L)
where
    P: AsyncFn(&Site, usize) -> (u64, [Racer; 2]),
    L: AsyncFn(&Site, u64, &[Answer]) -> Value,
{
    let site = Arc::new(Site::new().await);
    let statuses = |answers: &[Answer]| answers.iter().map(|one| one.status).collect::<Vec<_>>();
    let mut right: Vec<Outcome> = Vec::new();
    for (round, first) in [0, 1].into_iter().enumerate() {
        let (about, pair) = prepare(&site, round).await;
        let one = run(&site, &pair[first]).await;
        let other = run(&site, &pair[1 - first]).await;
        let answers = if first == 0 {
            [one, other]
        } else {
            [other, one]
        };
        right.push((statuses(&answers), left(&site, about, &answers).await));
    }
    for round in 2..ROUNDS + 2 {
        let (about, pair) = prepare(&site, round).await;
        let answers = together(&site, &pair).await;
        let outcome = (statuses(&answers), left(&site, about, &answers).await);
        assert!(right.contains(&outcome), "{outcome:?} is none of {right:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_writers_of_one_post() {
    let change = |path: &str, word: &str| {
        let body = json!({ "title": word, "content": word, "excerpt": word });
        racer(Method::POST, path, body)
    };
    race(
        async |site, _| {
            let id = made(site, "/posts", json!({ "title": "x", "content": "x" })).await;
            let path = format!("/posts/{id}");
            (id, [change(&path, "a"), change(&path, "b")])
        },
        async |site, id, _| {
            let post = shown(site, &format!("/posts/{id}")).await;
            let revisions = site
                .get(Who::Admin, &format!("/posts/{id}/revisions"))
                .await;
            json!([
                post["title"]["raw"],
                post["content"]["raw"],
                post["excerpt"]["raw"],
                revisions.ids().len(),
            ])
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_post_changed_while_it_is_deleted() {
    race(
        async |site, _| {
            let id = made(site, "/posts", json!({ "title": "x", "status": "publish" })).await;
            let path = format!("/posts/{id}");
            let change = racer(Method::POST, &path, json!({ "title": "a" }));
            let delete = racer(Method::DELETE, format!("{path}?force=true"), json!({}));
            (id, [change, delete])
        },
        async |site, id, _| shown(site, &format!("/posts/{id}")).await,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_term_deleted_while_it_is_used() {
    for taxonomy in ["categories", "tags"] {
        race(
            async |site, round| {
                let name = json!({ "name": format!("Jardim {round}") });
                let term = made(site, &format!("/{taxonomy}"), name).await;
                let post = json!({ "title": "x", "status": "publish", taxonomy: [term] });
                let delete = format!("/{taxonomy}/{term}?force=true");
                let pair = [
                    racer(Method::POST, "/posts", post),
                    racer(Method::DELETE, delete, json!({})),
                ];
                (term, pair)
            },
            async |site, term, answers| {
                let of_term = format!("/posts?{taxonomy}={term}");
                let post = match answers[0].status {
                    201 => shown(site, &format!("/posts/{}", answers[0].id())).await,
                    status => json!({ taxonomy: status }),
                };
                json!([
                    shown(site, &format!("/{taxonomy}/{term}")).await,
                    post[taxonomy],
                    site.get(Who::Admin, &of_term).await.header("x-wp-total"),
                ])
            },
        )
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_parent_deleted_while_a_child_is_made() {
    for (path, child, member) in [
        (
            "/pages",
            json!({ "title": "x", "status": "publish" }),
            "parent",
        ),
        ("/categories", json!({}), "parent"),
    ] {
        race(
            async |site, round| {
                let mut parent = child.clone();
                parent["name"] = json!(format!("Mãe {round}"));
                let parent = made(site, path, parent).await;
                let mut child = child.clone();
                child["name"] = json!(format!("Filha {round}"));
                child[member] = json!(parent);
                let pair = [
                    racer(Method::POST, path, child),
                    racer(
                        Method::DELETE,
                        format!("{path}/{parent}?force=true"),
                        json!({}),
                    ),
                ];
                (parent, pair)
            },
            async |site, parent, answers| {
                let child = match answers[0].status {
                    201 => {
                        shown(site, &format!("{path}/{}", answers[0].id())).await[member].clone()
                    }
                    _ => json!(answers[0].code()),
                };
                json!([shown(site, &format!("{path}/{parent}")).await, child])
            },
        )
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn posts_wanting_one_slug() {
    let site = Arc::new(Site::new().await);
    for round in 0..4 {
        let slug = format!("vaso-{round}");
        let body = json!({ "title": "x", "slug": slug, "status": "publish" });
        let racers = vec![racer(Method::POST, "/posts", body); 6];
        let answers = together(&site, &racers).await;
        let slugs: BTreeSet<String> = answers
            .iter()
            .map(|answer| {
                assert_eq!(answer.status, 201);
                answer.json()["slug"].as_str().unwrap().to_owned()
            })
            .collect();
        let serial = (2..=6).map(|number| format!("{slug}-{number}"));
        let serial: BTreeSet<String> = serial.chain([slug.clone()]).collect();
        assert_eq!(slugs, serial);
        // The stored state equals the response.
        for answer in &answers {
            let kept = shown(&site, &format!("/posts/{}", answer.id())).await;
            assert_eq!(kept["slug"], answer.json()["slug"]);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_name_is_one_term_and_one_login_one_user() {
    let site = Arc::new(Site::new().await);
    for (path, body) in [
        ("/categories", json!({ "name": "Vasos" })),
        ("/tags", json!({ "name": "Vasos" })),
        (
            "/users",
            json!({ "username": "rosa", "email": "rosa@exemplo.com.br", "password": "uma-senha-comprida" }),
        ),
    ] {
        let racers = vec![racer(Method::POST, path, body); 6];
        let answers = together(&site, &racers).await;
        let made = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(made, 1, "{path}");
        let serial = run(&site, &racers[0]).await.refusal();
        for answer in answers.iter().filter(|answer| answer.status != 201) {
            assert_eq!(answer.refusal(), serial, "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_writers_of_other_members_of_the_global_styles() {
    let site = Site::new().await;
    let theme = site.get(Who::Contributor, "/themes/pauta").await.json();
    let href = theme["_links"]["core:user-global-styles"][0]["href"].as_str();
    let (_, path) = href.unwrap().split_once("/core/v2").unwrap();
    race(
        async |_, round| {
            let styles = json!({ "styles": { "typography": { "lineHeight": round + 1 } } });
            let settings = json!({ "settings": { "custom": { "round": round + 1 } } });
            let pair = [styles, settings].map(|body| racer(Method::POST, path, body));
            (round as u64 + 1, pair)
        },
        async |site, round, _| {
            let kept = shown(site, path).await;
            json!([
                kept["styles"]["typography"]["lineHeight"] == round,
                kept["settings"]["custom"]["round"] == round,
            ])
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_writers_of_other_members_of_a_menu_item() {
    race(
        async |site, _| {
            let link = json!({ "title": "x", "url": "https://e.example/" });
            let path = format!("/menu-items/{}", made(site, "/menu-items", link).await);
            let id = path.rsplit('/').next().unwrap().parse().unwrap();
            let bodies = [
                json!({ "title": "a", "target": "_blank" }),
                json!({ "classes": ["b"], "xfn": ["me"] }),
            ];
            (id, bodies.map(|body| racer(Method::POST, &path, body)))
        },
        async |site, id, _| {
            let kept = shown(site, &format!("/menu-items/{id}")).await;
            let members = ["target", "classes", "xfn", "url"].map(|name| kept[name].clone());
            json!([kept["title"]["raw"], members])
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_writers_of_other_members_of_a_template_part() {
    race(
        async |site, round| {
            let slug = format!("lado-{round}");
            let body = json!({ "slug": slug, "title": "x", "area": "header" });
            let part = site.post(Who::Admin, "/template-parts", body).await.json();
            let path = format!("/template-parts/pauta//{slug}");
            let bodies = [json!({ "area": "footer" }), json!({ "title": "a" })];
            let pair = bodies.map(|body| racer(Method::POST, &path, body));
            (part["wp_id"].as_u64().unwrap(), pair)
        },
        async |site, id, _| {
            let all = shown(site, "/template-parts").await;
            let mut all = all.as_array().unwrap().iter();
            let kept = all.find(|part| part["wp_id"] == id).unwrap();
            json!([kept["area"], kept["title"]["raw"]])
        },
    )
    .await;
}
