//! Users, application passwords, and the initialisation of a site.

use domain::site::{Kind, Role, Status};
use secrecy::{ExposeSecret, SecretString};
use site_store::{
    AuthError, Freshness, Refusal, SiteStore, Tenant, UserChange, UserColumn, UserFilter, anything,
};

use crate::support::{TestSite, refused, seed_of, titled};

fn user(login: &str, role: Role) -> UserChange {
    UserChange {
        login: Some(login.into()),
        email: Some(format!("{login}@example.com")),
        roles: Some(vec![role]),
        ..UserChange::default()
    }
}

async fn sign_in(
    site: &TestSite,
    store: &SiteStore,
    login: &str,
    secret: &str,
) -> Result<u64, AuthError> {
    store
        .authenticate(
            &site.keys,
            login,
            &SecretString::from(secret),
            Some("203.0.113.7"),
        )
        .await
        .map(|known| known.user.id)
}

#[tokio::test]
async fn initialisation_is_idempotent() {
    let site = TestSite::empty().await;
    let first = site.store.seed(&site.keys, &seed_of(None)).await.unwrap();
    let text = first.password.unwrap();
    assert_eq!(text.expose_secret().len(), 24);
    let version = site.store.version();
    let second = site.store.seed(&site.keys, &seed_of(None)).await.unwrap();
    assert!(second.password.is_none());
    assert_eq!(second.administrator.id, first.administrator.id);
    assert_eq!(site.store.version(), version);
    let settings = site.store.settings();
    assert_eq!(
        (settings.title.as_str(), settings.default_category),
        ("Jardim", 1)
    );
    assert_eq!(site.store.term(1).unwrap().slug, "sem-categoria");
}

#[tokio::test]
async fn tenants_are_isolated() {
    let site = TestSite::new().await;
    site.post(titled("a", Status::Publish)).await;
    let other = site.sites.site(&"blog".parse().unwrap()).unwrap();
    other
        .seed(&site.keys, &seed_of(Some("outra")))
        .await
        .unwrap();
    assert!(other.get(1).await.unwrap().is_none());
    assert!(sign_in(&site, &other, "ana", "segredo123").await.is_err());
    let blog: Tenant = "blog".parse().unwrap();
    site.sites
        .register_host("blog.example", &blog)
        .await
        .unwrap();
    site.sites
        .register_host("blog.example", &blog)
        .await
        .unwrap();
    let taken = site
        .sites
        .register_host("blog.example", &Tenant::main())
        .await;
    assert!(taken.is_err());
    let found = site.sites.tenant_of_host("blog.example").await.unwrap();
    assert_eq!(found, Some(blog));
    assert_eq!(site.sites.tenant_of_host("x.example").await.unwrap(), None);
}

#[tokio::test]
async fn a_user_authenticates_by_login_or_email() {
    let site = TestSite::new().await;
    let store = &site.store;
    for login in ["ana", "ANA", "ana@example.com"] {
        assert_eq!(
            sign_in(&site, store, login, "segr edo1 23").await.unwrap(),
            1
        );
    }
    let wrong = sign_in(&site, store, "ana", "outro").await;
    assert!(matches!(wrong, Err(AuthError::IncorrectPassword)));
    let unknown = sign_in(&site, store, "bia", "segredo123").await;
    assert!(matches!(unknown, Err(AuthError::InvalidUsername)));
    let unknown = sign_in(&site, store, "bia@example.com", "segredo123").await;
    assert!(matches!(unknown, Err(AuthError::InvalidEmail)));
}

#[tokio::test]
async fn use_is_recorded_once_a_day() {
    let site = TestSite::new().await;
    let store = &site.store;
    sign_in(&site, store, "ana", "segredo123").await.unwrap();
    let first = store.app_passwords(1)[0].clone();
    assert!(first.last_used.is_some());
    assert_eq!(first.last_ip.as_deref(), Some("203.0.113.7"));
    let version = store.version();
    site.wait(86_399);
    sign_in(&site, store, "ana", "segredo123").await.unwrap();
    assert_eq!(store.version(), version);
    site.wait(1);
    sign_in(&site, store, "ana", "segredo123").await.unwrap();
    assert_eq!(store.version(), version + 1);
}

#[tokio::test]
async fn a_revoked_password_is_rejected_by_all_processes() {
    let site = TestSite::new().await;
    let (password, text) = site
        .store
        .create_app_password(&site.keys, 1, "celular", None)
        .await
        .unwrap();
    let other = site.other_process().await;
    assert!(
        sign_in(&site, &other, "ana", text.expose_secret())
            .await
            .is_ok()
    );
    site.store
        .revoke_app_password(1, password.uuid)
        .await
        .unwrap();
    other.refresh(Freshness::Asked).await.unwrap();
    assert!(
        sign_in(&site, &other, "ana", text.expose_secret())
            .await
            .is_err()
    );
    let gone = site.store.rename_app_password(1, password.uuid, "x").await;
    assert_eq!(refused(gone), Refusal::Unknown);
    assert_eq!(site.store.revoke_app_passwords(1).await.unwrap(), 1);
    assert_eq!(site.store.revoke_app_passwords(1).await.unwrap(), 0);
}

#[tokio::test]
async fn logins_and_addresses_are_unique() {
    let site = TestSite::new().await;
    let store = &site.store;
    let bia = store.create_user(&user("bia", Role::Author)).await.unwrap();
    assert_eq!(
        (bia.id, bia.slug.as_str(), bia.name.as_str()),
        (2, "bia", "bia")
    );
    let refusal = refused(store.create_user(&user("BIA", Role::Author)).await);
    assert_eq!(refusal, Refusal::LoginTaken);
    let mut change = user("caio", Role::Author);
    change.email = Some("Ana@Example.com".into());
    assert_eq!(
        refused(store.create_user(&change).await),
        Refusal::EmailTaken
    );
    change.email = Some("bia@example.com".into());
    assert_eq!(
        refused(store.update_user(1, &change).await),
        Refusal::EmailTaken
    );
    change.email = Some("nova@example.com".into());
    let ana = store.update_user(1, &change).await.unwrap();
    assert_eq!(
        (ana.login.as_str(), ana.email.as_str()),
        ("ana", "nova@example.com")
    );
}

#[tokio::test]
async fn content_of_a_deleted_user() {
    let site = TestSite::new().await;
    let store = &site.store;
    let bia = store.create_user(&user("bia", Role::Author)).await.unwrap();
    store
        .create(Kind::Post, bia.id, &titled("a", Status::Publish))
        .await
        .unwrap();
    for heir in [bia.id, 99] {
        let refusal = refused(store.delete_user(bia.id, Some(heir)).await);
        assert_eq!(refusal, Refusal::InvalidHeir);
    }
    store.delete_user(bia.id, Some(1)).await.unwrap();
    assert_eq!(store.get(1).await.unwrap().unwrap().author, 1);
    let caio = store
        .create_user(&user("caio", Role::Author))
        .await
        .unwrap();
    assert_eq!(caio.id, 3);
    store
        .create(Kind::Post, caio.id, &titled("b", Status::Publish))
        .await
        .unwrap();
    store.delete_user(caio.id, None).await.unwrap();
    assert_eq!(store.get(2).await.unwrap().unwrap().status, Status::Trash);
}

#[tokio::test]
async fn lists_of_users() {
    let site = TestSite::new().await;
    let store = &site.store;
    store.create_user(&user("bia", Role::Author)).await.unwrap();
    store
        .create_user(&user("caio", Role::Subscriber))
        .await
        .unwrap();
    store
        .create(Kind::Post, 2, &titled("a", Status::Publish))
        .await
        .unwrap();
    let logins = |filter: UserFilter| {
        let listed = store.users(&filter).unwrap();
        listed
            .items
            .iter()
            .map(|user| user.login.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(logins(UserFilter::default()), ["ana", "bia", "caio"]);
    let published = UserFilter {
        has_published: Some(Kind::ALL.to_vec()),
        ..UserFilter::default()
    };
    assert_eq!(logins(published), ["bia"]);
    let writers = UserFilter {
        writers: true,
        descending: true,
        ..UserFilter::default()
    };
    assert_eq!(logins(writers), ["bia", "ana"]);
    let by_address = |columns| UserFilter {
        search: Some("*example.com".into()),
        search_columns: columns,
        ..UserFilter::default()
    };
    assert!(logins(by_address(vec![])).is_empty());
    assert_eq!(logins(by_address(vec![UserColumn::Email])).len(), 3);
    store.trash(Kind::Post, 1, 0, &anything).await.unwrap();
    assert!(!store.has_published(2, &Kind::ALL).unwrap());
}
