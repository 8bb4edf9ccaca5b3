//! Measures the memory and time of sign-ins without a known login: resident memory before and after 2,000 of them on
//! each half, and their duration.
//!
//! ```sh
//! cargo run --release -p pauta-tests --features measure --example sign_in_memory
//! ```
//!
//! Each sign-in uses an address and an account of its own, so that no limit refuses it before its password is hashed.
//! The store is that of a data folder. The table is written to standard output.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use http::{Request, header};
use http_edge::ClientAddress;
use local::first_start;
use local::parts::{Data, Parts};
use serde_json::json;
use tokio::task::JoinSet;
use tower::ServiceExt;

const SIGN_INS: u32 = 2_000;

/// Numbers of concurrent sign-ins: one, as many as the process accepts, and more than that.
const AT_ONCE: [u32; 3] = [1, 32, 200];

#[tokio::main]
async fn main() {
    let folder = std::env::temp_dir().join(format!("pauta-sign-ins-{}", std::process::id()));
    local::data_folder::prepare(&folder).unwrap();
    let nowhere = "http://localhost";
    let data = Data::Folder(folder.clone());
    let parts = Parts::new(&data, nowhere, nowhere).await.unwrap();
    first_start::prepare(&parts).await.unwrap();
    let (platform, _) = local::platform::assemble(&parts);
    let site = local::site::assemble(&parts, &local::site::records(&parts));
    println!(
        "| {SIGN_INS} sign-ins | at once | seconds | refused as busy | MB before | MB after |"
    );
    println!("|---|---|---|---|---|---|");
    let mut number = 0;
    for at_once in AT_ONCE {
        run("platform", &platform, login, at_once, &mut number).await;
        run("site", &site, page, at_once, &mut number).await;
    }
    std::fs::remove_dir_all(folder).unwrap();
}

fn login(number: u32) -> Request<Body> {
    let body = json!({ "email": format!("n{number}@agencia.test"), "password": "errada errada" });
    Request::post("/api/v1/auth/login")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()))
        .unwrap()
}

fn page(number: u32) -> Request<Body> {
    let form = format!("act=sign_in&login=n{number}&password=errada");
    Request::post("/authorize-application?app_name=Editor")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from(form))
        .unwrap()
}

/// Sends all sign-ins and prints a line of the table.
async fn run(
    half: &str,
    router: &Router,
    request: fn(u32) -> Request<Body>,
    at_once: u32,
    number: &mut u32,
) {
    let before = resident();
    let begun = Instant::now();
    let first = *number;
    *number += SIGN_INS;
    let next = Arc::new(std::sync::atomic::AtomicU32::new(first));
    let mut running = JoinSet::new();
    for _ in 0..at_once {
        let (router, next) = (router.clone(), next.clone());
        running.spawn(async move {
            let mut busy = 0;
            loop {
                let number = next.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                if number >= first + SIGN_INS {
                    return busy;
                }
                let mut request = request(number);
                let address = IpAddr::V4(Ipv4Addr::from_bits(0x0A00_0000 + number));
                request
                    .extensions_mut()
                    .insert(ClientAddress(Some(address)));
                match router
                    .clone()
                    .oneshot(request)
                    .await
                    .unwrap()
                    .status()
                    .as_u16()
                {
                    401 => {}
                    503 => busy += 1,
                    other => panic!("{other}"),
                }
            }
        });
    }
    let busy: u32 = running.join_all().await.iter().sum();
    println!(
        "| {half} | {at_once} | {:.1} | {busy} | {before:.0} | {:.0} |",
        begun.elapsed().as_secs_f64(),
        resident()
    );
}

/// Current resident memory, in MB.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    let kilobytes = line.unwrap().split_whitespace().nth(1).unwrap();
    kilobytes.parse::<f64>().unwrap() * 1024.0 / 1e6
}
