//! The first start of a deployment: its first administrator and the first login of its content site.
//! Run once by whoever deploys, through infra/setup.sh; a second run changes nothing that is there.

use std::error::Error;

use clap::Parser;
use cloud::{Cloud, Environment};
use platform_store::PlatformStore;
use ports::Need;
use secrecy::{ExposeSecret, SecretString};
use site_store::{Parts, Seed, Sites, Tenant};

/// What this program reads and writes.
const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::SiteItemsRead,
    Need::SiteItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
    Need::KeyRing,
];

/// Random bytes of a first password.
const PASSWORD_BYTES: usize = 15;

/// Creates the first administrator of a deployment and the first login of its content site.
#[derive(Debug, Parser)]
struct Arguments {
    /// E-mail of the first administrator.
    #[arg(long)]
    admin_email: String,
    /// Their name.
    #[arg(long, default_value = "A equipe")]
    admin_name: String,
    /// Title of the content site.
    #[arg(long, default_value = "Pauta")]
    site_title: String,
    /// Login name of the content site's administrator.
    #[arg(long, default_value = "pauta")]
    site_user: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let cloud = Cloud::with(Environment::of_process(), NEEDS)?;
    administrator(&cloud, &arguments).await?;
    site(&cloud, &arguments).await
}

async fn administrator(cloud: &Cloud, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let store = PlatformStore::new(cloud.platform_table()?);
    let random = cloud.random();
    let password = vault::token::random_token(&*random, PASSWORD_BYTES);
    let hash = vault::password::hash(password.clone(), &*random).await?;
    let now = cloud.clock().now_seconds();
    let (user, added) = store
        .ensure_admin(&arguments.admin_name, &arguments.admin_email, hash, now)
        .await?;
    told("administrator", &user.email, added.then_some(&password));
    Ok(())
}

async fn site(cloud: &Cloud, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let parts = Parts::new(
        cloud.site_table()?,
        cloud.blobs()?,
        cloud.clock(),
        cloud.random(),
    );
    let seed = Seed {
        title: arguments.site_title.clone(),
        login: arguments.site_user.clone(),
        email: arguments.admin_email.clone(),
        name: arguments.admin_name.clone(),
        password_name: "Pauta".to_owned(),
        password: None,
    };
    let keys = cloud.key_ring().await?;
    let store = Sites::new(parts).site(&Tenant::main())?;
    let seeded = store.seed(&keys, &seed).await?;
    told("site user", &arguments.site_user, seeded.password.as_ref());
    let own = store.seed_sign_in(seeded.administrator.id, None).await?;
    told("site sign-in", &arguments.site_user, own.as_ref());
    Ok(())
}

/// Shows a login; its password only now, because only its hash is kept.
#[expect(
    clippy::print_stdout,
    reason = "a program that is run by hand, for what it prints"
)]
fn told(what: &str, name: &str, password: Option<&SecretString>) {
    match password {
        Some(password) => println!("{what}\t{name}\t{}", password.expose_secret()),
        None => println!("{what}\t{name}\t(was there already; its password is not known here)"),
    }
}
