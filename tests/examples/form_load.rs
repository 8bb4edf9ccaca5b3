//! Sends submissions of a contact form at a fixed rate to the local run, from many addresses of the loopback network because the
//! limit counts by address, and proves that every one that was answered with `mail_sent` is stored and its mail sent.
//!
//! `cargo run --release -p pauta-tests --features measure --example form_load -- --per-second 200 --seconds 10`

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use clap::Parser;
use contact_form::form::template::{Site, new_form};
use form_store::{FormStore, NewForm, SubmissionFilter, SubmissionStatus};
use http::{Request, header};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use local::parts::Data;
use local::site::{records, store_parts};
use local::system::{Options, System};
use serde_json::Value;
use site_store::Tenant;
use tokio::net::TcpSocket;
use tokio::task::JoinSet;

/// Submissions from one address; the limit is 60 in ten minutes.
const OF_ONE_ADDRESS: u32 = 50;

// The allocator of the local run.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Debug, Parser)]
struct Arguments {
    /// Submissions in a second.
    #[arg(long, default_value_t = 200)]
    per_second: u32,
    /// Duration in seconds.
    #[arg(long, default_value_t = 10)]
    seconds: u32,
}

/// Sends one submission from an address of its own and returns the status of the answer, or the HTTP status.
async fn submit(to: SocketAddr, form: u64, number: u32, addresses: u32) -> (String, Duration) {
    let begin = Instant::now();
    let [_, _, high, low] = (number % addresses + 2).to_be_bytes();
    let socket = TcpSocket::new_v4().unwrap();
    socket
        .bind(SocketAddr::from(([127, 1, high, low], 0)))
        .unwrap();
    let stream = socket.connect(to).await.unwrap();
    let (mut sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let mut body = String::new();
    for (name, value) in [
        ("_contactform_unit_tag", "contactform-f1-o1".to_owned()),
        ("your-name", format!("Leitora {number}")),
        ("your-email", format!("leitora{number}@example.com")),
        ("your-subject", format!("Pedido {number}")),
        (
            "your-message",
            "Bom dia, gostaria de encomendar um bolo para sábado.".to_owned(),
        ),
    ] {
        body.push_str(&format!(
            "--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        ));
    }
    body.push_str("--b--\r\n");
    let path = format!("/rest/contact-form/v1/contact-forms/{form}/feedback");
    let request = Request::post(path)
        .header(header::HOST, to.to_string())
        .header(
            header::USER_AGENT,
            "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0",
        )
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=b")
        .body(Full::new(Bytes::from(body)))
        .unwrap();
    // A server at its limit closes connections; such a submission was not answered.
    let Ok(response) = sender.send_request(request).await else {
        return ("no answer".to_owned(), begin.elapsed());
    };
    let code = response.status();
    let Ok(body) = response.into_body().collect().await else {
        return ("no answer".to_owned(), begin.elapsed());
    };
    let bytes = body.to_bytes();
    let answer: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let status = answer["status"].as_str().map(str::to_owned);
    (status.unwrap_or_else(|| code.to_string()), begin.elapsed())
}

/// The number of stored submissions by status.
async fn stored(forms: &FormStore) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let mut cursor = None;
    loop {
        let filter = SubmissionFilter::default();
        let page = forms.submissions(&filter, cursor, 100).await.unwrap();
        for submission in &page.submissions {
            *counts
                .entry(format!("{:?}", submission.status))
                .or_default() += 1;
        }
        cursor = page.next;
        if cursor.is_none() {
            return counts;
        }
    }
}

async fn create_form(system: &System) -> (FormStore, u64) {
    let parts = system.parts();
    let site = records(parts).site(&Tenant::main()).unwrap();
    let forms = FormStore::new(
        store_parts(parts),
        Tenant::main(),
        Arc::clone(&parts.keyring),
    );
    let mut form = new_form(&Site {
        domain: "example.com",
        locale: "pt_BR",
    });
    form.mail.recipient = "equipe@example.com".to_owned();
    let new = NewForm {
        title: "Carga".to_owned(),
        slug: None,
        hash: None,
        locale: form.locale.clone(),
        document: serde_json::to_value(&form).unwrap(),
    };
    let created = forms.create_form(&site, &new).await.unwrap();
    (forms, created.head.id)
}

#[tokio::main]
async fn main() {
    let arguments = Arguments::parse();
    let folder = tempfile::tempdir().unwrap();
    let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
    let mut system = System::prepare(Options {
        platform: anywhere,
        site: anywhere,
        host_names: Vec::new(),
        data: Data::Folder(folder.path().to_owned()),
    })
    .await
    .unwrap();
    system.serve().unwrap();
    let (forms, form) = create_form(&system).await;
    let to: SocketAddr = system
        .site_url()
        .trim_start_matches("http://")
        .parse()
        .unwrap();
    let pause = Duration::from_secs(1) / arguments.per_second;
    let submissions = arguments.per_second * arguments.seconds;
    let addresses = submissions.div_ceil(OF_ONE_ADDRESS);
    let begin = tokio::time::Instant::now();
    let mut running = JoinSet::new();
    for number in 0..submissions {
        tokio::time::sleep_until(begin + pause * number).await;
        running.spawn(submit(to, form, number, addresses));
    }
    let offered = begin.elapsed();
    let answers = running.join_all().await;
    let took = begin.elapsed();
    let mut statuses: BTreeMap<&str, usize> = BTreeMap::new();
    for (status, _) in &answers {
        *statuses.entry(status).or_default() += 1;
    }
    let mut times: Vec<Duration> = answers.iter().map(|(_, time)| *time).collect();
    times.sort_unstable();
    let quantile = |part: f64| {
        let place = (times.len().saturating_sub(1)) as f64 * part;
        times[place.round() as usize].as_millis()
    };
    let rate = |took: Duration| answers.len() as f64 / took.as_secs_f64();
    let kept = stored(&forms).await;
    println!(
        "offered {:.0} a second, answered {:.0} a second",
        rate(offered),
        rate(took)
    );
    println!(
        "p50 {} ms, p95 {} ms, p99 {} ms, max {} ms",
        quantile(0.5),
        quantile(0.95),
        quantile(0.99),
        quantile(1.0)
    );
    println!("answers {statuses:?}, stored {kept:?}");
    let sent = statuses.get("mail_sent").copied().unwrap_or_default();
    let proven = kept.get(&format!("{:?}", SubmissionStatus::Sent)).copied();
    system.stop().await;
    println!(
        "losses: {}",
        sent.saturating_sub(proven.unwrap_or_default())
    );
    assert_eq!(proven.unwrap_or_default(), sent);
}
