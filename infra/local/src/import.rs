//! Command `import-site`: imports a live host into the local site.

use std::io::{BufRead as _, IsTerminal as _};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use host_client::{Basic, HostClient, Limits};
use outbound::{Outbound, Policy};
use secrecy::SecretString;
use site_api::SiteRater;
use site_import::{ImportError, Importer, Progress, Report, Source};
use site_store::Tenant;
use url::{Host, Url};

use crate::cli::ImportOptions;
use crate::data_folder::DataFolder;
use crate::first_start::{self, Prepared};
use crate::on_damage::OnDamage;
use crate::parts::{Data, Parts};
use crate::public_url;
use crate::site;
use crate::start_error::StartError;

/// Timeout for the discovery of a host, which may have to start up first.
const PROBE: Duration = Duration::from_secs(30);
/// Timeout for reading a page of a hundred items.
const READ: Duration = Duration::from_secs(60);
/// Timeout for downloading a file.
const FILE: Duration = Duration::from_secs(180);

/// Why the import failed.
#[derive(Debug, thiserror::Error)]
pub enum ImportFailure {
    /// The local system does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The import did not start, or the store failed.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// No application password was given.
    #[error(
        "the application password is missing: --app-password, PAUTA_IMPORT_APP_PASSWORD, or a line on the standard input"
    )]
    NoPassword,
}

impl ImportFailure {
    /// Whether the command was rejected before it changed anything.
    pub const fn is_refusal(&self) -> bool {
        match self {
            Self::Start(_) | Self::NoPassword => true,
            Self::Import(error) => error.is_refusal(),
        }
    }
}

/// Application password from the options, the environment or the prompt.
fn password(options: &ImportOptions) -> Result<SecretString, ImportFailure> {
    if let Some(given) = &options.app_password {
        return Ok(given.clone());
    }
    let typed = if std::io::stdin().is_terminal() {
        rpassword::prompt_password(format!("Application password of {}: ", options.user)).ok()
    } else {
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line).ok();
        Some(line)
    };
    let typed = typed.map(|line| line.trim().to_owned());
    typed
        .filter(|line| !line.is_empty())
        .map(SecretString::from)
        .ok_or(ImportFailure::NoPassword)
}

/// Whether a URL is on this machine. Only then may the host's links and files be on this machine too.
fn is_loopback(address: &str) -> bool {
    let host = Url::parse(address).ok();
    match host.as_ref().and_then(Url::host) {
        Some(Host::Ipv4(address)) => IpAddr::from(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::from(address).is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

fn client(address: &str) -> Result<HostClient, StartError> {
    let policy = Policy {
        https_required: false,
        loopback_allowed: is_loopback(address),
    };
    let outbound = Outbound::new(policy).map_err(StartError::other)?;
    let limits = Limits {
        probe: PROBE,
        read: READ,
        upload: FILE,
        ..Limits::default()
    };
    Ok(HostClient::new(outbound).with_limits(limits))
}

/// Imports the host. `ask_name` prompts for the name of a first administrator; `made` receives the
/// logins of a first start before the import begins.
///
/// # Errors
/// [`ImportFailure`].
pub async fn import(
    options: &ImportOptions,
    progress: &dyn Progress,
    ask_name: fn() -> Option<String>,
    made: impl FnOnce(&Prepared),
) -> Result<Report, ImportFailure> {
    let login = Basic {
        user: options.user.clone(),
        password: password(options)?,
    };
    let client = client(&options.rest_root)?;
    // Checked before anything is created, so that a wrong URL or password leaves no trace.
    let source = Source::find(&client, &options.rest_root, login).await?;
    let data_dir = &options.data.data_dir;
    let folder = DataFolder::open(data_dir, OnDamage::Refuse)?;
    let data = Data::Folder(data_dir.clone());
    let addresses = &options.addresses;
    let (platform_url, site_url) = (
        public_url::of(addresses.platform_addr),
        public_url::of(addresses.site_addr),
    );
    let parts = Parts::new(&data, &platform_url, &site_url).await?;
    let prepared = first_start::prepare_asking(&parts, ask_name).await?;
    made(&prepared);
    folder.keep()?;
    let store = site::records(&parts)
        .site(&Tenant::main())
        .map_err(ImportError::from)?
        .rated_by(Arc::new(SiteRater::at(&parts.site_url)));
    let now = parts.clock.now_seconds();
    let importer = Importer::new(client, source, store, now, progress);
    Ok(importer.with_revisions(options.revisions).run().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_this_machine() {
        for (address, own) in [
            ("http://127.0.0.1:8081/rest/", true),
            ("http://[::1]:8081/", true),
            ("http://localhost:8081/", true),
            ("http://site.localhost/", true),
            ("https://localhost.example/", false),
            ("https://blog.example/wp-json/", false),
            ("http://10.0.0.1/", false),
            ("127.0.0.1:8081", false),
        ] {
            assert_eq!(is_loopback(address), own, "{address}");
        }
    }
}
