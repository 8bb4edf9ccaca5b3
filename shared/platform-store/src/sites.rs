//! Sites, their sealed credentials, whose they are, and what their hosts answered lately.
//!
//! A site is found by its identifier, by the list of all sites, and by the people who own it or are
//! its members; the three are written together. Lists are read from the table itself and not from
//! an index, so whoever adds a site sees it in the next list.

use domain::id::{SiteId, UserId};
use domain::site_record::Site;
use items::{Condition, Entry, ItemsError, Key, Query, Write};
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::PlatformStore;
use crate::idempotency::{Claim, Work};
use crate::users::user_key;

/// Most members of a site. One change may exchange them all, and the owner, in one transaction: two
/// writes for each who comes, one for each who goes, two for the owners' counters, and no more than a
/// hundred in all.
pub const MOST_MEMBERS: usize = 30;

/// Where the list of all sites stands.
const ALL: &str = "SITES";

/// Where a site stands. Whoever adds something to a site checks in the same transaction that it is
/// there.
pub fn site_key(site: SiteId) -> Key {
    Key::new(format!("SITE#{site}"), "SITE")
}

/// The counter of a site's posts, softly deleted ones included. Whoever creates a post or moves one
/// counts here in the same transaction; a site goes only at 0.
pub fn site_posts_key(site: SiteId) -> Key {
    Key::new("COUNT", format!("SITE_POSTS#{site}"))
}

/// The counter of the sites a person owns, kept in the transactions that make or change owners. A
/// person goes only at 0.
pub(crate) fn owned_sites_key(user: UserId) -> Key {
    Key::new("COUNT", format!("OWNED_SITES#{user}"))
}

fn secret_key(site: SiteId) -> Key {
    Key::new(format!("SITE#{site}"), "SECRET")
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

/// The pointers to the sites of `scope`, in the order the sites were added.
fn pointers(scope: SiteScope) -> Query {
    match scope {
        SiteScope::All => Query::prefix(ALL, ""),
        SiteScope::Own(user) => Query::prefix(format!("USER#{user}"), "SITE#"),
    }
}

/// Which sites a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteScope {
    /// All.
    All,
    /// Those a person owns or is a member of.
    Own(UserId),
}

/// What happens to a site's sealed password in a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretChange {
    /// It stays.
    Keep,
    /// It is replaced by this sealed text.
    Set(String),
    /// It goes.
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
    /// Somebody else changed or removed the site first.
    #[error("the site was changed or removed by somebody else")]
    Stale,
    /// The owner or a member is nobody.
    #[error("there is no person {0}")]
    UnknownPerson(UserId),
    /// The site still has posts.
    #[error("the site still has posts")]
    InUse,
    /// The store failed.
    #[error(transparent)]
    Items(#[from] ItemsError),
}

/// The writes of one change, with what a failed condition at each place means.
#[derive(Default)]
struct Changes {
    writes: Vec<Write>,
    people: Vec<(usize, UserId)>,
}

impl Changes {
    fn push(&mut self, write: Write) {
        self.writes.push(write);
    }

    /// Requires that `user` exists.
    fn check(&mut self, user: UserId) {
        self.people.push((self.writes.len(), user));
        self.push(Write::Check(user_key(user), Condition::Present));
    }

    /// Makes `site` one of `user`'s own, provided that they exist.
    fn give(&mut self, user: UserId, site: SiteId) -> Result<(), ItemsError> {
        self.check(user);
        let pointer = Entry::new(own_key(user, site), &site)?;
        self.push(Write::Put(pointer, Condition::Any));
        Ok(())
    }

    fn take(&mut self, user: UserId, site: SiteId) {
        self.push(Write::Delete(own_key(user, site), Condition::Any));
    }

    /// Counts a site that `user` owns from now on (1) or no more (-1).
    fn count_owned(&mut self, user: UserId, by: i64) {
        self.push(Write::Add {
            key: owned_sites_key(user),
            by,
            floor: None,
        });
    }

    fn refusal(people: &[(usize, UserId)], error: ItemsError) -> SiteWriteError {
        if error.failed_at(0) {
            return SiteWriteError::Stale;
        }
        match people.iter().find(|(place, _)| error.failed_at(*place)) {
            Some((_, user)) => SiteWriteError::UnknownPerson(*user),
            None => error.into(),
        }
    }

    async fn commit(self, store: &PlatformStore) -> Result<(), SiteWriteError> {
        let Self { writes, people } = self;
        store
            .table()
            .transact(writes)
            .await
            .map_err(|error| Self::refusal(&people, error))
    }
}

/// Everybody who may see a site as their own, each once.
fn people(site: &Site) -> Vec<UserId> {
    let mut people = vec![site.user_id];
    for member in &site.member_ids {
        if !people.contains(member) {
            people.push(*member);
        }
    }
    people
}

fn record(site: &Site) -> Result<Entry, ItemsError> {
    Ok(Entry::new(site_key(site.id), site)?.revision(site.version))
}

impl PlatformStore {
    /// The site.
    pub async fn site(&self, site: SiteId) -> Result<Option<Site>, ItemsError> {
        self.table.get(&site_key(site)).await
    }

    /// The site's sealed host password.
    pub async fn site_secret(&self, site: SiteId) -> Result<Option<String>, ItemsError> {
        self.table.get(&secret_key(site)).await
    }

    /// `limit` sites of `scope` after the first `offset`, in the order they were added, and how many
    /// there are in all.
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

    /// The sites a person owns or is a member of.
    pub async fn own_sites(&self, user: UserId) -> Result<Vec<Site>, ItemsError> {
        let ids = self.own_site_ids(user).await?;
        self.sites_by_id(&ids).await
    }

    /// The identifiers of the sites a person owns or is a member of, in ascending order.
    pub async fn own_site_ids(&self, user: UserId) -> Result<Vec<SiteId>, ItemsError> {
        self.table.query(&pointers(SiteScope::Own(user))).await
    }

    pub async fn sites_by_id(&self, ids: &[SiteId]) -> Result<Vec<Site>, ItemsError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let keys: Vec<_> = ids.iter().map(|id| site_key(*id)).collect();
        let found = self.table.get_many(&keys).await?;
        Ok(found.into_iter().flatten().collect())
    }

    /// The identifier for a new site.
    pub async fn next_site_id(&self) -> Result<SiteId, ItemsError> {
        self.table.next_id("SITE").await.map(SiteId)
    }

    /// Adds a site, with its sealed host password if it has one.
    ///
    /// # Errors
    /// [`SiteWriteError::UnknownPerson`] when the owner or a member is nobody.
    pub async fn create_site(
        &self,
        site: &Site,
        sealed: Option<String>,
    ) -> Result<(), SiteWriteError> {
        self.create_site_under(&Claim::none(), site, sealed).await
    }

    /// The same, by the request of `claim`.
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
        for user in people(site) {
            changes.give(user, site.id)?;
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
    /// [`SiteWriteError::Stale`] when `before` is no longer what is stored, and
    /// [`SiteWriteError::UnknownPerson`] when a new owner or member is nobody.
    pub async fn update_site(
        &self,
        before: &Site,
        after: &Site,
        secret: SecretChange,
    ) -> Result<(), SiteWriteError> {
        let (old, new) = (people(before), people(after));
        let mut changes = Changes::default();
        changes.push(Write::Put(
            record(after)?,
            Condition::Revision(before.version),
        ));
        if let Some(write) = secret.write(after.id)? {
            changes.push(write);
        }
        for user in new.iter().filter(|user| !old.contains(user)) {
            changes.give(*user, after.id)?;
        }
        for user in old.iter().filter(|user| !new.contains(user)) {
            changes.take(*user, after.id);
        }
        if before.user_id != after.user_id {
            // A new owner who was a member is not asked for above.
            if old.contains(&after.user_id) {
                changes.check(after.user_id);
            }
            changes.count_owned(after.user_id, 1);
            changes.count_owned(before.user_id, -1);
        }
        changes.commit(self).await
    }

    /// Removes a site that has no posts, with everything that belongs to it.
    ///
    /// # Errors
    /// [`SiteWriteError::InUse`] while posts exist, [`SiteWriteError::Stale`] when `site` is no longer
    /// what is stored.
    pub async fn delete_site(&self, site: &Site) -> Result<(), SiteWriteError> {
        let mut changes = Changes::default();
        changes.push(Write::Delete(
            site_key(site.id),
            Condition::Revision(site.version),
        ));
        changes.push(Write::Delete(site_posts_key(site.id), Condition::Zero));
        changes.push(Write::Delete(secret_key(site.id), Condition::Any));
        changes.push(Write::Delete(listed_key(site.id), Condition::Any));
        for answer in HostAnswer::ALL {
            let key = answer_key(site.id, answer);
            changes.push(Write::Delete(key, Condition::Any));
        }
        for user in people(site) {
            changes.take(user, site.id);
        }
        changes.count_owned(site.user_id, -1);
        match self.table.transact(changes.writes).await {
            Err(error) if error.failed_at(0) => Err(SiteWriteError::Stale),
            Err(error) if error.failed_at(1) => Err(SiteWriteError::InUse),
            done => Ok(done?),
        }
    }
}

/// A question to a host whose answer is kept for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostAnswer {
    /// Its categories.
    Categories,
    /// Its authors.
    Authors,
    /// Whether it takes FAQs.
    Faq,
    /// The custom fields that it has registered for posts.
    PostMeta,
}

impl HostAnswer {
    /// All of them.
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

/// A kept answer. It names the version of the site that was asked: after any change of the site it
/// counts no more, even when it is written after that change.
#[derive(Serialize, Deserialize)]
struct Kept {
    site_version: u64,
    expires_at: i64,
    #[serde(with = "items::packed")]
    json: String,
}

impl PlatformStore {
    /// What the host of `site` answered, while it is fresh.
    pub async fn host_answer<T: DeserializeOwned>(
        &self,
        site: &Site,
        answer: HostAnswer,
        now: Timestamp,
    ) -> Result<Option<T>, ItemsError> {
        let kept: Option<Kept> = self.table.get(&answer_key(site.id, answer)).await?;
        Ok(kept
            .filter(|kept| kept.site_version == site.version && kept.expires_at > now.as_second())
            // An answer in an older form is asked for again.
            .and_then(|kept| serde_json::from_str(&kept.json).ok()))
    }

    /// Keeps what the host of `site` answered at `now`, for `seconds`.
    pub async fn keep_host_answer<T: Serialize>(
        &self,
        site: &Site,
        answer: HostAnswer,
        value: &T,
        now: Timestamp,
        seconds: i64,
    ) -> Result<(), ItemsError> {
        let expires_at = now.as_second().saturating_add(seconds);
        let kept = Kept {
            site_version: site.version,
            expires_at,
            json: serde_json::to_string(value)
                .map_err(|error| ItemsError::Defect(error.to_string()))?,
        };
        let entry = Entry::new(answer_key(site.id, answer), &kept)?.expires(expires_at);
        self.table.put(entry, Condition::Any).await
    }

    /// Forgets what the host of `site` answered, so that it is asked again.
    pub async fn forget_host_answers(&self, site: SiteId) -> Result<(), ItemsError> {
        let writes = HostAnswer::ALL
            .into_iter()
            .map(|answer| Write::Delete(answer_key(site, answer), Condition::Any))
            .collect();
        self.table.transact(writes).await
    }
}
