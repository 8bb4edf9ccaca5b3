//! Makes a content site of a given size in a data folder that `pauta --data-dir` then serves.
//!
//! `cargo run --release -p pauta-tests --features measure --example generate_site -- --posts 10000 --data-dir site-10000`

use std::path::PathBuf;

use clap::Parser;
use local::parts::Data;
use local::system::{Options, System};
use pauta_tests::performance::populate::{Plan, populate};
use secrecy::ExposeSecret;
use site_store::Parts;

#[derive(Debug, Parser)]
struct Arguments {
    /// Published posts; drafts, pages, media, terms and authors come with them.
    #[arg(long, default_value_t = Plan::default().posts)]
    posts: u64,
    /// About how many bytes a post's body has.
    #[arg(long, default_value_t = Plan::default().body)]
    body: usize,
    /// The same seed makes the same site.
    #[arg(long, default_value_t = Plan::default().seed)]
    seed: u64,
    /// A folder that does not exist yet.
    #[arg(long)]
    data_dir: PathBuf,
}

#[tokio::main]
async fn main() {
    let arguments = Arguments::parse();
    if arguments.data_dir.exists() {
        eprintln!("error: {} is there already", arguments.data_dir.display());
        std::process::exit(2);
    }
    let anywhere = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
    let options = Options {
        platform: anywhere,
        site: anywhere,
        host_names: Vec::new(),
        data: Data::Folder(arguments.data_dir),
    };
    let mut system = System::prepare(options).await.unwrap();
    let parts = system.parts();
    let store = Parts::new(
        parts.site_table.clone(),
        parts.site_blobs.clone(),
        parts.clock.clone(),
        parts.random.clone(),
    );
    let plan = Plan {
        posts: arguments.posts,
        body: arguments.body,
        seed: arguments.seed,
    };
    populate(store, plan, |done| eprintln!("{done} posts")).await;
    if let Some(login) = system.site_login() {
        println!("login: {} {}", login.user, login.password.expose_secret());
    }
    // The logins of a first start are kept only after the system has served.
    system.serve().unwrap();
    system.stop().await;
}
