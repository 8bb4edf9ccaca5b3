//! Command line.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use secrecy::SecretString;
use site_import::Revisions;
use url::Host;

use crate::host_names;
use crate::on_damage::OnDamage;

/// Default data folder.
pub const DEFAULT_DATA_DIR: &str = ".pauta";

/// Pauta on this machine: the platform and a content site in one process.
#[derive(Debug, Parser)]
#[command(
    name = "pauta",
    version,
    about,
    args_conflicts_with_subcommands = true,
    after_help = "Without a command, Pauta runs until Ctrl-C. Options of a command stand behind its name: pauta COMMAND --help lists them."
)]
pub struct Cli {
    /// Options of the run.
    #[command(flatten)]
    pub run: RunOptions,
    /// Command other than running the system.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Options of a run.
#[derive(Debug, Clone, Args)]
pub struct RunOptions {
    /// Listening addresses.
    #[command(flatten)]
    pub addresses: Addresses,
    /// Further host names.
    #[command(flatten)]
    pub hosts: HostOptions,
    /// Data folder.
    #[command(flatten)]
    pub data: DataDir,
    /// Keep everything in memory only: nothing is written to the disk, and everything is gone when Pauta stops.
    #[arg(long, conflicts_with_all = ["data_dir", "start_empty", "accept_loss"])]
    pub in_memory: bool,
    /// Begin a new system in a data folder whose data are incomplete or damaged. They are moved aside, not deleted.
    #[arg(long, conflicts_with = "accept_loss")]
    pub start_empty: bool,
    /// Start although the store lacks writes that were acknowledged, as after its write-ahead log was deleted. They are lost.
    #[arg(long)]
    pub accept_loss: bool,
}

impl RunOptions {
    /// What the start does with data that lack something.
    pub const fn on_damage(&self) -> OnDamage {
        if self.start_empty {
            OnDamage::StartEmpty
        } else if self.accept_loss {
            OnDamage::AcceptLoss
        } else {
            OnDamage::Refuse
        }
    }
}

/// Listening addresses of the platform and the site.
#[derive(Debug, Clone, Args)]
pub struct Addresses {
    /// Where the platform listens: an address or a name, and a port (localhost:8080; port 0 takes a free one).
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080", value_parser = address)]
    pub platform_addr: SocketAddr,
    /// Where the content site listens.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8081", value_parser = address)]
    pub site_addr: SocketAddr,
}

/// Host names at which Pauta answers.
#[derive(Debug, Clone, Args)]
pub struct HostOptions {
    /// Answer at this host name too, such as that of a tunnel or a reverse proxy: a name or an address without a port. May
    /// be repeated. Loopback names and the listening addresses need no option; requests for other names get 421.
    #[arg(long = "host-name", value_name = "HOST", value_parser = host_names::configured)]
    pub host_names: Vec<Host>,
}

/// Data folder of a command.
#[derive(Debug, Clone, Args)]
pub struct DataDir {
    /// Data folder: the store, files, mails and logs.
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_DATA_DIR)]
    pub data_dir: PathBuf,
}

/// Command.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Play the main story in memory: an article from draft to the client's site.
    Demo(DemoOptions),
    /// Write all data of the data folder to one file, also while Pauta runs.
    ///
    /// The backup is a copy of one instant. Only you may read the file: it contains keys, password
    /// hashes and mails.
    Backup(BackupOptions),
    /// Restore a backup into the data folder. Pauta must not be running on it.
    ///
    /// The backup is unpacked and verified before any file of the folder changes.
    Restore(RestoreOptions),
    /// Check all data of the data folder: the store, each record, and the files that records name. Pauta must not be
    /// running on it.
    ///
    /// Exit code 0: nothing is wrong; 1: something is, a line for each; 2: the data could not be checked. Nothing is changed.
    Check(CheckOptions),
    /// Import a live host of the site's interface into the content site of the data folder.
    ///
    /// Exit code 0: everything was imported; 1: something was left out; 2: the import did not start. It
    /// may be interrupted and started again at any time; nothing is imported twice.
    ImportSite(ImportOptions),
    /// Write the OpenAPI document of the platform (docs/openapi.json) to standard output.
    Openapi,
}

/// Options of `demo`.
#[derive(Debug, Clone, Args)]
pub struct DemoOptions {
    /// Keep serving until Ctrl-C, so that you can look at the result.
    #[arg(long)]
    pub serve: bool,
    /// With --serve: where the platform listens.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080", value_parser = address, requires = "serve")]
    pub platform_addr: SocketAddr,
    /// With --serve: where the content site listens.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8081", value_parser = address, requires = "serve")]
    pub site_addr: SocketAddr,
    /// Further host names.
    #[command(flatten)]
    pub hosts: HostOptions,
}

/// Options of `backup`.
#[derive(Debug, Clone, Args)]
pub struct BackupOptions {
    /// The new file, such as pauta.tar.zst, outside of the data folder.
    pub file: PathBuf,
    /// Data to back up.
    #[command(flatten)]
    pub data: DataDir,
}

/// Options of `restore`.
#[derive(Debug, Clone, Args)]
pub struct RestoreOptions {
    /// A file that `backup` has written.
    pub file: PathBuf,
    /// Folder to restore into.
    #[command(flatten)]
    pub data: DataDir,
    /// Put the backup in the place of data that are there. They are moved aside, not deleted.
    #[arg(long)]
    pub replace: bool,
}

/// Options of `check`.
#[derive(Debug, Clone, Args)]
pub struct CheckOptions {
    /// Data to check.
    #[command(flatten)]
    pub data: DataDir,
}

/// Options of `import-site`.
#[derive(Debug, Clone, Args)]
pub struct ImportOptions {
    /// URL of the host's REST root, or of the host.
    pub rest_root: String,
    /// Login name on the host, preferably of an administrator: hosts hide content from other users.
    #[arg(long)]
    pub user: String,
    /// Application password on the host. Command-line arguments are visible to other users of the
    /// machine; without this option or the environment variable, the program asks for it.
    #[arg(long, env = "PAUTA_IMPORT_APP_PASSWORD", hide_env_values = true, value_parser = secret)]
    pub app_password: Option<SecretString>,
    /// Number of revisions to import per post, page and block, newest first: a number, `all`, or 0 for
    /// none.
    #[arg(long, value_name = "N|all", default_value_t)]
    pub revisions: Revisions,
    /// Folder to import into.
    #[command(flatten)]
    pub data: DataDir,
    /// Addresses at which the site will be served: a first start connects the platform with the site's
    /// URL.
    #[command(flatten)]
    pub addresses: Addresses,
}

fn secret(text: &str) -> Result<SecretString, std::convert::Infallible> {
    Ok(SecretString::from(text))
}

/// Parses a listening address. `localhost` means 127.0.0.1 without a resolver; other names are
/// resolved.
fn address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let form = "expected HOST:PORT, such as 127.0.0.1:8080 or localhost:8080";
    let (host, port) = text.rsplit_once(':').ok_or(form)?;
    let port: u16 = port.parse().map_err(|_| form)?;
    if host.is_empty() || host.contains(['/', ':', '@']) {
        return Err(form.to_owned());
    }
    if host.eq_ignore_ascii_case("localhost") {
        return Ok(([127, 0, 0, 1], port).into());
    }
    let found = (host, port).to_socket_addrs().ok();
    found
        .and_then(|mut found| found.next())
        .ok_or_else(|| format!("{host} is no name that this machine knows"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use clap::error::ErrorKind;

    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Cli, clap::Error> {
        Cli::try_parse_from([&["pauta"], arguments].concat())
    }

    fn refusal(arguments: &[&str]) -> ErrorKind {
        parsed(arguments).unwrap_err().kind()
    }

    #[test]
    fn the_declaration_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn an_import_names_a_host_and_a_login() {
        let arguments = ["import-site", "http://127.0.0.1:1/rest/", "--user", "ana"];
        let full = [&arguments[..], &["--app-password", "abcd efgh"]].concat();
        let cli = parsed(&full).unwrap();
        assert!(!format!("{cli:?}").contains("abcd"));
        assert!(matches!(cli.command, Some(Command::ImportSite(_))));
        assert!(parsed(&arguments).is_ok());
        let limited = |most: &str| match parsed(&[&arguments[..], &["--revisions", most]].concat())
        {
            Ok(Cli {
                command: Some(Command::ImportSite(options)),
                ..
            }) => Some(options.revisions),
            _ => None,
        };
        assert_eq!(limited("all"), Some(Revisions::All));
        assert_eq!(limited("5"), Some(Revisions::Newest(5)));
        assert_eq!(limited("many"), None);
        assert!(parsed(&arguments[..2]).is_err());
        assert!(parsed(&["import-site", "--user", "ana"]).is_err());
    }

    #[test]
    fn addresses_have_names_too() {
        for (text, expected) in [
            ("127.0.0.1:9280", "127.0.0.1:9280"),
            ("localhost:9280", "127.0.0.1:9280"),
            ("LocalHost:0", "127.0.0.1:0"),
            ("[::1]:80", "[::1]:80"),
        ] {
            let cli = parsed(&["--platform-addr", text]).unwrap();
            assert_eq!(cli.run.addresses.platform_addr.to_string(), expected);
        }
        for text in [
            "localhost",
            "9280",
            ":9280",
            "localhost:",
            "localhost:70000",
            "http://localhost:9280",
            "::1:80",
        ] {
            let error = parsed(&["--site-addr", text]).unwrap_err().to_string();
            assert!(
                error.contains("such as 127.0.0.1:8080 or localhost:8080"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_command_takes_what_it_uses_and_nothing_else() {
        assert!(parsed(&["demo", "--serve", "--site-addr", "localhost:0"]).is_ok());
        assert_eq!(
            refusal(&["demo", "--site-addr", "localhost:0"]),
            ErrorKind::MissingRequiredArgument
        );
        for arguments in [
            &["demo", "--data-dir", "x"][..],
            &["demo", "--in-memory"],
            &["openapi", "--data-dir", "x"],
            &["backup", "file", "--site-addr", "localhost:0"],
            &["restore", "file", "--in-memory"],
            &[
                "import-site",
                "http://127.0.0.1:1/",
                "--user",
                "ana",
                "--in-memory",
            ],
        ] {
            assert_eq!(
                refusal(arguments),
                ErrorKind::UnknownArgument,
                "{arguments:?}"
            );
        }
        for arguments in [
            &["--data-dir", "x", "demo"][..],
            &["--in-memory", "--data-dir", "x"],
            &["--in-memory", "--start-empty"],
        ] {
            assert_eq!(
                refusal(arguments),
                ErrorKind::ArgumentConflict,
                "{arguments:?}"
            );
        }
        for arguments in [
            &["backup", "file", "--data-dir", "x"][..],
            &["restore", "file", "--data-dir", "x", "--replace"],
            &[
                "import-site",
                "http://127.0.0.1:1/",
                "--user",
                "ana",
                "--data-dir",
                "x",
            ],
            &["--start-empty", "--data-dir", "x"],
        ] {
            assert!(parsed(arguments).is_ok(), "{arguments:?}");
        }
    }
}
