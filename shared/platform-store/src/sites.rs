//! Sites, their encrypted host passwords, their members, and cached responses of their hosts.
//!
//! A site is listed under its identifier, in the list of all sites, and under each of its owner and
//! members; one transaction writes all of them. The lists are read from the base table with consistent
//! reads, not from a secondary index, so a new site appears in the very next list.

use domain::platform::host_origin::HostOrigin;
use domain::platform::id::{SiteId, UserId};
use domain::platform::site_record::Site;
use items::{Condition, Entry, ItemsError, Key, Query, Write};
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::PlatformStore;
use crate::idempotency::{Claim, Work};
use crate::users::user_key;

/// Maximum number of members of a site. One transaction, which takes at most 100 writes, must be able
/// to exchange all members and the owner: two writes per added user, one per removed user, two for the
/// owners' counters.
pub const MOST_MEMBERS: usize = 30;

/// Partition of the list of all sites.
const ALL: &str = "SITES";

/// Key of a site's record. A transaction that adds something to a site includes a check that this
/// record exists.
pub fn site_key(site: SiteId) -> Key {
    Key::new(format!("SITE#{site}"), "SITE")
}

/// Key of the counter of a site's posts, soft-deleted ones included. Every transaction that creates or
/// moves a post updates it; a site can be deleted only at 0.
pub fn site_posts_key(site: SiteId) -> Key {
    Key::new("COUNT", format!("SITE_POSTS#{site}"))
}

/// Key of the counter of sites that a user owns. Every transaction that sets an owner updates it; a
/// user can be deleted only at 0.
pub(crate) fn owned_sites_key(user: UserId) -> Key {
    Key::new("COUNT", format!("OWNED_SITES#{user}"))
}

fn secret_key(site: SiteId) -> Key {
    Key::new(format!("SITE#{site}"), "SECRET")
}

/// Key of a site's connection to the search console.
pub(crate) fn search_connection_key(site: SiteId) -> Key {
    Key::new(format!("SITE#{site}"), "SEARCH")
}

/// Key of a site's words. They end with the site.
pub(crate) fn words_key(site: SiteId) -> Key {
    Key::new(format!("SITE#{site}"), "WORDS")
}

fn listed_key(site: SiteId) -> Key {
    Key::new(ALL, format!("{:020}", site.0))
}

fn own_key(user: UserId, site: SiteId) -> Key {
    Key::new(format!("USER#{user}"), format!("SITE#{:020}", site.0))
}

fn answer_key(site: SiteId, answer: HostAnswer) -> Key {
    Key::new(format!("SITE#{site}"), format!("CACHE#{}", answer.name()))
}

/// Query for the identifiers of the sites in `scope`, in the order of their creation.
fn pointers(scope: SiteScope) -> Query {
    match scope {
        SiteScope::All => Query::prefix(ALL, ""),
        SiteScope::Own(user) => Query::prefix(format!("USER#{user}"), "SITE#"),
    }
}

/// Which sites a list contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteScope {
    /// All sites.
    All,
    /// Sites that the user owns or is a member of.
    Own(UserId),
}

/// Change of a site's encrypted host password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretChange {
    /// Keep it.
    Keep,
    /// Replace it by this ciphertext.
    Set(String),
    /// Delete it.
    Clear,
}

impl SecretChange {
    fn write(self, site: SiteId) -> Result<Option<Write>, ItemsError> {
        let key = secret_key(site);
        Ok(match self {
            Self::Keep => None,
            Self::Set(sealed) => Some(Write::Put(Entry::new(key, &sealed)?, Condition::Any)),
            Self::Clear => Some(Write::Delete(key, Condition::Any)),
        })
    }
}

/// Why a site was not written.
#[derive(Debug, thiserror::Error)]
pub enum SiteWriteError {
    /// Another request changed or deleted the site first.
    #[error("another request changed or removed the site")]
    Stale,
    /// The owner or a member does not exist.
    #[error("there is no user {0}")]
    UnknownPerson(UserId),
    /// The site still has posts.
    #[error("the site still has posts")]
    InUse,
    /// The store failed.
    #[error(transparent)]
    Items(#[from] ItemsError),
}

/// Writes of one change, with the users whose existence the condition at an index checks.
#[derive(Default)]
struct Changes {
    writes: Vec<Write>,
    checked_users: Vec<(usize, UserId)>,
}

impl Changes {
    fn push(&mut self, write: Write) {
        self.writes.push(write);
    }

    /// Adds the check that `user` exists.
    fn check(&mut self, user: UserId) {
        self.checked_users.push((self.writes.len(), user));
        self.push(Write::Check(user_key(user), Condition::Present));
    }

    /// Lists `site` among the sites of `user`, with the check that the user exists.
    fn add_user(&mut self, user: UserId, site: SiteId) -> Result<(), ItemsError> {
        self.check(user);
        let pointer = Entry::new(own_key(user, site), &site)?;
        self.push(Write::Put(pointer, Condition::Any));
        Ok(())
    }

    fn remove_user(&mut self, user: UserId, site: SiteId) {
        self.push(Write::Delete(own_key(user, site), Condition::Any));
    }

    /// Adds `by` (1 or -1) to the counter of sites that `user` owns.
    fn count_owned(&mut self, user: UserId, by: i64) {
        self.push(Write::Add {
            key: owned_sites_key(user),
            by,
            floor: None,
        });
    }

    fn refusal(checked_users: &[(usize, UserId)], error: ItemsError) -> SiteWriteError {
        if error.failed_at(0) {
            return SiteWriteError::Stale;
        }
        match checked_users
            .iter()
            .find(|(place, _)| error.failed_at(*place))
        {
            Some((_, user)) => SiteWriteError::UnknownPerson(*user),
            None => error.into(),
        }
    }

    async fn commit(self, store: &PlatformStore) -> Result<(), SiteWriteError> {
        let Self {
            writes,
            checked_users,
        } = self;
        store
            .table()
            .transact(writes)
            .await
            .map_err(|error| Self::refusal(&checked_users, error))
    }
}

/// Owner and members of a site, without duplicates.
fn owner_and_members(site: &Site) -> Vec<UserId> {
    let mut users = vec![site.user_id];
    for member in &site.member_ids {
        if !users.contains(member) {
            users.push(*member);
        }
    }
    users
}

fn record(site: &Site) -> Result<Entry, ItemsError> {
    Ok(Entry::new(site_key(site.id), site)?.revision(site.version))
}

impl PlatformStore {
    /// Site `site`, if it exists.
    pub async fn site(&self, site: SiteId) -> Result<Option<Site>, ItemsError> {
        self.table.get(&site_key(site)).await
    }

    /// Encrypted host password of a site.
    pub async fn site_secret(&self, site: SiteId) -> Result<Option<String>, ItemsError> {
        self.table.get(&secret_key(site)).await
    }

    /// Page of the sites in `scope` in the order of their creation: `limit` sites after the first
    /// `offset`, with the total number.
    pub async fn sites(
        &self,
        scope: SiteScope,
        offset: u64,
        limit: usize,
    ) -> Result<(Vec<Site>, u64), ItemsError> {
        let query = pointers(scope);
        let (ids, total) = self.table.window(&query, offset, limit).await?;
        Ok((self.sites_by_id(&ids).await?, total))
    }

    /// Sites that a user owns or is a member of.
    pub async fn own_sites(&self, user: UserId) -> Result<Vec<Site>, ItemsError> {
        let ids = self.own_site_ids(user).await?;
        self.sites_by_id(&ids).await
    }

    /// Identifiers of the sites that a user owns or is a member of, ascending.
    pub async fn own_site_ids(&self, user: UserId) -> Result<Vec<SiteId>, ItemsError> {
        self.table.query(&pointers(SiteScope::Own(user))).await
    }

    /// Sites with these identifiers, in that order; unknown ones are left out.
    pub async fn sites_by_id(&self, ids: &[SiteId]) -> Result<Vec<Site>, ItemsError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let keys: Vec<_> = ids.iter().map(|id| site_key(*id)).collect();
        let found = self.table.get_many(&keys).await?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Allocates the identifier of a new site.
    pub async fn next_site_id(&self) -> Result<SiteId, ItemsError> {
        self.table.next_id("SITE").await.map(SiteId)
    }

    /// Adds a site, with its encrypted host password if it has one.
    ///
    /// # Errors
    /// [`SiteWriteError::UnknownPerson`] when the owner or a member does not exist.
    pub async fn create_site(
        &self,
        site: &Site,
        sealed: Option<String>,
    ) -> Result<(), SiteWriteError> {
        self.create_site_under(&Claim::none(), site, sealed).await
    }

    /// Like [`PlatformStore::create_site`], under the idempotency key of `claim`.
    ///
    /// # Errors
    /// As [`PlatformStore::create_site`].
    pub async fn create_site_under(
        &self,
        claim: &Claim,
        site: &Site,
        sealed: Option<String>,
    ) -> Result<(), SiteWriteError> {
        let mut changes = Changes::default();
        changes.push(Write::Put(record(site)?, Condition::Absent));
        let listed = Entry::new(listed_key(site.id), &site.id)?;
        changes.push(Write::Put(listed, Condition::Absent));
        if let Some(write) = sealed
            .map_or(SecretChange::Keep, SecretChange::Set)
            .write(site.id)?
        {
            changes.push(write);
        }
        for user in owner_and_members(site) {
            changes.add_user(user, site.id)?;
        }
        changes.count_owned(site.user_id, 1);
        if let Some(write) = claim.write(Work::Site(site.id))? {
            changes.push(write);
        }
        changes.commit(self).await
    }

    /// Replaces the site `before` by `after`, whose version is one higher.
    ///
    /// # Errors
    /// [`SiteWriteError::Stale`] when `before` is not the stored version any more, and
    /// [`SiteWriteError::UnknownPerson`] when a new owner or member does not exist.
    pub async fn update_site(
        &self,
        before: &Site,
        after: &Site,
        secret: SecretChange,
    ) -> Result<(), SiteWriteError> {
        let (old, new) = (owner_and_members(before), owner_and_members(after));
        let mut changes = Changes::default();
        changes.push(Write::Put(
            record(after)?,
            Condition::Revision(before.version),
        ));
        if let Some(write) = secret.write(after.id)? {
            changes.push(write);
        }
        for user in new.iter().filter(|user| !old.contains(user)) {
            changes.add_user(*user, after.id)?;
        }
        for user in old.iter().filter(|user| !new.contains(user)) {
            changes.remove_user(*user, after.id);
        }
        if before.user_id != after.user_id {
            // The loop above checks only users who were not on the site before.
            if old.contains(&after.user_id) {
                changes.check(after.user_id);
            }
            changes.count_owned(after.user_id, 1);
            changes.count_owned(before.user_id, -1);
        }
        changes.commit(self).await
    }

    /// Deletes a site that has no posts, with all records that belong to it.
    ///
    /// # Errors
    /// [`SiteWriteError::InUse`] while posts exist, [`SiteWriteError::Stale`] when `site` is not the
    /// stored version any more.
    pub async fn delete_site(&self, site: &Site) -> Result<(), SiteWriteError> {
        let mut changes = Changes::default();
        changes.push(Write::Delete(
            site_key(site.id),
            Condition::Revision(site.version),
        ));
        changes.push(Write::Delete(site_posts_key(site.id), Condition::Zero));
        changes.push(Write::Delete(secret_key(site.id), Condition::Any));
        let search = search_connection_key(site.id);
        changes.push(Write::Delete(search, Condition::Any));
        changes.push(Write::Delete(listed_key(site.id), Condition::Any));
        changes.push(Write::Delete(words_key(site.id), Condition::Any));
        for answer in HostAnswer::ALL {
            let key = answer_key(site.id, answer);
            changes.push(Write::Delete(key, Condition::Any));
        }
        for user in owner_and_members(site) {
            changes.remove_user(user, site.id);
        }
        changes.count_owned(site.user_id, -1);
        match self.table.transact(changes.writes).await {
            Err(error) if error.failed_at(0) => Err(SiteWriteError::Stale),
            Err(error) if error.failed_at(1) => Err(SiteWriteError::InUse),
            done => Ok(done?),
        }
    }
}

/// Query to a site's host whose response is cached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostAnswer {
    /// Categories.
    Categories,
    /// Authors.
    Authors,
    /// Whether the host accepts FAQ data.
    Faq,
    /// Custom fields that the host has registered for posts.
    PostMeta,
}

impl HostAnswer {
    /// All variants.
    pub const ALL: [Self; 4] = [Self::Categories, Self::Authors, Self::Faq, Self::PostMeta];

    const fn name(self) -> &'static str {
        match self {
            Self::Categories => "CATEGORIES",
            Self::Authors => "AUTHORS",
            Self::Faq => "FAQ",
            Self::PostMeta => "POST_META",
        }
    }
}

/// How long a response can be read as the latest one, in seconds.
const LATEST_SECONDS: i64 = 90 * 24 * 60 * 60;

/// Cached response. It carries the version of the site that was queried; any change of the site
/// invalidates it, also when it is written after that change.
#[derive(Serialize, Deserialize)]
struct CachedAnswer {
    site_version: u64,
    /// The host that responded; none in responses that an earlier release cached.
    #[serde(default)]
    origin: Option<HostOrigin>,
    expires_at: i64,
    #[serde(with = "items::packed")]
    json: String,
}

impl PlatformStore {
    /// Cached response of the host of `site`, unless it has expired or the site has changed.
    pub async fn host_answer<T: DeserializeOwned>(
        &self,
        site: &Site,
        answer: HostAnswer,
        now: Timestamp,
    ) -> Result<Option<T>, ItemsError> {
        let cached: Option<CachedAnswer> = self.table.get(&answer_key(site.id, answer)).await?;
        Ok(cached
            .filter(|answer| {
                answer.site_version == site.version && answer.expires_at > now.as_second()
            })
            // A response cached in an older form fails to parse and is fetched again.
            .and_then(|answer| serde_json::from_str(&answer.json).ok()))
    }

    /// Latest response of the present host of `site`, also after it has expired; for what is only shown, such as a name.
    ///
    /// None when none was cached within 90 days or since the connection was tested.
    pub async fn latest_host_answer<T: DeserializeOwned>(
        &self,
        site: &Site,
        answer: HostAnswer,
    ) -> Result<Option<T>, ItemsError> {
        let cached: Option<CachedAnswer> = self.table.get(&answer_key(site.id, answer)).await?;
        Ok(cached
            .filter(|answer| answer.origin == Some(site.host_origin()))
            .and_then(|answer| serde_json::from_str(&answer.json).ok()))
    }

    /// Caches the response that the host of `site` gave at `now`, for `seconds`.
    pub async fn cache_host_answer<T: Serialize>(
        &self,
        site: &Site,
        answer: HostAnswer,
        value: &T,
        now: Timestamp,
        seconds: i64,
    ) -> Result<(), ItemsError> {
        let expires_at = now.as_second().saturating_add(seconds);
        let cached = CachedAnswer {
            site_version: site.version,
            origin: Some(site.host_origin()),
            expires_at,
            json: serde_json::to_string(value)
                .map_err(|error| ItemsError::Defect(error.to_string()))?,
        };
        let kept_until = now.as_second().saturating_add(seconds.max(LATEST_SECONDS));
        let entry = Entry::new(answer_key(site.id, answer), &cached)?.expires(kept_until);
        self.table.put(entry, Condition::Any).await
    }

    /// Removes all cached responses of a site's host.
    pub async fn forget_host_answers(&self, site: SiteId) -> Result<(), ItemsError> {
        let writes = HostAnswer::ALL
            .into_iter()
            .map(|answer| Write::Delete(answer_key(site, answer), Condition::Any))
            .collect();
        self.table.transact(writes).await
    }
}
