//! Runs the host contract suite against a deployed host, given by HOST_URL, HOST_USER and HOST_APP_PASSWORD
//! (`tests/wordpress/run.sh` starts one). Without these variables it reports that and passes.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use embedded::clock::SystemClock;
use host_client::Basic;
use pauta_tests::host_contract::{self, CHECKS, HostUnderTest};
use ports::Clock;

fn login(user: &str, password: &str) -> Option<Basic> {
    Some(Basic {
        user: std::env::var(user).ok()?,
        password: std::env::var(password).ok()?.into(),
    })
}

fn host() -> Option<HostUnderTest> {
    Some(HostUnderTest {
        url: std::env::var("HOST_URL").ok()?,
        admin: login("HOST_USER", "HOST_APP_PASSWORD")?,
        author: login("HOST_AUTHOR_USER", "HOST_AUTHOR_APP_PASSWORD"),
        reader: login("HOST_READER_USER", "HOST_READER_APP_PASSWORD"),
        keeps_faq: std::env::var_os("HOST_KEEPS_FAQ").is_some(),
        names_wrong_credentials: false,
        clock: Arc::new(SystemClock),
        run: format!("r{}", SystemClock.now().as_millisecond()),
        counter: AtomicU64::new(0),
    })
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let Some(host) = host() else {
        println!("host contract: skipped; run it with tests/wordpress/run.sh");
        return ExitCode::SUCCESS;
    };
    println!(
        "host contract: {} checks against {}",
        CHECKS.len(),
        host.url
    );
    let failed = host_contract::run(Arc::new(host), |check, passed| {
        println!("{check} ... {}", if passed { "ok" } else { "FAILED" });
    })
    .await;
    for failure in &failed {
        println!("\n{}: {}", failure.check, failure.why);
    }
    println!("host contract: {} of {} failed", failed.len(), CHECKS.len());
    ExitCode::from(u8::from(!failed.is_empty()))
}
