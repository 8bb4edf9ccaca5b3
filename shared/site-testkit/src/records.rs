//! Records of a test site in memory, and the ports over them.

use std::sync::Arc;

use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use embedded::random::SeededRandom;
use items::Table;
use jiff::SignedDuration;
use outbound::{Outbound, Policy};
use site_api::{Options, Ports, SeoServices};
use site_mailbox::Mailboxes;
use site_spam::SpamFilter;
use site_store::{Parts, SiteStore, Sites, Tenant};
use vault::KeyRing;

/// Home address of the test site.
pub const HOME: &str = "https://exemplo.com.br";
/// Time of the fixed clock: 07:00 in São Paulo.
pub const NOW: &str = "2024-05-01T10:00:00Z";

/// What a site keeps, and what it draws and reads.
#[derive(Clone)]
pub struct Records {
    /// The site's table.
    pub table: Table,
    /// The blob store.
    pub blobs: Arc<MemoryBlobs>,
    /// The clock.
    pub clock: Arc<SettableClock>,
    /// Random numbers, the same in each test.
    pub random: Arc<SeededRandom>,
    /// The key ring.
    pub keyring: Arc<KeyRing>,
    /// The adapters of the store.
    pub parts: Parts,
}

impl Records {
    /// Nothing in memory.
    pub async fn new() -> Self {
        let table = Table::new(Engine::memory().unwrap().client(), "site");
        Self::over(table).await
    }

    /// A table that does not exist yet.
    pub async fn over(table: Table) -> Self {
        table.create().await.unwrap();
        let random = Arc::new(SeededRandom::new(7));
        let keyring = Arc::new(KeyRing::generate(&*random));
        let clock = Arc::new(SettableClock::at(NOW.parse().unwrap()));
        let blobs = Arc::new(MemoryBlobs::default());
        let parts = Parts::new(table.clone(), blobs.clone(), clock.clone(), random.clone());
        Self {
            table,
            blobs,
            clock,
            random,
            keyring,
            parts,
        }
    }

    /// The site for the tests' own writes, as another process has it.
    pub fn store(&self) -> SiteStore {
        let parts = Parts {
            // The site must treat the tests' writes to the store as those of another process.
            trust: SignedDuration::ZERO,
            ..self.parts.clone()
        };
        Sites::new(parts).site(&Tenant::main()).unwrap()
    }

    /// A spam filter that `environment` describes, which may call services on this machine.
    pub fn spam(&self, environment: impl Fn(&str) -> Option<String>) -> SpamFilter {
        let filter = SpamFilter::of_environment(
            self.table.clone(),
            Arc::clone(&self.keyring),
            self.random.clone(),
            self.clock.clone(),
            Outbound::new(Policy::local()).unwrap(),
            environment,
        );
        filter.unwrap()
    }

    /// Mailboxes that `environment` describes, which may be on this machine.
    pub fn mailboxes(&self, environment: impl Fn(&str) -> Option<String>) -> Mailboxes {
        let mailboxes = Mailboxes::of_environment(
            Arc::clone(&self.keyring),
            self.clock.clone(),
            Outbound::new(Policy::local()).unwrap(),
            environment,
        );
        mailboxes.unwrap()
    }

    /// The ports of a function, as deployed without outside services.
    pub fn ports(&self, options: Options) -> Ports {
        Ports {
            sites: Arc::new(Sites::new(self.parts.clone())),
            table: self.table.clone(),
            keyring: Arc::clone(&self.keyring),
            clock: self.clock.clone(),
            random: self.random.clone(),
            // As deployed: requests to this machine and to private networks are refused.
            outbound: Outbound::new(Policy::cloud()).unwrap(),
            work: Arc::<embedded::queue::MemoryQueue>::default(),
            sleeper: self.clock.clone(),
            // A closed port, where no test calls the service.
            spam: self
                .spam(|name| (name == "SPAM_SERVICE_URL").then(|| "http://127.0.0.1:9".to_owned())),
            mailboxes: self.mailboxes(|_| None),
            seo: SeoServices::default(),
            head_settings: Arc::default(),
            options,
        }
    }
}
