//! The system in one process: starts and stops routers, workers and scheduled tasks.

use std::net::SocketAddr;
use std::sync::Arc;

use central_log::{Collector, flush};
use embedded::reserve::essential;
use mailer::{SavedServerMail, SmtpConfig, SmtpMail};
use platform_http::layers;
use settings::{ProviderAddresses, SettingKey};
use site_mail::SiteMails;
use site_store::{Sites, Tenant};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use url::Host;

use crate::data_folder::{self, DataFolder};
use crate::first_start::{self, Administrator, CLIENT_EMAIL, Choices, SiteLogin};
use crate::host_names::HostNames;
use crate::parts::{Data, Parts};
use crate::serve::{Limits, Served, listen, serve};
use crate::start_error::StartError;
use crate::work::{
    Workers, consume, erase_mails, forget_mails, remove_hourly, tick, tick_hourly, watch_folder,
};
use crate::{full_disk, logs, machine, platform, public_url, refusal, request_body, site};

/// Share of a small machine's memory that decoded pictures may take.
const PICTURES: u64 = 4;

/// Options of a start.
#[derive(Debug, Clone)]
pub struct Options {
    /// Listening address of the platform; port 0 selects a free port.
    pub platform: SocketAddr,
    /// Listening address of the content site; port 0 selects a free port.
    pub site: SocketAddr,
    /// Host names at which both listeners answer, beside loopback names and their own addresses.
    pub host_names: Vec<Host>,
    /// Where data are stored.
    pub data: Data,
}

/// The system, prepared or running.
pub struct System {
    parts: Parts,
    data: Data,
    folder: Option<DataFolder>,
    listeners: Option<[(TcpListener, HostNames); 2]>,
    administrator: Option<Administrator>,
    administrator_email: Option<String>,
    site_login: Option<SiteLogin>,
    site_sign_in: Option<SiteLogin>,
    mail_server: Option<String>,
    end: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
    log: Option<Collector>,
}

impl System {
    /// Starts the system; on return the listeners answer.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn start(options: Options) -> Result<Self, StartError> {
        let mut system = Self::prepare(options).await?;
        system.serve()?;
        Ok(system)
    }

    /// Prepares the system: on return the logins are known and the listeners accept connections, but no
    /// request is answered yet.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn prepare(options: Options) -> Result<Self, StartError> {
        Self::prepare_with(options, Choices::default()).await
    }

    /// Like [`Self::prepare`], with the user's choices.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn prepare_with(options: Options, choices: Choices) -> Result<Self, StartError> {
        let folder = match &options.data {
            Data::Memory => None,
            Data::Folder(folder) => Some(folder.clone()),
        };
        let prepared = Self::prepared(options, choices).await;
        prepared.map_err(|error| match (error, folder) {
            (StartError::Other(error), Some(folder)) => {
                data_folder::refused_for_full_disk(&folder).unwrap_or(StartError::Other(error))
            }
            (error, _) => error,
        })
    }

    async fn prepared(options: Options, choices: Choices) -> Result<Self, StartError> {
        let platform_listener = listen("the platform", "--platform-addr", options.platform).await?;
        let site_listener = listen("the content site", "--site-addr", options.site).await?;
        let address = |listener: &TcpListener| listener.local_addr().map_err(StartError::other);
        let (platform_address, site_address) =
            (address(&platform_listener)?, address(&site_listener)?);
        let names = |address: SocketAddr| HostNames::new(address.ip(), &options.host_names);
        let folder = match &options.data {
            Data::Memory => None,
            Data::Folder(folder) => Some(DataFolder::open(folder, choices.on_damage)?),
        };
        if let Some(folder) = &folder {
            folder.hold_parts()?;
        }
        let mut parts = Parts::new(
            &options.data,
            &public_url::of(platform_address),
            &public_url::of(site_address),
        )
        .await?;
        if !platform_address.ip().to_canonical().is_loopback() {
            parts.mailbox = None;
        }
        // A settings file that cannot be read is an error now, not at the first mail.
        let settings = parts.settings.read().await.map_err(StartError::other)?;
        let mail_server = settings
            .has_mail_server()
            .then(|| settings.text(SettingKey::SmtpHost).map(str::to_owned));
        let first = essential(first_start::prepare_asking(&parts, choices.ask_name)).await?;
        Ok(Self {
            parts,
            data: options.data.clone(),
            folder,
            listeners: Some([
                (platform_listener, names(platform_address)),
                (site_listener, names(site_address)),
            ]),
            administrator: first.administrator,
            administrator_email: first.administrator_email,
            site_login: first.site_login,
            site_sign_in: first.site_sign_in,
            mail_server: mail_server.flatten(),
            end: watch::channel(false).0,
            tasks: Vec::new(),
            log: None,
        })
    }

    /// Sends mail through a server instead of storing it, unless another one is saved in the settings. Has an effect
    /// before [`Self::serve`] only.
    pub fn send_mail_through(&mut self, server: SmtpConfig) {
        let (parts, from) = (&mut self.parts, server.from.clone());
        self.mail_server
            .get_or_insert_with(|| format!("{}:{}", server.host, server.port));
        let of_environment = Arc::new(SmtpMail::new(server, parts.clock.clone()));
        parts.mail = Arc::new(SavedServerMail::new(
            parts.settings.clone(),
            of_environment,
            from,
            parts.clock.clone(),
            parts.outbound.guard().clone(),
        ));
    }

    /// Calls the providers of texts, images and stock photos at other addresses. Has an effect before [`Self::serve`]
    /// only.
    pub fn call_providers_at(&mut self, addresses: ProviderAddresses) {
        self.parts.providers = addresses;
    }

    /// Writes what `collector` collects to the central log, about once a second and when the system stops. Has an
    /// effect before [`Self::serve`] only.
    pub fn write_log(&mut self, collector: Collector) {
        self.log = Some(collector);
    }

    /// Starts to answer requests and to run the workers. Called after the logins were displayed.
    ///
    /// # Errors
    /// [`StartError`] when the marker of the first start cannot be removed.
    pub fn serve(&mut self) -> Result<(), StartError> {
        let Some(
            [
                (platform_listener, platform_names),
                (site_listener, site_names),
            ],
        ) = self.listeners.take()
        else {
            return Ok(());
        };
        if let Some(folder) = &self.folder {
            folder.keep()?;
        }
        let parts = &self.parts;
        let sites = site::records(parts);
        let platform = Served {
            router: full_disk::marked(platform::assemble(parts).0),
            refusing: platform::refusing(parts),
            late: layers::late_body,
            names: platform_names,
        };
        let site = Served {
            router: full_disk::marked(site::assemble(parts, &sites)),
            refusing: refusal::of_site(),
            late: request_body::bare,
            names: site_names,
        };
        let workers = Workers::of(parts, &sites);
        let site_mails = SiteMails::new(workers.site.parts.clone(), Tenant::main());
        let memory = machine::memory().unwrap_or(u64::MAX);
        pictures::limit_memory(memory / PICTURES);
        let files = machine::open_files(Limits::FILES).unwrap_or(Limits::FILES);
        let (limits, ended) = (Limits::within(memory, files), self.end.subscribe());
        self.tasks = vec![
            tokio::spawn(serve(platform_listener, platform, limits, ended.clone())),
            tokio::spawn(serve(site_listener, site, limits, ended.clone())),
            tokio::spawn(consume(parts.queue.clone(), workers.clone(), ended.clone())),
            tokio::spawn(tick_hourly(workers.logs.clone(), ended.clone())),
            tokio::spawn(tick(parts.engine.clone(), workers, ended.clone())),
        ];
        self.tasks.push(tokio::spawn(erase_mails(
            parts.outbox.clone(),
            site_mails,
            self.end.subscribe(),
        )));
        let (outbox, clock) = (parts.outbox.clone(), parts.clock.clone());
        self.tasks.push(tokio::spawn(forget_mails(
            outbox,
            clock,
            self.end.subscribe(),
        )));
        if let Some(folder) = &self.folder {
            let (path, removed) = (folder.path().to_owned(), folder.removed());
            let ended = self.end.subscribe();
            self.tasks
                .push(tokio::spawn(remove_hourly(path, removed, ended.clone())));
            let held = folder.held().clone();
            self.tasks.push(tokio::spawn(watch_folder(
                held,
                parts.engine.clone(),
                ended,
            )));
        }
        if let Some(collector) = &self.log {
            let sink = Arc::new(parts.logs.clone());
            self.tasks
                .push(tokio::spawn(logs::write(collector.clone(), sink, ended)));
        }
        Ok(())
    }

    /// Stops listening, completes the work in progress, and ends all tasks.
    pub async fn stop(self) {
        // Fails only when all tasks have ended already.
        let _ = self.end.send(true);
        for task in self.tasks {
            if let Err(error) = task.await {
                tracing::error!(%error, "a part of the system ended badly");
            }
        }
        // After everything else, so that it includes what was logged while stopping.
        if let Some(collector) = &self.log {
            flush(collector, &self.parts.logs).await;
        }
    }

    /// Adapters.
    pub const fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Where data are stored.
    pub const fn data(&self) -> &Data {
        &self.data
    }

    /// Public URL of the platform.
    pub fn platform_url(&self) -> &str {
        self.parts.platform_url.as_str().trim_end_matches('/')
    }

    /// Address at which the mails of the outbox are read; `None` when the platform listens beyond this machine.
    pub fn mailbox_url(&self) -> Option<String> {
        let secret = self.parts.mailbox.as_ref()?;
        Some(format!("{}{}", self.platform_url(), secret.path()))
    }

    /// Public URL of the site.
    pub fn site_url(&self) -> &str {
        &self.parts.site_url
    }

    /// URL of the site's REST interface, with a trailing slash.
    pub fn rest_root(&self) -> String {
        site::rest_root(&self.parts)
    }

    /// Administrator created by this start, if any.
    pub const fn administrator(&self) -> Option<&Administrator> {
        self.administrator.as_ref()
    }

    /// E-mail address of the first administrator.
    pub fn administrator_email(&self) -> Option<&str> {
        self.administrator_email.as_deref()
    }

    /// Application password on the site created by this start, if any.
    pub const fn site_login(&self) -> Option<&SiteLogin> {
        self.site_login.as_ref()
    }

    /// Login for the site's authorisation page created by this start, if any.
    pub const fn site_sign_in(&self) -> Option<&SiteLogin> {
        self.site_sign_in.as_ref()
    }

    /// Mail server in use at the start; `None` when mail is stored in the outbox.
    pub fn mail_server(&self) -> Option<&str> {
        self.mail_server.as_deref()
    }

    /// Client e-mail address of the site that the first start registers.
    pub const fn client_email(&self) -> &'static str {
        CLIENT_EMAIL
    }
}

impl Workers {
    /// Workers and scheduled tasks on these adapters.
    pub fn of(parts: &Parts, sites: &Arc<Sites>) -> Self {
        Self {
            publication: publication_worker::Ports {
                store: parts.store.clone(),
                blobs: parts.blobs.clone(),
                keyring: parts.keyring.clone(),
                hosts: parts.hosts(),
                notifications: parts.work.clone(),
                searches: parts.work.clone(),
                events: parts.events.clone(),
                zone: parts.zone.clone(),
                clock: parts.clock.clone(),
                sleeper: parts.sleeper.clone(),
            },
            notification: platform::notification_ports(parts),
            generation: generation_worker::Ports {
                store: parts.store.clone(),
                settings: parts.settings.clone(),
                blobs: parts.blobs.clone(),
                ai: parts.ai(),
                clock: parts.clock.clone(),
                sleeper: parts.sleeper.clone(),
                zone: parts.zone.clone(),
                times: Default::default(),
                stopping: Arc::default(),
            },
            search: search_worker::Ports {
                store: parts.store.clone(),
                access: parts.search_access(),
                indexing: parts.indexing.clone(),
                clock: parts.clock.clone(),
            },
            publishing: publishing_tick::Ports {
                store: parts.store.clone(),
                blobs: parts.blobs.clone(),
                publications: parts.work.clone(),
                notifications: parts.work.clone(),
                generations: parts.work.clone(),
                searches: parts.work.clone(),
                clock: parts.clock.clone(),
                random: parts.random.clone(),
            },
            site: site::tick_ports(parts, sites),
            logs: log_tick::Ports {
                logs: parts.logs.clone(),
                clock: parts.clock.clone(),
                zone: parts.zone.clone(),
            },
            lifecycle: parts.lifecycle.clone(),
        }
    }
}
