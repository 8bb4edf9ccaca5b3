//! Measures the content site in a data folder that `generate_site` made: each kind of request beside a baseline, at
//! several numbers of connections. Prints a Markdown table. The folder is written to.
//!
//! `cargo run --release -p pauta-tests --features measure --example site_speed -- --data-dir site-10000`

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clap::Parser;
use local::parts::{Data, Parts};
use local::system::{Options, System};
use pauta_tests::performance::floor::Floor;
use pauta_tests::performance::load::{Connection, Found, load};
use pauta_tests::performance::questions::{Question, questions};
use secrecy::ExposeSecret;
use site_store::{Freshness, SiteStore, Tenant};
use tokio::runtime::{Builder, Handle, Runtime};

#[derive(Debug, Parser)]
struct Arguments {
    /// Data folder.
    #[arg(long)]
    data_dir: PathBuf,
    /// Duration of each load, in milliseconds.
    #[arg(long, default_value_t = 1500)]
    milliseconds: u64,
    /// Numbers of connections.
    #[arg(long, value_delimiter = ',', default_value = "1,2,8")]
    connections: Vec<u64>,
    /// Only requests whose name contains this text.
    #[arg(long, default_value = "")]
    only: String,
}

/// Current and peak memory of this process, in MB.
fn memory() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let read = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        number.unwrap_or_default() / 1024
    };
    (read("VmRSS:"), read("VmHWM:"))
}

/// The site's records as another process sees them, and an administrator's login.
async fn enter(parts: &Parts) -> (SiteStore, String) {
    let store = local::site::records(parts).site(&Tenant::main()).unwrap();
    store.refresh(Freshness::Asked).await.unwrap();
    let person = store.user_by_login("redacao").unwrap();
    let (_, password) = store
        .create_app_password(&parts.keyring, person.id, "Medida", None)
        .await
        .unwrap();
    let plain = format!("redacao:{}", password.expose_secret());
    (store, format!("Basic {}", STANDARD.encode(plain)))
}

/// Addresses of the servers under load.
struct Places {
    site: SocketAddr,
    floor: SocketAddr,
    responses: Floor,
    clients: Handle,
}

impl Places {
    /// Runs a load on threads of its own, apart from the server's.
    async fn load(
        &self,
        to: SocketAddr,
        arguments: &Arguments,
        connections: u64,
        how: How,
    ) -> Found {
        let lasting = Duration::from_millis(arguments.milliseconds);
        let (question, anew) = match how {
            How::Again(question) => (question, false),
            How::Anew(question) => (question, true),
        };
        let begin = unheard();
        let ask = move |number| {
            if anew {
                question.anew(begin + number)
            } else if question.writes() {
                question.titled(begin + number)
            } else {
                question.again()
            }
        };
        let running = self.clients.spawn(load(to, connections, lasting, ask));
        running.await.unwrap()
    }

    async fn measure(&self, question: &Question, arguments: &Arguments) {
        let mut connection = Connection::open(self.site).await;
        let ask = question.again();
        if !question.writes() {
            let (_, headers, body) = connection.ask(&ask).await;
            assert_ne!(&body[..], b"[]", "{} finds nothing", question.name);
            self.responses.record(&ask.address, headers, body);
        }
        for &connections in &arguments.connections {
            let floor = if question.writes() {
                None
            } else {
                let how = How::Again(question.clone());
                Some(self.load(self.floor, arguments, connections, how).await)
            };
            let again = How::Again(question.clone());
            let again = self.load(self.site, arguments, connections, again).await;
            let anew = if question.writes() || !question.is_public() {
                None
            } else {
                let how = How::Anew(question.clone());
                Some(self.load(self.site, arguments, connections, how).await)
            };
            println!("{}", row(question.name, connections, floor, &again, anew));
        }
    }
}

enum How {
    Again(Question),
    Anew(Question),
}

/// A number that no earlier load of this process started from.
fn unheard() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(10_000_000, Ordering::Relaxed)
}

fn row(
    name: &str,
    connections: u64,
    floor: Option<Found>,
    again: &Found,
    anew: Option<Found>,
) -> String {
    let times = |found: &Found| {
        format!(
            "{:.0} | {:.2} | {:.2}",
            found.per_second(),
            found.quantile(0.5),
            found.quantile(0.99)
        )
    };
    let (floor_text, ratio) = match &floor {
        None => ("| | ".to_owned(), String::new()),
        Some(floor) => {
            let ratio = floor.per_second() / again.per_second().max(f64::EPSILON);
            (times(floor), format!("{ratio:.1}×"))
        }
    };
    let anew = anew.map_or("| | ".to_owned(), |anew| times(&anew));
    format!(
        "| {name} | {connections} | {floor_text} | {} | {ratio} | {anew} |",
        times(again)
    )
}

async fn run(arguments: Arguments, clients: &Runtime) {
    let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
    let mut system = System::prepare(Options {
        platform: anywhere,
        site: anywhere,
        host_names: Vec::new(),
        data: Data::Folder(arguments.data_dir.clone()),
    })
    .await
    .unwrap();
    let (store, login) = enter(system.parts()).await;
    let questions = questions(&store, &login);
    drop(store);
    system.serve().unwrap();
    let site = system
        .site_url()
        .trim_start_matches("http://")
        .parse()
        .unwrap();
    let responses = Floor::default();
    let floor = responses.serve().await;
    let places = Places {
        site,
        floor,
        responses,
        clients: clients.handle().clone(),
    };
    let mut connection = Connection::open(site).await;
    let first = |name: &'static str| {
        let question = questions.iter().find(|question| question.name == name);
        question.unwrap().again()
    };
    for name in ["list", "search"] {
        let ask = first(name);
        let begin = Instant::now();
        connection.ask(&ask).await;
        let (now, most) = memory();
        let took = begin.elapsed().as_millis();
        println!("first {name}: {took} ms; then {now} MB resident, {most} MB at most");
    }
    println!();
    println!(
        "| question | connections | floor/s | p50 ms | p99 ms | again/s | p50 ms | p99 ms | floor ÷ again | anew/s | p50 ms | p99 ms |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for question in questions
        .iter()
        .filter(|one| one.name.contains(&arguments.only))
    {
        places.measure(question, &arguments).await;
    }
    let (now, most) = memory();
    println!("\nat the end: {now} MB resident, {most} MB at most");
    system.stop().await;
}

fn main() {
    let arguments = Arguments::parse();
    let servers = Builder::new_multi_thread().enable_all().build().unwrap();
    let clients = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    servers.block_on(run(arguments, &clients));
    clients.shutdown_background();
    servers.shutdown_background();
}
