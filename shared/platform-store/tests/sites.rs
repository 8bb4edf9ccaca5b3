//! Invariants of site records: lists, members, deletion and cached host responses.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use domain::platform::access::Role;
use domain::platform::id::{SiteId, UserId};
use domain::platform::site_record::Site;
use embedded::dynamo::Engine;
use items::{Condition, Entry, Key, Table};
use jiff::Timestamp;
use platform_store::{
    HostAnswer, NewUser, PlatformStore, SecretChange, SiteScope, SiteWriteError, UserWriteError,
    site_posts_key,
};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

/// A store with the users 1 to 9.
async fn store() -> PlatformStore {
    let table = Table::new(Engine::memory().unwrap().client(), "platform");
    table.create().await.unwrap();
    for user in 1..10 {
        let entry = Entry::new(Key::new(format!("USER#{user}"), "USER"), &"user").unwrap();
        table.put(entry, Condition::Absent).await.unwrap();
    }
    PlatformStore::new(table)
}

fn site(id: SiteId, owner: u64, members: &[u64]) -> Site {
    Site {
        member_ids: members.iter().copied().map(UserId).collect(),
        name: format!("Cliente {id}"),
        url: "https://cliente.example/".into(),
        host_user: Some("redacao".into()),
        host_password_set: true,
        ..Site::new(id, UserId(owner), at(0))
    }
}

async fn added(store: &PlatformStore, owner: u64, members: &[u64]) -> Site {
    let id = store.next_site_id().await.unwrap();
    let site = site(id, owner, members);
    store
        .create_site(&site, Some("selado".into()))
        .await
        .unwrap();
    site
}

fn changed(site: &Site, alter: impl FnOnce(&mut Site)) -> Site {
    let mut after = site.clone();
    alter(&mut after);
    after.version += 1;
    after
}

async fn own(store: &PlatformStore, user: u64) -> Vec<u64> {
    let ids = store.own_site_ids(UserId(user)).await.unwrap();
    ids.into_iter().map(|id| id.0).collect()
}

#[tokio::test]
async fn only_owner_and_members_list_the_site() {
    let store = store().await;
    let first = added(&store, 1, &[2, 1, 2]).await;
    let second = added(&store, 2, &[]).await;
    assert_eq!(store.site(first.id).await.unwrap(), Some(first.clone()));
    assert_eq!(
        store.site_secret(first.id).await.unwrap().as_deref(),
        Some("selado")
    );
    assert_eq!(own(&store, 1).await, [1]);
    assert_eq!(own(&store, 2).await, [1, 2]);
    assert!(own(&store, 3).await.is_empty());
    assert_eq!(store.own_sites(UserId(2)).await.unwrap(), [first, second]);
}

#[tokio::test]
async fn lists_are_paged_and_return_the_total() {
    let store = store().await;
    for owner in [1, 2, 1, 2, 1] {
        added(&store, owner, &[]).await;
    }
    let ids = |sites: Vec<Site>| sites.into_iter().map(|site| site.id.0).collect::<Vec<_>>();
    let (page, total) = store.sites(SiteScope::All, 2, 2).await.unwrap();
    assert_eq!((ids(page), total), (vec![3, 4], 5));
    let (page, total) = store.sites(SiteScope::Own(UserId(1)), 2, 2).await.unwrap();
    assert_eq!((ids(page), total), (vec![5], 3));
    let (page, total) = store.sites(SiteScope::All, 9, 2).await.unwrap();
    assert_eq!((ids(page), total), (vec![], 5));
}

#[tokio::test]
async fn changing_owner_and_members_updates_their_lists() {
    let store = store().await;
    let before = added(&store, 1, &[2, 3]).await;
    let after = changed(&before, |site| {
        site.user_id = UserId(4);
        site.member_ids = vec![UserId(3), UserId(1)];
    });
    store
        .update_site(&before, &after, SecretChange::Clear)
        .await
        .unwrap();
    assert!(own(&store, 2).await.is_empty());
    for user in [1, 3, 4] {
        assert_eq!(own(&store, user).await, [1], "{user}");
    }
    assert_eq!(store.site_secret(before.id).await.unwrap(), None);
    let again = store.update_site(&before, &after, SecretChange::Keep).await;
    assert!(matches!(again, Err(SiteWriteError::Stale)));
}

#[tokio::test]
async fn an_unknown_user_rejects_the_whole_write() {
    let store = store().await;
    let unknown = site(SiteId(1), 1, &[77]);
    let refused = store.create_site(&unknown, None).await;
    assert!(matches!(
        refused,
        Err(SiteWriteError::UnknownPerson(UserId(77)))
    ));
    assert_eq!(store.site(SiteId(1)).await.unwrap(), None);
    assert!(own(&store, 1).await.is_empty());
    let before = added(&store, 1, &[]).await;
    let after = changed(&before, |site| {
        site.member_ids = vec![UserId(2), UserId(78)]
    });
    let refused = store.update_site(&before, &after, SecretChange::Keep).await;
    assert!(matches!(
        refused,
        Err(SiteWriteError::UnknownPerson(UserId(78)))
    ));
    assert!(own(&store, 2).await.is_empty());
}

async fn create_user(store: &PlatformStore, name: &str) -> UserId {
    let new = NewUser {
        name: name.into(),
        email: format!("{name}@agencia.test"),
        role: Role::Editor,
        active: true,
    };
    store.create_user(new, None, at(0)).await.unwrap().id
}

#[tokio::test]
async fn deleting_a_user_ends_their_memberships() {
    let table = Table::new(Engine::memory().unwrap().client(), "platform");
    table.create().await.unwrap();
    let store = PlatformStore::new(table);
    let (owner, member) = (
        create_user(&store, "ana").await,
        create_user(&store, "bia").await,
    );
    let site = added(&store, owner.0, &[member.0]).await;
    store.delete_user(member, at(60)).await.unwrap();
    let left = store.site(site.id).await.unwrap().unwrap();
    assert_eq!(left.member_ids, []);
    assert_eq!((left.version, left.updated_at), (2, at(60)));
    assert!(own(&store, member.0).await.is_empty());
    let back = changed(&left, |site| site.member_ids = vec![member]);
    assert!(matches!(
        store.update_site(&left, &back, SecretChange::Keep).await,
        Err(SiteWriteError::UnknownPerson(_))
    ));
}

#[tokio::test]
async fn a_user_who_owns_sites_cannot_be_deleted() {
    let table = Table::new(Engine::memory().unwrap().client(), "platform");
    table.create().await.unwrap();
    let store = PlatformStore::new(table);
    let (owner, heir) = (
        create_user(&store, "ana").await,
        create_user(&store, "bia").await,
    );
    let first = added(&store, owner.0, &[heir.0]).await;
    let second = added(&store, owner.0, &[]).await;
    let third = added(&store, heir.0, &[owner.0]).await;
    let owns = |outcome| matches!(outcome, Err(UserWriteError::OwnsSites));
    assert!(owns(store.delete_user(owner, at(60)).await));
    assert_eq!(store.site(third.id).await.unwrap(), Some(third.clone()));
    let given = changed(&first, |site| {
        site.user_id = heir;
        site.member_ids = vec![];
    });
    store
        .update_site(&first, &given, SecretChange::Keep)
        .await
        .unwrap();
    assert!(owns(store.delete_user(owner, at(60)).await));
    store.delete_site(&second).await.unwrap();
    store.delete_user(owner, at(60)).await.unwrap();
    assert!(own(&store, owner.0).await.is_empty());
    assert!(owns(store.delete_user(heir, at(60)).await));
}

/// Whichever of the two concurrent requests wins, the owner of an existing site exists.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_site_cannot_be_given_to_a_user_during_their_deletion() {
    for _ in 0..20 {
        let table = Table::new(Engine::memory().unwrap().client(), "platform");
        table.create().await.unwrap();
        let store = PlatformStore::new(table);
        let (owner, heir) = (
            create_user(&store, "ana").await,
            create_user(&store, "bia").await,
        );
        let before = added(&store, owner.0, &[heir.0]).await;
        let after = changed(&before, |site| {
            site.user_id = heir;
            site.member_ids = vec![];
        });
        let giving = {
            let (store, after) = (store.clone(), after.clone());
            tokio::spawn(
                async move { store.update_site(&before, &after, SecretChange::Keep).await },
            )
        };
        let going = {
            let store = store.clone();
            tokio::spawn(async move { store.delete_user(heir, at(60)).await })
        };
        let (given, gone) = (giving.await.unwrap(), going.await.unwrap());
        assert_ne!(given.is_ok(), gone.is_ok(), "{given:?} {gone:?}");
        let site = store.site(after.id).await.unwrap().unwrap();
        assert_eq!(site.user_id, if given.is_ok() { heir } else { owner });
        let exists = store.user(site.user_id).await.unwrap().is_some();
        assert!(exists, "{given:?} {gone:?}");
    }
}

#[tokio::test]
async fn a_site_with_the_most_members_can_exchange_them_all() {
    let store = store().await;
    for user in 100..200 {
        let entry = Entry::new(Key::new(format!("USER#{user}"), "USER"), &"user").unwrap();
        store.table().put(entry, Condition::Absent).await.unwrap();
    }
    let most = platform_store::MOST_MEMBERS as u64;
    let old: Vec<_> = (100..100 + most).collect();
    let before = added(&store, 1, &old).await;
    let after = changed(&before, |site| {
        site.user_id = UserId(2);
        site.member_ids = (150..150 + most).map(UserId).collect();
    });
    store
        .update_site(&before, &after, SecretChange::Set("outro".into()))
        .await
        .unwrap();
    assert_eq!(own(&store, 150).await, [1]);
    assert!(own(&store, 100).await.is_empty());
}

#[tokio::test]
async fn a_site_is_deleted_only_without_posts_and_leaves_no_records() {
    let store = store().await;
    let site = added(&store, 1, &[2]).await;
    store
        .table()
        .add(&site_posts_key(site.id), 1)
        .await
        .unwrap();
    assert!(matches!(
        store.delete_site(&site).await,
        Err(SiteWriteError::InUse)
    ));
    store
        .table()
        .add(&site_posts_key(site.id), -1)
        .await
        .unwrap();
    let stale = changed(&site, |_| ());
    assert!(matches!(
        store.delete_site(&stale).await,
        Err(SiteWriteError::Stale)
    ));
    store.delete_site(&site).await.unwrap();
    assert_eq!(store.site(site.id).await.unwrap(), None);
    assert_eq!(store.site_secret(site.id).await.unwrap(), None);
    assert_eq!(store.sites(SiteScope::All, 0, 9).await.unwrap().1, 0);
    for user in [1, 2] {
        assert!(own(&store, user).await.is_empty());
    }
}

#[tokio::test]
async fn a_cached_host_response_expires_by_time_and_by_change_of_the_site() {
    let store = store().await;
    let site = added(&store, 1, &[]).await;
    let names = vec!["Notícias".to_owned(); 4_000];
    let cached = |site: Site, now: i64| {
        let store = store.clone();
        async move {
            let found: Option<Vec<String>> = store
                .host_answer(&site, HostAnswer::Categories, at(now))
                .await
                .unwrap();
            found.map(|names| names.len())
        }
    };
    assert_eq!(cached(site.clone(), 0).await, None);
    store
        .cache_host_answer(&site, HostAnswer::Categories, &names, at(0), 3600)
        .await
        .unwrap();
    assert_eq!(cached(site.clone(), 3599).await, Some(4_000));
    assert_eq!(cached(site.clone(), 3600).await, None);
    let after = changed(&site, |site| site.url = "https://outro.example/".into());
    assert_eq!(cached(after.clone(), 10).await, None);
    let latest = |site: Site| {
        let store = store.clone();
        async move {
            let found = store.latest_host_answer::<Vec<String>>(&site, HostAnswer::Categories);
            found.await.unwrap().map(|names| names.len())
        }
    };
    assert_eq!(latest(after).await, None, "it came from another host");
    let renamed = changed(&site, |site| site.name = "Outro nome".into());
    assert_eq!(latest(renamed).await, Some(4_000));
    let other: Option<bool> = store
        .host_answer(&site, HostAnswer::Categories, at(10))
        .await
        .unwrap();
    assert_eq!(
        other, None,
        "a response of another format is requested again"
    );
    store.forget_host_answers(site.id).await.unwrap();
    assert_eq!(cached(site.clone(), 10).await, None);
    assert_eq!(latest(site).await, None);
}
