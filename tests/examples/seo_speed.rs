//! Measures heads and the index of the content site, in process and in memory: `get_head`, lists of 100 posts with and without
//! heads, and the indexing of all posts in portions. Prints two Markdown tables.
//!
//! ```sh
//! cargo run --release -p pauta-tests --features measure --example seo_speed
//! ```
//!
//! Kinds of requests take turns, so that a change of the machine's speed meets all of them.

use std::time::{Duration, Instant};

use clap::Parser;
use pauta_tests::app::{Basic, TestApp, TestRequest};
use pauta_tests::performance::populate::{Plan, populate};
use serde_json::json;
use site_store::{Parts, SiteStore};

#[derive(Debug, Parser)]
struct Arguments {
    /// Published posts; drafts and pages come with them and are indexed too.
    #[arg(long, default_value_t = 10_000)]
    posts: u64,
    /// Requests of each kind, of which the median counts.
    #[arg(long, default_value_t = 101)]
    requests: usize,
}

/// The members of a post besides its heads.
const MEMBERS: &str = "id,date,date_gmt,guid,modified,modified_gmt,slug,status,type,link,title,content,excerpt,author,\
                       featured_media,comment_status,ping_status,sticky,template,format,meta,categories,tags,class_list,_links";

#[tokio::main]
async fn main() {
    let arguments = Arguments::parse();
    let app = TestApp::new().await;
    let parts = &app.parts;
    let store = Parts::new(
        parts.site_table.clone(),
        parts.site_blobs.clone(),
        parts.clock.clone(),
        parts.random.clone(),
    );
    let plan = Plan {
        posts: arguments.posts,
        ..Plan::default()
    };
    let store = populate(store, plan, |done| eprintln!("{done} posts")).await;
    heads(&app, &store, arguments.requests).await;
    println!();
    indexing(&app, &app.basic()).await;
}

/// A kind of request: its name, its address, and whether each address is new, so that no response is cached.
struct Asked {
    name: &'static str,
    path: String,
    anew: bool,
}

async fn heads(app: &TestApp, store: &SiteStore, requests: usize) {
    let filter = site_store::ContentFilter::all(domain::site::Kind::Post);
    let middle = store.list(&filter).await.unwrap().items[0];
    let slug = store.summary(middle).unwrap().unwrap().slug;
    let home = app.parts.site_url.trim_end_matches('/');
    let list = "/rest/core/v2/posts?per_page=100";
    let asked = |name, path: String, anew| Asked { name, path, anew };
    let all = [
        asked(
            "get_head of a post",
            format!("/rest/seo/v1/get_head?url={home}/{slug}/"),
            true,
        ),
        asked(
            "one post, without heads",
            format!("/rest/core/v2/posts/{middle}?_fields={MEMBERS}"),
            true,
        ),
        asked(
            "one post, with heads",
            format!("/rest/core/v2/posts/{middle}?_fields={MEMBERS},seo_head,seo_head_json"),
            true,
        ),
        asked(
            "100 posts, without heads",
            format!("{list}&_fields={MEMBERS}"),
            true,
        ),
        asked(
            "100 posts, with heads",
            format!("{list}&_fields={MEMBERS},seo_head,seo_head_json"),
            true,
        ),
        asked("100 posts, cached items", list.to_owned(), true),
        asked("100 posts, cached response", list.to_owned(), false),
    ];
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); all.len()];
    let mut bytes = vec![0; all.len()];
    for number in 0..requests {
        for (place, asked) in all.iter().enumerate() {
            let mut path = asked.path.clone();
            if asked.anew {
                let sign = if path.contains('?') { '&' } else { '?' };
                path.push_str(&format!("{sign}unheard={number}"));
            }
            let begun = Instant::now();
            let answer = app.ask_site(None, TestRequest::get(path)).await;
            times[place].push(begun.elapsed());
            assert!(answer.status.is_success(), "{}", answer.text);
            bytes[place] = answer.text.len();
        }
    }
    println!("| request | median ms | KB |");
    println!("|---|---|---|");
    let mut medians = Vec::new();
    for ((asked, times), bytes) in all.iter().zip(&mut times).zip(bytes) {
        times.sort();
        let median = times[times.len() / 2].as_secs_f64() * 1e3;
        println!("| {} | {median:.2} | {} |", asked.name, bytes / 1024);
        medians.push(median);
    }
    println!(
        "\nwith heads ÷ without: one post {:.2}, 100 posts {:.2}",
        medians[2] / medians[1],
        medians[4] / medians[3]
    );
}

async fn indexing(app: &TestApp, login: &Basic) {
    println!(
        "| job | calls | objects | store requests per call | read units | write units | longest call ms | median ms |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for job in ["indexing/posts", "indexing/terms", "link-indexing/posts"] {
        let (mut times, mut objects, mut most) = (Vec::new(), 0, 0);
        let (mut reads, mut writes): (f64, f64) = (0.0, 0.0);
        loop {
            app.parts.site_table.meter().take();
            let path = format!("/rest/seo/v1/{job}");
            let begun = Instant::now();
            let answer = app.ask_site(Some(login), TestRequest::post(path, json!({})));
            let answer = answer.await.expect(200);
            times.push(begun.elapsed());
            let used = app.parts.site_table.meter().take();
            most = most.max(used.total());
            reads = reads.max(used.read_units);
            writes = writes.max(used.write_units);
            objects += answer.json["objects"].as_array().map_or(0, Vec::len);
            if answer.json["next_url"] == false {
                break;
            }
        }
        times.sort();
        let ms = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
        println!(
            "| {job} | {} | {objects} | at most {most} | at most {reads} | at most {writes} | {:.1} | {:.1} |",
            times.len(),
            ms(times.last()),
            ms(times.get(times.len() / 2))
        );
    }
}
