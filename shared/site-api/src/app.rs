//! The state that all requests of a function share. It resolves the site and the caller of a request.

use std::sync::Arc;

use heavy_work::CallerKey;
use http::request::Parts;
use http_edge::ClientAddress;
use items::Table;
use outbound::Outbound;
use ports::{Clock, Random, Sleeper, WorkQueue};
use secrecy::SecretString;
use seo_services::SeoServices;
use site_head::{HeadSettings, SettingsCache};
use site_mailbox::{Mailboxes, SiteMailbox};
use site_remote::RemoteFeeds;
use site_rest::{App, Locale, RestError, SiteContext, State, codes};
use site_spam::{SiteFilter, SpamFilter};
use site_store::{AuthError, Freshness, SiteStore, Tenant};
use site_urls::{Options, TenantResolver, throttle};
use vault::{KeyRing, PasswordError, PasswordHash};

use crate::caller::Caller;
use crate::credentials::{Credentials, Presented};
use crate::error::{OrRefuse, options_error};
use crate::item_cache::ItemCache;
use crate::ports::Ports;
use crate::rater::SiteRater;
use crate::rendered_texts::RenderedTexts;

/// For how many seconds a cached response may show what other sites said.
const REMOTE_PERIOD: i64 = 10 * 60;

/// The function's state, shared by all requests.
pub struct SiteApp {
    front: TenantResolver,
    table: Table,
    keyring: Arc<KeyRing>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    outbound: Outbound,
    work: Arc<dyn WorkQueue>,
    spam: SpamFilter,
    mailboxes: Mailboxes,
    seo: SeoServices,
    texts: RenderedTexts,
    item_cache: ItemCache,
    sleeper: Arc<dyn Sleeper>,
    head_settings: Arc<SettingsCache>,
}

impl SiteApp {
    /// The state with these ports.
    pub fn new(ports: Ports) -> Self {
        Self {
            front: TenantResolver::new(ports.sites, ports.options),
            table: ports.table,
            keyring: ports.keyring,
            clock: ports.clock,
            random: ports.random,
            outbound: ports.outbound,
            work: ports.work,
            spam: ports.spam,
            mailboxes: ports.mailboxes,
            seo: ports.seo,
            texts: RenderedTexts::new(),
            item_cache: ItemCache::new(),
            sleeper: ports.sleeper,
            head_settings: ports.head_settings,
        }
    }

    /// Addresses and behaviour of the site.
    pub const fn options(&self) -> &Options {
        self.front.options()
    }

    /// Hashes and checks application passwords.
    pub const fn keyring(&self) -> &Arc<KeyRing> {
        &self.keyring
    }

    /// Randomness.
    pub fn random(&self) -> &dyn Random {
        &*self.random
    }

    /// Work queues, for mails of the site.
    pub fn work(&self) -> &dyn WorkQueue {
        &*self.work
    }

    /// Waits for the outcome of a mail.
    pub fn sleeper(&self) -> &dyn Sleeper {
        &*self.sleeper
    }

    /// The site's table.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The cache of rendered texts.
    pub const fn texts(&self) -> &RenderedTexts {
        &self.texts
    }

    /// The cache of list items.
    pub const fn item_cache(&self) -> &ItemCache {
        &self.item_cache
    }

    /// The state of the data that cached responses depend on.
    ///
    /// # Errors
    /// The store fails.
    pub async fn state_of(&self, store: &SiteStore) -> Result<State, RestError> {
        let settings = self.head_settings(store).await?;
        Ok(State {
            data: store.version(),
            offset: store.zone().to_offset(self.now()).seconds(),
            settings: settings.version,
            period: self.now().as_second() / REMOTE_PERIOD,
        })
    }

    /// The settings of the heads of a site's public pages, which are read at most once a minute.
    ///
    /// # Errors
    /// The store fails.
    pub async fn head_settings(&self, store: &SiteStore) -> Result<HeadSettings, RestError> {
        let settings = self
            .head_settings
            .of(&self.table, store.tenant(), self.now());
        settings.await.map_err(options_error)
    }

    /// Has the settings of the heads read again at their next use.
    pub fn forget_head_settings(&self, store: &SiteStore) {
        self.head_settings.forget(store.tenant());
    }

    /// The guarded client for requests to other sites.
    pub const fn outbound(&self) -> &Outbound {
        &self.outbound
    }

    /// Feeds of other sites that one representation may show, for the site with this identifier.
    pub fn feeds<'a>(&'a self, site: &'a str) -> RemoteFeeds<'a> {
        RemoteFeeds::new(&self.outbound, &self.table, site, self.now())
    }

    /// The spam filter of a site.
    pub fn spam_filter(&self, store: &SiteStore, site: &SiteContext) -> SiteFilter {
        self.spam.of(store, &site.home)
    }

    /// The mailbox of a site.
    pub fn mailbox(&self, store: &SiteStore) -> SiteMailbox {
        let (parts, tenant) = (store.parts().clone(), store.tenant().clone());
        self.mailboxes.of(parts, tenant)
    }

    /// Connected services of the SEO namespace.
    pub const fn seo_services(&self) -> &SeoServices {
        &self.seo
    }

    /// The time, in whole seconds.
    pub fn now(&self) -> jiff::Timestamp {
        self.clock.now_seconds()
    }

    /// Hashes a password.
    ///
    /// # Errors
    /// Too many passwords are being hashed, or the computation fails.
    pub async fn hash_password(
        &self,
        password: &SecretString,
    ) -> Result<PasswordHash, PasswordError> {
        vault::password::hash(password.clone(), &*self.random).await
    }

    /// Whether a site accepts application passwords: over HTTPS, or in the local run.
    pub fn takes_passwords(&self, site: &SiteContext) -> bool {
        self.front.options().takes_passwords(&site.home)
    }

    /// The tenant and home address of a request.
    async fn addressed(&self, parts: &Parts) -> Result<(Tenant, String), RestError> {
        let found = self.front.resolve(parts).await.or_refuse()?;
        found.ok_or_else(|| RestError::new(&codes::UNKNOWN_SITE))
    }

    /// The store of a site, by its identifier.
    ///
    /// # Errors
    /// The identifier is invalid.
    pub fn store(&self, site: &str) -> Result<SiteStore, RestError> {
        let tenant = site.parse().map_err(RestError::internal)?;
        self.front.store(&tenant).or_refuse()
    }

    /// The site of a request, with data as recent as a request of its method requires.
    ///
    /// # Errors
    /// `unknown_site`, or the store fails.
    pub async fn open(&self, parts: &Parts) -> Result<(SiteContext, SiteStore), RestError> {
        let (tenant, home) = self.addressed(parts).await?;
        let store = self.front.store(&tenant).or_refuse()?;
        let reads = matches!(
            parts.method,
            http::Method::GET | http::Method::HEAD | http::Method::OPTIONS
        );
        let public = reads && matches!(Presented::of(&parts.headers), Presented::Nothing);
        let freshness = if public {
            Freshness::Trusted
        } else {
            Freshness::Asked
        };
        store.refresh(freshness).await.or_refuse()?;
        let site = SiteContext {
            site: tenant.to_string(),
            rest_root: format!("{home}{}", self.front.options().prefix),
            home,
            locale: Locale::named(&store.settings().language),
            is_renamed: false,
        };
        Ok((site, store))
    }

    async fn sign_in(
        &self,
        (site, store): (&str, SiteStore),
        credentials: &Credentials,
        parts: &Parts,
    ) -> Result<Caller, RestError> {
        let from = parts.extensions.get::<ClientAddress>().copied();
        let from = from.unwrap_or(ClientAddress(None));
        let address = from.0.map(|address| address.to_string());
        let checked = store
            .authenticate(
                &self.keyring,
                &credentials.login,
                &credentials.secret,
                address.as_deref(),
            )
            .await;
        let code = match checked {
            Ok(known) => {
                let caller = Caller::known(store, known).at_address(address);
                heavy_work::caller::identify(CallerKey::site_user(site, caller.id()));
                return Ok(caller);
            }
            Err(AuthError::Store(error)) => return Err(error).or_refuse(),
            Err(AuthError::InvalidUsername) => &codes::INVALID_USERNAME,
            Err(AuthError::InvalidEmail) => &codes::INVALID_EMAIL_LOGIN,
            Err(AuthError::IncorrectPassword) => &codes::INCORRECT_PASSWORD,
        };
        let user = store.user_by_login(&credentials.login);
        let subject = throttle::account(&store, user.as_deref(), &credentials.login);
        let now = self.clock.now();
        let counted = throttle::count(&self.table, &self.keyring, from, &subject, now).await;
        match counted {
            Ok(Some(wait)) => {
                Err(RestError::naming(&codes::TOO_MANY_ATTEMPTS, [&wait]).retry_after(wait))
            }
            Ok(None) => Err(RestError::new(code)),
            Err(error) => {
                // The request is refused even if it cannot be counted.
                tracing::warn!(target: "site", %error, "a wrong sign-in was not counted");
                Err(RestError::new(code))
            }
        }
    }
}

/// The network address of a client, if known.
fn address_of(parts: &Parts) -> Option<String> {
    let from = parts.extensions.get::<ClientAddress>()?;
    from.0.map(|address| address.to_string())
}

impl App for SiteApp {
    type Caller = Caller;

    async fn site_context(&self, parts: &Parts) -> Result<SiteContext, RestError> {
        Ok(self.open(parts).await?.0)
    }

    async fn identify(&self, parts: &Parts, site: &SiteContext) -> Result<Caller, RestError> {
        let rater = Arc::new(SiteRater::at(&site.home));
        let store = self.store(&site.site)?.rated_by(rater);
        if !self.takes_passwords(site) {
            return Ok(Caller::anonymous(store).at_address(address_of(parts)));
        }
        match Presented::of(&parts.headers) {
            Presented::Nothing => Ok(Caller::anonymous(store).at_address(address_of(parts))),
            Presented::Unreadable => Err(RestError::new(&codes::INVALID_USERNAME)),
            Presented::Credentials(credentials) => {
                self.sign_in((&site.site, store), &credentials, parts).await
            }
        }
    }

    async fn state(&self, parts: &Parts, site: &SiteContext) -> Option<State> {
        let may_be_cached = parts.method == http::Method::GET
            && matches!(Presented::of(&parts.headers), Presented::Nothing);
        if !may_be_cached {
            return None;
        }
        let store = self.store(&site.site).ok()?;
        // A request whose state is unknown is answered without the cache.
        self.state_of(&store).await.ok()
    }

    fn request_id(&self, _parts: &Parts) -> String {
        self.random.uuid().to_string()
    }
}
