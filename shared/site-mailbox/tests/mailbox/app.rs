//! A site whose providers are the fakes.

use std::sync::Arc;

use embedded::clock::{SettableClock, SystemClock};
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use embedded::random::SeededRandom;
use items::Table;
use jiff::SignedDuration;
use outbound::{Outbound, Policy};
use ports::Sleeper;
use secrecy::SecretString;
use service_fakes::{FakeServices, Service};
use site_mailbox::{Beginning, Mailbox, Mailboxes, Provider, SendError, SiteMailbox};
use site_store::{Parts, Tenant};
use vault::KeyRing;

const NOW: &str = "2026-11-25T12:00:00Z";

pub const ADDRESS: &str = "contato@jardim.example";

/// A mail that the mailbox sends, as it is encoded.
pub const RAW: &str = "MIME-Version: 1.0\r\nFrom: Jardim <contato@jardim.example>\r\nTo: ana@exemplo.com\r\n\
                       Bcc: oculta@exemplo.com\r\nSubject: Mudas\r\n\r\nTexto\r\n";

pub struct TestApp {
    pub fakes: FakeServices,
    pub clock: Arc<SettableClock>,
    pub engine: Engine,
    parts: Parts,
    pub mailboxes: Mailboxes,
}

impl TestApp {
    pub async fn new() -> Self {
        let clock = Arc::new(SettableClock::at(NOW.parse().unwrap()));
        Self::made(clock.clone(), clock).await
    }

    /// A deployment whose processes wait for each other in real time.
    pub async fn waiting() -> Self {
        let clock = Arc::new(SettableClock::at(NOW.parse().unwrap()));
        Self::made(clock, Arc::new(SystemClock)).await
    }

    async fn made(clock: Arc<SettableClock>, sleeper: Arc<dyn Sleeper>) -> Self {
        let engine = Engine::memory().unwrap();
        let table = Table::new(engine.client(), "site");
        table.create().await.unwrap();
        let random = Arc::new(SeededRandom::new(11));
        let keyring = Arc::new(KeyRing::generate(&*random));
        let parts = Parts::new(
            table,
            Arc::new(MemoryBlobs::default()),
            clock.clone(),
            random,
        );
        let fakes = FakeServices::start().await.unwrap();
        fakes.sign_in(ADDRESS);
        let addresses = fakes.environment();
        let outbound = Outbound::new(Policy::local()).unwrap();
        let mailboxes = Mailboxes::of_environment(keyring, sleeper, outbound, |name| match name {
            "MAILBOX_GOOGLE_CLIENT_ID" | "MAILBOX_MICROSOFT_CLIENT_ID" => {
                Some("cliente".to_owned())
            }
            "MAILBOX_GOOGLE_CLIENT_SECRET" | "MAILBOX_MICROSOFT_CLIENT_SECRET" => {
                Some("segredo-do-cliente".to_owned())
            }
            name => {
                let mut addresses = addresses.iter();
                let (_, address) = addresses.find(|(known, _)| *known == name)?;
                Some(address.clone())
            }
        });
        Self {
            fakes,
            clock,
            engine,
            parts,
            mailboxes: mailboxes.unwrap(),
        }
    }

    /// The mailbox of a site.
    pub fn of(&self, site: &str) -> SiteMailbox {
        self.mailboxes.of(self.parts.clone(), site.parse().unwrap())
    }

    /// The mailbox of the main site.
    pub fn mailbox(&self) -> SiteMailbox {
        self.of(Tenant::main().as_str())
    }

    /// Connects the main site.
    pub async fn connect(&self, provider: Provider) -> Mailbox {
        let mailbox = self.mailbox();
        let begun = mailbox
            .begin(Beginning {
                provider,
                user: 7,
                client: None,
                redirect_uri: "https://jardim.example/rest/mail-smtp/oauth_callback"
                    .parse()
                    .unwrap(),
                login_hint: None,
            })
            .await
            .unwrap();
        let back = self.fakes.consent_at(&begun.url).await.unwrap().unwrap();
        let of = |name: &str| {
            let found = back.query_pairs().find(|(known, _)| known == name);
            found.unwrap().1.into_owned()
        };
        let pending = mailbox.pending(&of("state")).await.unwrap().unwrap();
        assert!(mailbox.take(&pending).await.unwrap());
        let code = SecretString::from(of("code"));
        mailbox.complete(pending, code).await.unwrap()
    }

    /// Sends a mail through the mailbox.
    pub async fn send(&self) -> Result<(), SendError> {
        let opened = self.mailbox().open().await.unwrap().unwrap();
        opened.send(RAW.as_bytes()).await
    }

    /// The connection as it is stored.
    pub async fn stored(&self) -> Mailbox {
        self.mailbox().mailbox().await.unwrap().unwrap()
    }

    pub fn wait(&self, minutes: i64) {
        self.clock.advance(SignedDuration::from_mins(minutes));
    }

    /// Number of calls of a token endpoint since the fakes were cleared.
    pub fn renewals(&self, service: Service) -> usize {
        let calls = self.fakes.calls(service);
        calls
            .iter()
            .filter(|call| call.path.ends_with("/token"))
            .count()
    }
}

/// The services of a provider: tokens, and mail.
pub const fn services(provider: Provider) -> (Service, Service) {
    match provider {
        Provider::Google => (Service::GoogleOauth, Service::Gmail),
        Provider::Microsoft => (Service::MicrosoftLogin, Service::MicrosoftGraph),
    }
}
