//! Checks access rights through the router: every cell of the tables beside this file, which were written from the rules
//! (docs/interface/site/access.md) and not from this code. `README.md` explains their form.

mod fixture;
mod table;

use std::collections::HashMap;

use regex::Regex;
use serde_json::json;

use self::fixture::{Fixture, Names};
use self::table::{Block, Expected};
use crate::support::{Answer, Site, Who};

/// Classifies a response in the words of the table.
fn found(answer: &Answer, names: &Names, expected: &Expected) -> Expected {
    if answer.status >= 400 {
        return Expected::Refused(answer.status, answer.code());
    }
    if !matches!(expected, Expected::Shows { .. }) {
        return Expected::Status(answer.status);
    }
    let shown: Vec<String> = answer.ids().iter().map(u64::to_string).collect();
    let shows = |name: &str| names.get(name).is_some_and(|id| shown.contains(id));
    Expected::Shows {
        own: shows("own"),
        other: shows("other"),
    }
}

/// Checks every cell of a table and returns their number.
async fn walk(table: &str) -> usize {
    let blocks = Block::all(table);
    let mut allowed: HashMap<(&str, &str, &str), &[Expected]> = HashMap::new();
    for block in &blocks {
        for row in &block.rows {
            let key = (block.subject(), block.action(), row.situation.as_str());
            allowed.insert(key, &row.cells);
        }
    }
    let mut fixture = Fixture::new().await;
    let mut asked = 0;
    let mut differences = Vec::new();
    for block in &blocks {
        for row in &block.rows {
            for (place, who) in Who::ALL.into_iter().enumerate() {
                let expected = &row.cells[place];
                if *expected == Expected::Nothing {
                    continue;
                }
                let (answer, names) = fixture.ask(block, &row.situation, who).await;
                asked += 1;
                let found = found(&answer, &names, expected);
                let cell = format!("{} / {} / {who:?}", block.title, row.situation);
                if found != *expected {
                    differences.push(format!("{cell}: {expected:?} expected, {found:?} found"));
                }
                if matches!(found, Expected::Refused(..)) && fixture.site.was_written() {
                    differences.push(format!("{cell}: refused, but written"));
                }
                if block.action() != "read" || answer.status != 200 {
                    continue;
                }
                // The rights that the response advertises must agree with the table.
                for (action, method) in [("change", "PUT"), ("delete for good", "DELETE")] {
                    let key = (block.subject(), action, row.situation.as_str());
                    let Some(cells) = allowed.get(&key) else {
                        continue;
                    };
                    let right = cells[place] == Expected::Status(200);
                    let allow = answer.header("allow");
                    if allow.contains(method) != right {
                        differences
                            .push(format!("{cell}: Allow is {allow}, but {action} is {right}"));
                    }
                }
            }
        }
    }
    assert!(
        differences.is_empty(),
        "{} of {asked}:\n{}",
        differences.len(),
        differences.join("\n")
    );
    asked
}

/// The requests of all tables: method and path, with 1 in place of each placeholder.
fn requests(tables: &[&str]) -> Vec<(String, String)> {
    let placeholder = Regex::new(r"\{[a-z_]+\}").unwrap();
    let blocks = tables.iter().flat_map(|table| Block::all(table));
    let requests = blocks.map(|block| {
        let mut words = block.request.split([' ', '?']);
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        (
            method.to_owned(),
            placeholder.replace_all(path, "1").into_owned(),
        )
    });
    requests.collect()
}

macro_rules! tables {
    ($($name:ident: $least:literal;)+) => {
        /// The tables.
        const TABLES: &[&str] = &[$(include_str!(concat!(stringify!($name), ".txt"))),+];

        $(
            #[tokio::test]
            async fn $name() {
                let table = include_str!(concat!(stringify!($name), ".txt"));
                let asked = walk(table).await;
                println!("{}: {asked} cells", stringify!($name));
                assert!(asked >= $least, "{asked}");
            }
        )+
    };
}

tables! {
    posts: 1000;
    pages: 500;
    blocks: 450;
    navigation: 500;
    media: 200;
    menus: 120;
    templates: 130;
    fonts: 60;
    terms: 150;
    comments: 300;
    users: 200;
    site: 100;
}

#[test]
fn every_endpoint_has_a_table() {
    let requests = requests(TABLES);
    let core = site_contract::core::routes();
    let mut missing = Vec::new();
    for spec in &core {
        let path = spec.path().strip_prefix("/core/v2").unwrap();
        let path = Regex::new(&format!("^{path}$")).unwrap();
        for endpoint in spec.endpoints() {
            let is_asked = requests.iter().any(|(method, asked)| {
                let methods = endpoint.methods();
                path.is_match(asked) && methods.iter().any(|one| one.as_str() == method)
            });
            if !is_asked {
                missing.push(format!("{:?} {}", endpoint.verb(), spec.path()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[tokio::test]
async fn an_invalid_filter_names_its_reason() {
    let site = Site::new().await;
    for (who, status) in [(Who::Anonymous, 401), (Who::Subscriber, 403)] {
        let answer = site.get(who, "/posts?status=draft").await;
        let detail = &answer.json()["data"]["details"]["status"];
        assert_eq!(detail["code"], "rest_forbidden_status");
        assert_eq!(detail["data"]["status"], status);
    }
    site.write(Who::Admin, json!({"title": "x", "status": "draft"}))
        .await;
    // Drafts of others are counted, but shown only to callers who may read them.
    let hidden = site.get(Who::Author, "/posts?status=draft").await;
    assert_eq!((hidden.ids().len(), hidden.header("x-wp-total")), (0, "1"));
}
