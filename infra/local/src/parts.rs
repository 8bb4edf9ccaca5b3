//! Adapters of the local process: database, blobs, queue, mail, clock, and the public URLs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ai_client::AiClient;
use domain::platform::time_zone::zone_of;
use embedded::blobs::{FolderBlobs, Lifecycle};
use embedded::clock::SystemClock;
use embedded::dynamo::Engine;
use embedded::events::LogEvents;
use embedded::memory_blobs::MemoryBlobs;
use embedded::queue::MemoryQueue;
use embedded::random::SystemRandom;
use embedded::reserve::{Reserve, essential};
use embedded::secrets::{FileSecrets, MemorySecrets};
use embedded::settings_file::FileSettings;
use embedded::signed_urls::LocalUrls;
use host_client::HostClient;
use items::Table;
use jiff::tz::TimeZone;
use language_tool::LanguageTool;
use log_store::LogStore;
use mailer::{SavedServerMail, Sender};
use outbound::{Guard, Outbound, OwnMachine, Policy, SystemResolver};
use platform_store::PlatformStore;
use ports::{Blobs, Clock, Events, Mail, Random, Secrets, Sleeper, WorkQueue};
use search_access::{INDEXING_SWITCH, IndexingPolicy, SearchAccess};
use search_console::{GoogleClient, SearchConsole, SearchEndpoints};
use secrecy::ExposeSecret;
use seo_services::SeoServices;
use settings::{ProviderAddresses, SealedSettings, Settings, SettingsStore};
use site_mailbox::Mailboxes;
use site_spam::SpamFilter;
use url::Url;
use vault::KeyRing;

use crate::data_folder;
use crate::mailbox::MailboxSecret;
use crate::outbox::Outbox;
use crate::start_error::StartError;

/// Where data are stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Data {
    /// In memory, for the life of the process.
    Memory,
    /// In a folder.
    Folder(PathBuf),
}

/// Adapters for all routers and workers.
#[derive(Clone)]
pub struct Parts {
    /// Database engine.
    pub engine: Engine,
    /// Records of the platform.
    pub store: PlatformStore,
    /// Central log.
    pub logs: LogStore,
    /// Table of the site.
    pub site_table: Table,
    /// Blobs of the platform.
    pub blobs: Arc<dyn Blobs>,
    /// The same blobs, to delete expired uploads.
    pub lifecycle: Arc<dyn Lifecycle>,
    /// Blobs of the site.
    pub site_blobs: Arc<dyn Blobs>,
    /// Key ring for encryption and signatures.
    pub keyring: Arc<KeyRing>,
    /// Settings that administrators change.
    pub settings: Settings,
    /// Queue inside the process.
    pub queue: Arc<MemoryQueue>,
    /// The same queue, for senders.
    pub work: Arc<dyn WorkQueue>,
    /// Outbox for mail that is not sent.
    pub outbox: Arc<Outbox>,
    /// Secret of the address at which the outbox is read; `None` when it has no address.
    pub mailbox: Option<MailboxSecret>,
    /// Mail adapter in use.
    pub mail: Arc<dyn Mail>,
    /// Events for integrators.
    pub events: Arc<dyn Events>,
    /// Clock.
    pub clock: Arc<dyn Clock>,
    /// Waits.
    pub sleeper: Arc<dyn Sleeper>,
    /// Random numbers and UUIDs.
    pub random: Arc<dyn Random>,
    /// Guarded outbound HTTP client, which may call loopback addresses here.
    pub outbound: Outbound,
    /// Client of the site for addresses that its users and texts name: of this machine it reaches the site only.
    pub site_outbound: Outbound,
    /// Spam filter of the site.
    pub spam: SpamFilter,
    /// Mailboxes that sites are connected with.
    pub mailboxes: Mailboxes,
    /// Connected services of the site's SEO namespace.
    pub seo: SeoServices,
    /// LanguageTool server, if there is one.
    pub language_tool: Option<LanguageTool>,
    /// Base addresses of the providers of texts and images.
    pub providers: ProviderAddresses,
    /// The search provider.
    pub search_console: Arc<dyn SearchConsole>,
    /// Whether indexing requests are sent.
    pub indexing: IndexingPolicy,
    /// Public URL of the platform.
    pub platform_url: Url,
    /// Public URL of the site, without a trailing slash.
    pub site_url: String,
    /// Time zone of days and of the times that people read.
    pub zone: TimeZone,
    /// Whether error responses may contain technical details (APP_DEBUG=1).
    pub debug: bool,
}

/// Adapters with persistent state.
struct Storage {
    engine: Engine,
    secrets: Box<dyn Secrets>,
    blobs: Arc<dyn Blobs>,
    lifecycle: Arc<dyn Lifecycle>,
    site_blobs: Arc<dyn Blobs>,
    outbox: Option<PathBuf>,
    settings: Option<PathBuf>,
    reserve: Option<Reserve>,
}

impl Storage {
    fn of(data: &Data, document: impl FnOnce() -> String) -> Result<Self, StartError> {
        match data {
            Data::Memory => Self::in_memory(document),
            Data::Folder(folder) => Self::in_folder(folder, document),
        }
    }

    fn in_memory(document: impl FnOnce() -> String) -> Result<Self, StartError> {
        let blobs = Arc::new(MemoryBlobs::default());
        Ok(Self {
            engine: Engine::memory().map_err(StartError::other)?,
            secrets: Box::new(MemorySecrets(document())),
            blobs: blobs.clone(),
            lifecycle: blobs,
            site_blobs: Arc::new(MemoryBlobs::default()),
            outbox: None,
            settings: None,
            reserve: None,
        })
    }

    fn in_folder(folder: &Path, document: impl FnOnce() -> String) -> Result<Self, StartError> {
        data_folder::prepare(folder)?;
        let unusable = |reason: String| {
            data_folder::refused_for_full_disk(folder)
                .unwrap_or_else(|| data_folder::refused(folder, reason))
        };
        let blobs = |part: &str| {
            FolderBlobs::new(folder.join(data_folder::BLOBS).join(part))
                .retained_by(data_folder::retention(folder), part)
        };
        let store = folder.join(data_folder::STORE);
        let reserve = Reserve::open(&store);
        let blobs = |part: &str| blobs(part).beside(reserve.clone());
        let site_blobs = Arc::new(blobs("site"));
        let blobs = Arc::new(blobs("platform"));
        Ok(Self {
            engine: Engine::open_with(&store, Some(reserve.clone()))
                .map_err(|error| unusable(error.to_string()))?,
            secrets: Box::new(
                FileSecrets::open_or_create(folder.join(data_folder::SECRETS), document)
                    .map_err(|error| unusable(error.to_string()))?,
            ),
            blobs: blobs.clone(),
            lifecycle: blobs,
            site_blobs,
            outbox: Some(folder.join(data_folder::OUTBOX)),
            settings: Some(folder.join(data_folder::SETTINGS)),
            reserve: Some(reserve),
        })
    }
}

/// The platform's records, which this process alone uses from now on.
fn platform_store(
    table: Table,
    blobs: &Arc<dyn Blobs>,
    zone: &TimeZone,
    clock: &dyn Clock,
) -> PlatformStore {
    PlatformStore::new(table)
        .with_lists(Arc::clone(blobs), zone.clone())
        .alone_since(clock.now())
}

/// The table `name` of the engine, created unless it exists.
async fn created(engine: &Engine, name: &'static str) -> Result<Table, StartError> {
    let table = Table::new(engine.client(), name);
    // With a full disk as well: people who start it then want to delete.
    essential(table.create()).await.map_err(StartError::other)?;
    Ok(table)
}

/// The document of a new key ring.
fn generated_key_ring(random: &dyn Random) -> String {
    let document = KeyRing::generate(random).to_document();
    document.expose_secret().to_owned()
}

/// A variable of the environment.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The addresses of the providers that the environment replaces.
fn provider_addresses() -> Result<ProviderAddresses, StartError> {
    ProviderAddresses::of(variable).map_err(no_url)
}

/// A variable that is no URL.
fn no_url(key: &'static str) -> StartError {
    StartError::Setting {
        key,
        reason: "a URL is expected".to_owned(),
    }
}

/// The store of saved settings: a file, or the platform's table for a system in memory.
fn saved_settings(
    file: Option<PathBuf>,
    table: &Table,
    keyring: &Arc<KeyRing>,
    random: &Arc<dyn Random>,
) -> Arc<dyn SettingsStore> {
    match file {
        Some(file) => Arc::new(FileSettings::new(file)),
        None => Arc::new(SealedSettings::new(
            table.clone(),
            keyring.clone(),
            random.clone(),
        )),
    }
}

/// Sender of the mails of the local run, unless the settings name another one.
fn local_sender() -> Result<Sender, StartError> {
    Sender::new("pauta@localhost.localdomain", Some("Pauta")).map_err(StartError::other)
}

/// The time zone that the environment names.
///
/// # Errors
/// [`StartError::Setting`] when it is unknown.
pub fn time_zone() -> Result<TimeZone, StartError> {
    zone_of(variable("APP_TIME_ZONE").as_deref()).map_err(|error| StartError::Setting {
        key: "APP_TIME_ZONE",
        reason: error.to_string(),
    })
}

/// The outbox in `folder`, or in memory.
fn opened_outbox(
    folder: Option<PathBuf>,
    sender: &Sender,
    clock: &Arc<dyn Clock>,
    reserve: Option<Reserve>,
) -> Result<Arc<Outbox>, StartError> {
    let data = folder.as_deref().and_then(Path::parent).map(Path::to_owned);
    let outbox = Outbox::open(folder, sender.clone(), clock.clone());
    let outbox = outbox.map(|outbox| outbox.beside(reserve));
    outbox.map(Arc::new).map_err(|error| match data {
        Some(data) => data_folder::refused_file(&data, data_folder::OUTBOX, &error),
        None => StartError::other(error),
    })
}

/// The key ring of stored secrets.
async fn key_ring(secrets: &dyn Secrets) -> Result<Arc<KeyRing>, StartError> {
    let document = secrets.document().await.map_err(StartError::other)?;
    let keyring = KeyRing::parse(&document).map_err(StartError::other)?;
    Ok(Arc::new(keyring))
}

/// The client of the platform, whose users name hosts and servers on this machine too, but not the platform itself.
fn platform_outbound(platform_url: &str) -> Result<Outbound, StartError> {
    let own = Url::parse(platform_url).map_err(StartError::other)?;
    let guard = Guard::new(Policy::local(), Arc::new(SystemResolver));
    let guard = match own.port_or_known_default() {
        Some(port) => guard.without_port(port),
        None => guard,
    };
    Outbound::with_guard(guard).map_err(StartError::other)
}

/// The client of the site for addresses that its users and texts name.
fn site_outbound(site_url: &str) -> Result<Outbound, StartError> {
    let base = Url::parse(site_url).map_err(StartError::other)?;
    let guard = Guard::new(Policy::public(), Arc::new(SystemResolver));
    Outbound::with_guard(guard.on(OwnMachine::serving(&base))).map_err(StartError::other)
}

/// The search provider at the addresses that the environment replaces.
fn search_console(outbound: &Outbound) -> Result<Arc<dyn SearchConsole>, StartError> {
    let endpoints = SearchEndpoints::of(variable).map_err(no_url)?;
    Ok(Arc::new(GoogleClient::new(outbound.clone(), endpoints)))
}

/// Whether the environment switches indexing requests off.
fn indexing() -> Result<IndexingPolicy, StartError> {
    let value = variable(INDEXING_SWITCH);
    IndexingPolicy::parse(value.as_deref(), time_zone()?).map_err(|error| StartError::Setting {
        key: INDEXING_SWITCH,
        reason: error.to_string(),
    })
}

/// The connected services of the site's SEO namespace, with the keys of the platform's settings.
fn seo_services(
    outbound: &Outbound,
    clock: &Arc<dyn Clock>,
    settings: &Settings,
) -> Result<SeoServices, StartError> {
    let made = SeoServices::of_environment(outbound, clock, settings.clone(), variable);
    made.map_err(|key| StartError::Setting {
        key,
        reason: "a URL, or a number, is expected".to_owned(),
    })
}

/// The LanguageTool server that the environment names.
fn language_tool(outbound: &Outbound) -> Result<Option<LanguageTool>, StartError> {
    LanguageTool::of_environment(outbound.clone(), variable).map_err(|key| StartError::Setting {
        key,
        reason: "a URL, or both a user name and a key, are expected".to_owned(),
    })
}

impl Parts {
    /// Adapters in memory without listeners, to inspect routers.
    pub async fn memory() -> Result<Self, StartError> {
        let nowhere = "http://localhost";
        Self::new(&Data::Memory, nowhere, nowhere).await
    }

    /// Adapters of a system with these public URLs and data.
    pub async fn new(data: &Data, platform_url: &str, site_url: &str) -> Result<Self, StartError> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let random: Arc<dyn Random> = Arc::new(SystemRandom);
        let Storage {
            engine,
            secrets,
            blobs,
            lifecycle,
            site_blobs,
            outbox,
            settings,
            reserve,
        } = Storage::of(data, || generated_key_ring(&*random))?;
        let keyring = key_ring(&*secrets).await?;
        let table = created(&engine, "platform").await?;
        let site_table = created(&engine, "site").await?;
        let log_table = created(&engine, "log").await?;
        let zone = time_zone()?;
        let sender = local_sender()?;
        let outbox = opened_outbox(outbox, &sender, &clock, reserve)?;
        let queue = Arc::<MemoryQueue>::default();
        let saved = saved_settings(settings, &table, &keyring, &random);
        let settings = Settings::new(saved, variable);
        let outbound = platform_outbound(platform_url)?;
        let mail = SavedServerMail::new(
            settings.clone(),
            outbox.clone(),
            sender,
            clock.clone(),
            outbound.guard().clone(),
        );
        let spam = SpamFilter::of_environment(
            site_table.clone(),
            keyring.clone(),
            random.clone(),
            clock.clone(),
            outbound.clone(),
            variable,
        );
        let sleeper: Arc<dyn Sleeper> = Arc::new(SystemClock);
        let mailboxes =
            Mailboxes::of_environment(keyring.clone(), sleeper.clone(), outbound.clone(), variable);
        Ok(Self {
            spam: spam.map_err(no_url)?,
            mailboxes: mailboxes.map_err(no_url)?,
            seo: seo_services(&outbound, &clock, &settings)?,
            engine,
            settings,
            store: platform_store(table, &blobs, &zone, &*clock),
            logs: LogStore::new(log_table, zone.clone()),
            site_table,
            blobs,
            lifecycle,
            site_blobs,
            keyring,
            work: queue.clone(),
            queue,
            mail: Arc::new(mail),
            outbox,
            mailbox: Some(MailboxSecret::draw(&*random)),
            events: Arc::new(LogEvents),
            clock,
            sleeper,
            random,
            providers: provider_addresses()?,
            search_console: search_console(&outbound)?,
            indexing: indexing()?,
            language_tool: language_tool(&outbound)?,
            outbound,
            site_outbound: site_outbound(site_url)?,
            platform_url: Url::parse(platform_url).map_err(StartError::other)?,
            site_url: site_url.to_owned(),
            zone,
            debug: std::env::var("APP_DEBUG").is_ok_and(|value| value == "1"),
        })
    }

    /// Signed URLs of the platform's images, served by the platform.
    pub fn urls(&self) -> LocalUrls {
        LocalUrls::new(
            self.platform_url.clone(),
            self.keyring.clone(),
            self.blobs.clone(),
            self.clock.clone(),
        )
    }

    /// Clients of the providers of texts and images.
    pub fn ai(&self) -> AiClient {
        AiClient::new(self.outbound.clone(), self.providers.clone())
    }

    /// Access of sites to the search console.
    pub fn search_access(&self) -> SearchAccess {
        SearchAccess {
            store: self.store.clone(),
            keyring: self.keyring.clone(),
            settings: self.settings.clone(),
            console: self.search_console.clone(),
            clock: self.clock.clone(),
            sleeper: self.sleeper.clone(),
            random: self.random.clone(),
        }
    }

    /// Client for host sites.
    pub fn hosts(&self) -> HostClient {
        HostClient::new(self.outbound.clone())
    }
}

#[cfg(test)]
mod tests {
    use domain::platform::log::{LogEntry, LogLevel};
    use log_store::LogFilter;

    use super::*;

    async fn parts(folder: &Path) -> Parts {
        let (data, nowhere) = (Data::Folder(folder.to_owned()), "http://localhost");
        Parts::new(&data, nowhere, nowhere).await.unwrap()
    }

    #[tokio::test]
    async fn the_log_survives_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let first = parts(folder.path()).await;
        let now = first.clock.now();
        let entry = LogEntry {
            level: LogLevel::Error,
            channel: "site-core".to_owned(),
            message: "a picture cannot be read".to_owned(),
            context: serde_json::Map::new(),
            source_ref: None,
            count: 3,
            first_at: now,
            last_at: now,
        };
        first.logs.append(&[entry]).await.unwrap();
        drop(first);
        let second = parts(folder.path()).await;
        let listed = second
            .logs
            .list(&LogFilter::default(), 0, 20)
            .await
            .unwrap();
        assert_eq!((listed.total, listed.entries[0].count), (1, 3));
    }
}
