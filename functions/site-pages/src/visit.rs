//! One request: the site it is for, its data and its language.

use std::sync::Arc;

use cookie::Cookie;
use http::request::Parts;
use markup::render::RenderOptions;
use site_store::{Freshness, Settings, SiteStore, StoreError};
use web::address::ClientAddress;

use crate::Site;
use crate::words::Words;

/// Why there is no page.
#[derive(Debug)]
pub enum Miss {
    /// Nothing is there, or nothing that this reader may see.
    NotFound,
    /// Too many wrong passwords; seconds to wait.
    TooMany(u64),
    /// Too many requests at once of a kind that costs much; seconds to wait.
    Busy(u64),
    /// A form that this site's own page did not send.
    Forged,
    /// The store failed.
    Store(StoreError),
    /// Something of ours failed.
    Internal(String),
}

impl From<StoreError> for Miss {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<askama::Error> for Miss {
    fn from(error: askama::Error) -> Self {
        Self::Internal(error.to_string())
    }
}

/// What a page is made of, or why there is none.
pub type Found<T> = Result<T, Miss>;

/// A request and the site it is for.
pub struct Visit {
    /// The home address, without a slash at its end.
    pub home: String,
    /// The REST root, without a slash at its end.
    pub rest_root: String,
    /// Where every page leads to the interface, each address with its relation.
    pub interfaces: Vec<(&'static str, String)>,
    /// The site's data.
    pub store: SiteStore,
    /// Its settings.
    pub settings: Arc<Settings>,
    /// Texts in its language.
    pub words: &'static Words,
    /// The request.
    pub parts: Parts,
}

impl Visit {
    /// How the site shows texts.
    pub fn look(&self) -> RenderOptions {
        RenderOptions {
            emoticons: self.settings.use_smilies,
        }
    }

    /// Opens the site that a request is for; none when no site answers there.
    ///
    /// # Errors
    /// The store fails.
    pub async fn open(
        site: &Site,
        parts: Parts,
        freshness: Freshness,
    ) -> Result<Option<Self>, StoreError> {
        let Some((tenant, home)) = site.front.addressed(&parts).await? else {
            return Ok(None);
        };
        let store = site.front.store(&tenant)?;
        store.refresh(freshness).await?;
        let settings = store.settings();
        Ok(Some(Self {
            rest_root: format!("{home}{}", site.front.options().prefix),
            interfaces: site.front.options().interfaces(&home),
            home,
            words: Words::of(&settings.language),
            settings,
            store,
            parts,
        }))
    }

    /// The links to the interface as the value of a `Link` header (RFC 8288).
    pub fn discovery(&self) -> String {
        let links = self
            .interfaces
            .iter()
            .map(|(relation, address)| format!("<{address}>; rel=\"{relation}\""));
        links.collect::<Vec<_>>().join(", ")
    }

    /// The value of a parameter of the query.
    pub fn query(&self, name: &str) -> Option<String> {
        let query = self.parts.uri.query()?;
        url::form_urlencoded::parse(query.as_bytes())
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
    }

    /// The value of a cookie.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        let all = self.parts.headers.get_all(http::header::COOKIE).iter();
        all.filter_map(|value| value.to_str().ok())
            .flat_map(Cookie::split_parse)
            .filter_map(Result::ok)
            .find(|cookie| cookie.name() == name)
            .and_then(|cookie| cookie.value_raw())
    }

    /// The address that the request comes from.
    pub fn address(&self) -> ClientAddress {
        let address = self.parts.extensions.get::<ClientAddress>();
        address.copied().unwrap_or(ClientAddress(None))
    }

    /// The path below the home address, such as `category/doces/`.
    pub fn path(&self) -> &str {
        self.parts.uri.path().trim_start_matches('/')
    }

    /// Whether the site is reached over HTTPS, so that cookies may insist on it.
    pub fn is_secure(&self) -> bool {
        self.home.starts_with("https://")
    }

    /// How many posts a page lists.
    pub fn per_page(&self) -> u64 {
        u64::try_from(self.settings.posts_per_page)
            .unwrap_or(10)
            .clamp(1, 100)
    }
}
