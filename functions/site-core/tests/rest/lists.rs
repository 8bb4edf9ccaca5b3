//! Lists: collation of titles, statuses, and embedded resources.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

/// Sorted by the collation of deployed systems' databases (`utf8mb4_unicode_520_ci`).
const TITLES: [&str; 14] = [
    "— Travessão",
    "!Já",
    "“Aspas”",
    "(Parênteses)",
    "#tag",
    "+1",
    "R$ 5 e €",
    "10 receitas",
    "2 receitas",
    "Água",
    "água e sal",
    "Árvore",
    "bola",
    "Ωμέγα",
];

#[tokio::test]
async fn titles_are_ordered_as_on_deployed_hosts() {
    let site = Site::new().await;
    let mut sorted = TITLES.to_vec();
    // Ordering of lists moves the title with the currency sign behind letters.
    let currency = sorted.remove(6);
    sorted.insert(12, currency);
    for title in TITLES.iter().rev() {
        let body = json!({"title": title, "status": "publish"});
        site.write(Who::Author, body).await;
    }
    let titles = async |query: &str| -> Vec<String> {
        let path = format!("/posts?orderby=title&_fields=title.raw,title.rendered&{query}");
        let list = site.get(Who::Admin, &format!("{path}&context=edit")).await;
        let list = list.json();
        let titles = list.as_array().unwrap().iter();
        titles
            .map(|item| item["title"]["raw"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(titles("order=asc&per_page=100").await, sorted);
    let mut paged = titles("order=asc&per_page=5").await;
    for page in 2..=3 {
        paged.extend(titles(&format!("order=asc&per_page=5&page={page}")).await);
    }
    assert_eq!(paged, sorted);
    assert_eq!(titles("order=asc&per_page=100&status=any").await, sorted);
    sorted.reverse();
    assert_eq!(titles("order=desc&per_page=100").await, sorted);
}

#[tokio::test]
async fn names_of_terms_are_ordered_as_titles_are() {
    let site = Site::new().await;
    for name in ["Água", "10", "#1", "bola"] {
        let made = site.post(Who::Admin, "/tags", json!({"name": name})).await;
        assert_eq!(made.status, 201);
    }
    let list = site.get(Who::Anonymous, "/tags").await.json();
    let names: Vec<_> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert_eq!(names, ["#1", "10", "Água", "bola"]);
}

#[tokio::test]
async fn any_excludes_the_trash_unless_it_is_listed_too() {
    let site = Site::new().await;
    let mut ids = Vec::new();
    for status in ["publish", "draft", "private", "publish"] {
        let body = json!({"title": "Um", "status": status});
        ids.push(site.write(Who::Editor, body).await);
    }
    let thrown = ids.pop().unwrap();
    let gone = site
        .call(
            Who::Editor,
            Method::DELETE,
            &format!("/posts/{thrown}"),
            json!({}),
        )
        .await;
    assert_eq!(gone.status, 200);
    let listed = async |status: &str| {
        let path = format!("/posts?status={status}&orderby=id&order=asc&context=edit");
        let answer = site.get(Who::Editor, &path).await;
        (answer.ids(), answer.header("x-wp-total").to_owned())
    };
    let total = |ids: &[u64]| ids.len().to_string();
    assert_eq!(listed("any").await, (ids.clone(), total(&ids)));
    assert_eq!(listed("any,draft").await, (ids.clone(), total(&ids)));
    assert_eq!(listed("trash").await, (vec![thrown], "1".to_owned()));
    ids.push(thrown);
    assert_eq!(listed("any,trash").await, (ids.clone(), total(&ids)));
    assert_eq!(listed("trash,any").await, (ids.clone(), total(&ids)));
}

/// Creates a post with every kind of embeddable resource, and a second one that shares some of them.
async fn connected(site: &Site) -> u64 {
    let category = site
        .post(Who::Admin, "/categories", json!({"name": "Horta"}))
        .await
        .id();
    let tag = site
        .post(Who::Admin, "/tags", json!({"name": "Pães"}))
        .await
        .id();
    let mut last = 0;
    for title in ["Um", "Dois"] {
        let body = json!({
            "title": title, "status": "publish", "categories": [category], "tags": [tag],
        });
        last = site.write(Who::Author, body).await;
    }
    let comment = json!({"post": last, "content": "Que boa “horta”!"});
    assert_eq!(
        site.post(Who::Admin, "/comments", comment).await.status,
        201
    );
    last
}

/// Checks that each embedded resource equals the response of its address to the same caller in the embed context.
async fn check(site: &Site, who: Who, list: &Value) {
    let mut seen = 0;
    for item in list.as_array().unwrap() {
        for (rel, resources) in item["_embedded"].as_object().unwrap() {
            let links = item["_links"][rel].as_array().unwrap();
            assert_eq!(links.len(), resources.as_array().unwrap().len(), "{rel}");
            for (link, resource) in links.iter().zip(resources.as_array().unwrap()) {
                let href = link["href"].as_str().unwrap();
                let path = href.split("/core/v2").nth(1).unwrap();
                let sign = if path.contains('?') { '&' } else { '?' };
                let own = format!("{path}{sign}context=embed");
                let own = if path.contains('?') {
                    format!("{own}&per_page=100")
                } else {
                    own
                };
                assert_eq!(*resource, site.get(who, &own).await.json(), "{rel} {href}");
                seen += 1;
            }
        }
    }
    assert!(seen >= 7, "{seen}");
}

#[tokio::test]
async fn embedded_resources_equal_the_responses_of_their_links() {
    let site = Site::new().await;
    let post = connected(&site).await;
    let writes = [
        (format!("/posts/{post}"), json!({"title": "Três"})),
        (
            "/comments".to_owned(),
            json!({"post": post, "content": "Mais uma"}),
        ),
        (format!("/posts/{post}"), json!({"tags": []})),
        ("/settings".to_owned(), json!({"title": "Outro nome"})),
    ];
    for write in std::iter::once(None).chain(writes.into_iter().map(Some)) {
        if let Some((path, body)) = write {
            let done = site.call(Who::Admin, Method::POST, &path, body).await;
            assert!(done.status < 300, "{path}: {}", done.status);
        }
        for who in [Who::Anonymous, Who::Author, Who::Admin] {
            // The second request uses what the first one cached.
            for number in 0..2 {
                let path = format!("/posts?_embed&unheard={number}");
                let text = site.get(who, &path).await.json();
                check(&site, who, &text).await;
                // `_pretty` takes the code path that builds JSON values instead of cached bytes.
                let path = format!("/posts?_embed&_pretty&unheard={number}");
                assert_eq!(site.get(who, &path).await.json(), text);
                let anew = site.restarted().get(who, "/posts?_embed").await.json();
                assert_eq!(anew, text);
            }
        }
    }
}

#[tokio::test]
async fn a_list_embeds_the_requested_relations() {
    let site = Site::new().await;
    connected(&site).await;
    let rels = async |asked: &str| -> Vec<Vec<String>> {
        let list = site
            .get(Who::Anonymous, &format!("/posts?_embed={asked}"))
            .await;
        let list = list.json();
        let items = list.as_array().unwrap().iter();
        items
            .map(|item| match item["_embedded"].as_object() {
                Some(embedded) => embedded.keys().cloned().collect(),
                None => Vec::new(),
            })
            .collect()
    };
    assert_eq!(rels("author").await, [["author"], ["author"]]);
    assert_eq!(
        rels("author,replies").await,
        [vec!["author", "replies"], vec!["author"]]
    );
    assert_eq!(rels("self").await, [Vec::<String>::new(), Vec::new()]);
}
