//! The service, its client and a clock.

use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use outbound::{CircuitRule, Outbound, Policy};
use ports::Clock;
use secrecy::SecretString;
use service_fakes::{FakeServices, Service};
use spam_service::{Checked, ServiceAddress, SpamService};

/// A key that the service knows.
pub const KEY: &str = "0123456789ab";
/// Failures that open the circuit, and for how long.
pub const RULE: CircuitRule = CircuitRule {
    failures: 2,
    pause: SignedDuration::from_secs(30),
};

/// A clock that only changes when it is advanced.
pub struct ManualClock(Mutex<Timestamp>);

impl ManualClock {
    pub fn advance(&self, seconds: i64) {
        *self.0.lock().unwrap() += SignedDuration::from_secs(seconds);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }
}

pub struct Setup {
    pub fakes: FakeServices,
    pub clock: Arc<ManualClock>,
    pub service: SpamService,
}

pub fn key() -> SecretString {
    KEY.into()
}

pub async fn setup() -> Setup {
    let fakes = FakeServices::start().await.unwrap();
    let url = fakes.url(Service::Akismet);
    let address = ServiceAddress::of(|_| Some(url.clone())).unwrap();
    let clock = Arc::new(ManualClock(Mutex::new(
        Timestamp::from_second(1_000).unwrap(),
    )));
    let outbound = Outbound::new(Policy::local()).unwrap();
    let service = SpamService::with_rule(outbound, address, clock.clone(), RULE);
    Setup {
        fakes,
        clock,
        service,
    }
}

impl Setup {
    /// The fields of the last call.
    pub fn sent(&self) -> serde_json::Value {
        let calls = self.fakes.calls(Service::Akismet);
        calls.last().unwrap().body.clone().unwrap()
    }

    pub fn number_of_calls(&self) -> usize {
        self.fakes.calls(Service::Akismet).len()
    }
}

/// A comment with a value of its own in each field.
pub fn checked(content: &str) -> Checked {
    Checked {
        blog: "https://site.example/".into(),
        blog_lang: "pt_br".into(),
        blog_charset: "UTF-8".into(),
        user_ip: "192.0.2.7".into(),
        user_agent: "Navegador/1".into(),
        referrer: "https://busca.example/".into(),
        permalink: "https://site.example/pao/".into(),
        comment_type: "comment".into(),
        comment_author: "Ana".into(),
        comment_author_email: "ana@mail.example".into(),
        comment_author_url: "https://ana.example".into(),
        comment_content: content.into(),
        comment_date_gmt: "2026-11-24T02:00:00Z".into(),
        comment_post_id: "54".into(),
        comment_parent: "7".into(),
        comment_post_modified_gmt: "2026-11-01T08:00:00Z".into(),
        user_role: "subscriber".into(),
        recheck_reason: "recheck_queue".into(),
        is_test: true,
    }
}
