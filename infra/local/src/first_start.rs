//! First start: creates an administrator of the platform and a user of the content site with an
//! application password, and registers the site with the platform. Later starts find these records and
//! change nothing.

use domain::platform::id::SiteId;
use domain::platform::site_record::{NotificationChannel, Site};
use domain::platform::user::User;
use host_access::password_context;
use migrations::Migrations;
use secrecy::{ExposeSecret, SecretString};
use site_store::{Seed, SiteStore, Tenant};
use vault::{password, token};

use crate::on_damage::OnDamage;
use crate::parts::Parts;
use crate::site;
use crate::start_error::StartError;

/// Client e-mail address of the site that the first start registers, also used in the demonstration.
pub const CLIENT_EMAIL: &str = "cliente@exemplo.com.br";

/// Default name of the first administrator, shown in mails and in the history of posts.
pub const ADMINISTRATOR_NAME: &str = "A equipe";

/// Choices of the user who starts the system.
#[derive(Debug, Clone, Copy)]
pub struct Choices {
    /// What to do with data that lack something.
    pub on_damage: OnDamage,
    /// Prompts for the name of the first administrator, when one is created and PAUTA_ADMIN_NAME is not
    /// set.
    pub ask_name: fn() -> Option<String>,
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            on_damage: OnDamage::Refuse,
            ask_name: || None,
        }
    }
}

/// First administrator of the platform.
#[derive(Debug, Clone)]
pub struct Administrator {
    /// E-mail address.
    pub email: String,
    /// Password in clear text, displayed once.
    pub password: String,
}

/// Login on the content site.
#[derive(Debug, Clone)]
pub struct SiteLogin {
    /// Login name.
    pub user: String,
    /// Application password or sign-in password, depending on the member that holds the login.
    pub password: SecretString,
}

/// Accounts found or created by the start.
#[derive(Debug, Default)]
pub struct Prepared {
    /// Administrator, if created by this start.
    pub administrator: Option<Administrator>,
    /// E-mail address of the first administrator.
    pub administrator_email: Option<String>,
    /// Application password on the site, if created by this start.
    pub site_login: Option<SiteLogin>,
    /// Password of the same user for the authorisation page, if created by this start.
    pub site_sign_in: Option<SiteLogin>,
}

fn setting(key: &str, default: &str) -> String {
    std::env::var(key)
        .ok()
        .filter(|value| !value.trim().is_empty())
        .unwrap_or_else(|| default.to_owned())
}

/// Creates missing accounts.
///
/// # Errors
/// [`StartError`] when a setting is invalid or the store fails.
pub async fn prepare(parts: &Parts) -> Result<Prepared, StartError> {
    prepare_asking(parts, || None).await
}

/// Like [`prepare`]; `ask_name` prompts for the name of the first administrator. Data of earlier releases are brought to
/// the schema of this one first.
///
/// # Errors
/// As [`prepare`].
pub async fn prepare_asking(
    parts: &Parts,
    ask_name: fn() -> Option<String>,
) -> Result<Prepared, StartError> {
    migrate(parts).await?;
    let email = setting("PAUTA_ADMIN_EMAIL", "admin@pauta.localhost");
    let (user, administrator) = administrator(parts, &email, ask_name).await?;
    let (site_login, site_sign_in) = site_logins(parts).await?;
    if let Some(login) = &site_login {
        connect(parts, &user, login).await?;
    }
    Ok(Prepared {
        administrator,
        administrator_email: Some(email),
        site_login,
        site_sign_in,
    })
}

/// Brings the stores to the schema of this release.
async fn migrate(parts: &Parts) -> Result<(), StartError> {
    Migrations::migrate_platform(&parts.store, &parts.zone, &*parts.clock)
        .await
        .map_err(StartError::other)?;
    Migrations::migrate_site(&parts.site_table, &*parts.clock)
        .await
        .map_err(StartError::other)?;
    Migrations::migrate_log(&parts.logs, &*parts.clock)
        .await
        .map_err(StartError::other)?;
    Ok(())
}

async fn administrator(
    parts: &Parts,
    email: &str,
    ask_name: fn() -> Option<String>,
) -> Result<(User, Option<Administrator>), StartError> {
    if let Some(account) = parts
        .store
        .account_by_email(email)
        .await
        .map_err(StartError::other)?
    {
        return Ok((account.user().clone(), None));
    }
    let given = std::env::var("PAUTA_ADMIN_PASSWORD")
        .ok()
        .map(SecretString::from);
    let secret = given.unwrap_or_else(|| token::random_token(&*parts.random, 15));
    password::check_policy(&secret, email).map_err(|error| StartError::Setting {
        key: "PAUTA_ADMIN_PASSWORD",
        reason: error.to_string(),
    })?;
    let name = administrator_name(ask_name)?;
    let hash = password::hash(secret.clone(), &*parts.random)
        .await
        .map_err(StartError::other)?;
    let now = parts.clock.now_seconds();
    let (user, added) = parts
        .store
        .ensure_admin(&name, email, hash, now)
        .await
        .map_err(StartError::other)?;
    let made = added.then(|| Administrator {
        email: email.to_owned(),
        password: secret.expose_secret().to_owned(),
    });
    Ok((user, made))
}

/// Maximum length of a name in characters.
const NAME_CHARS: usize = 200;

fn is_name(text: &str) -> bool {
    text.chars().count() <= NAME_CHARS && !text.chars().any(char::is_control)
}

fn administrator_name(ask: fn() -> Option<String>) -> Result<String, StartError> {
    let given = setting("PAUTA_ADMIN_NAME", "").trim().to_owned();
    if !is_name(&given) {
        return Err(StartError::Setting {
            key: "PAUTA_ADMIN_NAME",
            reason: format!("a name of at most {NAME_CHARS} characters is expected"),
        });
    }
    let name = Some(given).filter(|name| !name.is_empty()).or_else(ask);
    Ok(name
        .filter(|name| is_name(name))
        .unwrap_or_else(|| ADMINISTRATOR_NAME.to_owned()))
}

async fn site_logins(parts: &Parts) -> Result<(Option<SiteLogin>, Option<SiteLogin>), StartError> {
    let sites = site::records(parts);
    let store = sites.site(&Tenant::main()).map_err(StartError::other)?;
    // Before anything is written, as identifiers of records that the log lost are taken.
    store.recover_unlogged().await.map_err(StartError::other)?;
    let login = setting("SITE_ADMIN_USER", "redacao");
    let seed = Seed {
        title: "Meu site".to_owned(),
        login: login.clone(),
        email: format!("{login}@site.localhost"),
        name: "Redação".to_owned(),
        password_name: "Pauta".to_owned(),
        password: std::env::var("SITE_ADMIN_APP_PASSWORD")
            .ok()
            .map(SecretString::from),
    };
    let seeded = store
        .seed(&parts.keyring, &seed)
        .await
        .map_err(StartError::other)?;
    store.seed_snippets().await.map_err(StartError::other)?;
    site_extensions::seed_first_form(&store, &parts.keyring, &parts.site_url)
        .await
        .map_err(StartError::other)?;
    let given = std::env::var("SITE_ADMIN_PASSWORD").ok();
    let given = given
        .filter(|text| !text.is_empty())
        .map(SecretString::from);
    let own = sign_in_password(&store, seeded.administrator.id, given).await?;
    let with = |password| SiteLogin {
        user: login.clone(),
        password,
    };
    Ok((seeded.password.map(with), own.map(with)))
}

/// Sets the sign-in password of a site user, to `given` or a generated one, unless the user has one;
/// returns it if it was set.
async fn sign_in_password(
    store: &SiteStore,
    user: u64,
    given: Option<SecretString>,
) -> Result<Option<SecretString>, StartError> {
    let has_one = store.user_password(user).await.map_err(StartError::other)?;
    if let (None, Some(given)) = (&has_one, &given) {
        password::check_length(given, password::SITE_MINIMUM_CHARS).map_err(|error| {
            StartError::Setting {
                key: "SITE_ADMIN_PASSWORD",
                reason: error.to_string(),
            }
        })?;
    }
    let made = store.seed_sign_in(user, given).await;
    made.map_err(StartError::other)
}

/// Registers the site with the platform, with its application password.
async fn connect(parts: &Parts, owner: &User, login: &SiteLogin) -> Result<(), StartError> {
    let now = parts.clock.now_seconds();
    let id: SiteId = parts
        .store
        .next_site_id()
        .await
        .map_err(StartError::other)?;
    let site = Site {
        name: "Meu site".to_owned(),
        url: parts.site_url.clone(),
        rest_root: Some(site::rest_root(parts)),
        rest_namespace: Some("core/v2".to_owned()),
        host_user: Some(login.user.clone()),
        host_password_set: true,
        email: Some(CLIENT_EMAIL.to_owned()),
        solicitacao_aprovacao_default: true,
        notification_channel: NotificationChannel::Email,
        ..Site::new(id, owner.id, now)
    };
    let sealed = parts
        .keyring
        .seal(&password_context(id), &login.password, &*parts.random)
        .map_err(StartError::other)?;
    parts
        .store
        .create_site(&site, Some(sealed))
        .await
        .map_err(StartError::other)
}

#[cfg(test)]
mod tests {
    use domain::site::Kind;
    use migrations::SchemaVersion;
    use site_store::{ContentChange, Freshness, UserChange};

    use super::*;

    #[tokio::test]
    async fn a_password_that_is_set_for_the_site_has_eight_characters() {
        let parts = Parts::memory().await.unwrap();
        let store = site::records(&parts).site(&Tenant::main()).unwrap();
        let change = UserChange {
            login: Some("ana".to_owned()),
            email: Some("ana@site.test".to_owned()),
            ..UserChange::default()
        };
        let user = store.create_user(&change).await.unwrap().id;
        let set = async |text: &str| sign_in_password(&store, user, Some(text.into())).await;
        let refused = set("sete le").await.unwrap_err().to_string();
        assert!(refused.contains("SITE_ADMIN_PASSWORD"), "{refused}");
        assert!(refused.contains("8 characters"), "{refused}");
        assert!(set("oito let").await.unwrap().is_some());
        // An existing password stays, and `given` is then not validated.
        assert!(set("x").await.unwrap().is_none());
    }

    #[tokio::test]
    async fn a_start_recovers_an_item_whose_entry_of_the_log_is_lost() {
        let parts = Parts::memory().await.unwrap();
        prepare(&parts).await.unwrap();
        let store = || site::records(&parts).site(&Tenant::main()).unwrap();
        let change = ContentChange {
            title: Some("Horta".to_owned()),
            ..ContentChange::default()
        };
        let lost = store().create(Kind::Post, 1, &change).await.unwrap();
        let entry = items::Key::new("main#LOG", format!("{:016}", lost.seq));
        let any = items::Condition::Any;
        parts.site_table.delete(entry, any).await.unwrap();
        prepare(&parts).await.unwrap();
        let started = store();
        started.refresh(Freshness::Asked).await.unwrap();
        let found = started.get(lost.id).await.unwrap().unwrap();
        assert_eq!(found.title, "Horta");
    }

    #[tokio::test]
    async fn a_start_records_the_schema_versions_and_refuses_newer_data() {
        let parts = Parts::memory().await.unwrap();
        prepare(&parts).await.unwrap();
        for table in [parts.store.table(), &parts.site_table, parts.logs.table()] {
            let key = items::Key::new("SCHEMA", "VERSION");
            let mut record: SchemaVersion = table.get(&key).await.unwrap().unwrap();
            record.version = 99;
            let entry = items::Entry::new(key.clone(), &record).unwrap();
            table.put(entry, items::Condition::Any).await.unwrap();
            let refused = prepare(&parts).await.unwrap_err().to_string();
            assert!(refused.contains("schema version 99"), "{refused}");
            table.delete(key, items::Condition::Any).await.unwrap();
        }
    }
}
