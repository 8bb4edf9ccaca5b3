//! Initialises a deployment: creates the platform's first administrator and the content site's
//! administrator. After a deployment of a newer release it brings the stored data to that release's schema. Run through
//! `infra/setup.sh`; a further run of the same release changes nothing. With `--check` it reads all stored data instead, and says
//! what is wrong with them.

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use cloud::{Cloud, Environment};
use form_store::FormStore;
use migrations::{Migrated, Migrations};
use platform_store::PlatformStore;
use ports::Need;
use secrecy::{ExposeSecret, SecretString};
use site_store::{Parts, Seed, Sites, Tenant};

/// Permissions of the program in the cloud.
const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::SiteItemsRead,
    Need::SiteItemsWrite,
    Need::LogItemsRead,
    Need::LogItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
    Need::SitePrivateFiles,
    Need::KeyRing,
];

/// Random bytes of a generated password.
const PASSWORD_BYTES: usize = 15;

/// Creates the first administrator of a deployment and the first login of its content site.
#[derive(Debug, Parser)]
struct Arguments {
    /// Check the stored data instead: each record, and the files that records name. Exit code 1 when something is wrong, with a
    /// line for each. Nothing is changed.
    #[arg(long)]
    check: bool,
    /// E-mail address of the first administrator.
    #[arg(
        long,
        required_unless_present = "check",
        default_value = "",
        hide_default_value = true
    )]
    admin_email: String,
    /// Name of the first administrator.
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
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::parse();
    let cloud = Cloud::with(Environment::of_process(), NEEDS)?;
    if arguments.check {
        return check(&cloud).await;
    }
    migrate(&cloud).await?;
    administrator(&cloud, &arguments).await?;
    site(&cloud, &arguments).await?;
    Ok(ExitCode::SUCCESS)
}

/// Checks the stored data of platform and site.
async fn check(cloud: &Cloud) -> Result<ExitCode, Box<dyn Error>> {
    let platform = PlatformStore::new(cloud.platform_table()?);
    let found = platform.check(&cloud.blobs()?).await?;
    let mut wrong: Vec<String> = found.iter().map(|one| format!("platform: {one}")).collect();
    let site = Sites::new(site_parts(cloud)?).site(&Tenant::main())?;
    wrong.extend(site.check().await?.iter().map(|one| format!("site: {one}")));
    let forms = FormStore::new(site_parts(cloud)?, Tenant::main(), cloud.key_ring().await?);
    wrong.extend(
        forms
            .check()
            .await?
            .iter()
            .map(|one| format!("site: {one}")),
    );
    print_findings(&wrong);
    Ok(if wrong.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn site_parts(cloud: &Cloud) -> Result<Parts, Box<dyn Error>> {
    Ok(Parts::new(
        cloud.site_table()?,
        cloud.site_blobs()?,
        cloud.clock(),
        cloud.random(),
    ))
}

/// Brings the stores to the schema of this release.
async fn migrate(cloud: &Cloud) -> Result<(), Box<dyn Error>> {
    let clock = cloud.clock();
    let store = PlatformStore::new(cloud.platform_table()?);
    let zone = cloud.environment().time_zone()?;
    let platform = Migrations::migrate_platform(&store, &zone, &*clock).await?;
    print_version("platform schema", &platform);
    let site = Migrations::migrate_site(&cloud.site_table()?, &*clock).await?;
    print_version("site schema", &site);
    let log = Migrations::migrate_log(&cloud.log_store()?, &*clock).await?;
    print_version("log schema", &log);
    Ok(())
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
    print_login("administrator", &user.email, added.then_some(&password));
    Ok(())
}

async fn site(cloud: &Cloud, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let parts = site_parts(cloud)?;
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
    store.seed_snippets().await?;
    let home = cloud.environment().site_url()?;
    site_extensions::seed_first_form(&store, &keys, home).await?;
    print_login("site user", &arguments.site_user, seeded.password.as_ref());
    let own = store.seed_sign_in(seeded.administrator.id, None).await?;
    print_login("site sign-in", &arguments.site_user, own.as_ref());
    Ok(())
}

/// Prints what a check found.
#[expect(
    clippy::print_stdout,
    reason = "the outcome is the output of this command-line program"
)]
fn print_findings(wrong: &[String]) {
    if wrong.is_empty() {
        println!("Nothing is wrong with the stored data.");
    }
    for line in wrong {
        println!("{line}");
    }
}

/// Prints the version of a store and the steps that led to it.
#[expect(
    clippy::print_stdout,
    reason = "the outcome is the output of this command-line program"
)]
fn print_version(what: &str, migrated: &Migrated) {
    let steps = match migrated.steps.as_slice() {
        [] => "nothing to do".to_owned(),
        steps => steps.join("; "),
    };
    println!("{what}\tversion {}\t({steps})", migrated.to);
}

/// Prints a login. The password is known only now, as only its hash is stored.
#[expect(
    clippy::print_stdout,
    reason = "the generated passwords are the output of this command-line program"
)]
fn print_login(what: &str, name: &str, password: Option<&SecretString>) {
    match password {
        Some(password) => println!("{what}\t{name}\t{}", password.expose_secret()),
        None => println!(
            "{what}\t{name}\t(exists already; its password is unchanged and not known here)"
        ),
    }
}
