//! The command line.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use secrecy::SecretString;
use site_import::Revisions;

/// The data folder when none is named.
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
    /// How it runs.
    #[command(flatten)]
    pub run: RunOptions,
    /// What to do instead of running.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Options of a run.
#[derive(Debug, Clone, Args)]
pub struct RunOptions {
    /// Where it listens.
    #[command(flatten)]
    pub addresses: Addresses,
    /// Where data are kept.
    #[command(flatten)]
    pub data: DataDir,
    /// Keep everything in memory only: nothing is written to the disk, and everything is gone when Pauta stops.
    #[arg(long, conflicts_with_all = ["data_dir", "start_empty"])]
    pub in_memory: bool,
    /// Begin a new system in a data folder whose data are incomplete or damaged. They are moved aside, not deleted.
    #[arg(long)]
    pub start_empty: bool,
}

/// Where the two halves listen.
#[derive(Debug, Clone, Args)]
pub struct Addresses {
    /// Where the platform listens: an address or a name, and a port (localhost:8080; port 0 takes a free one).
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080", value_parser = address)]
    pub platform_addr: SocketAddr,
    /// Where the content site listens.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8081", value_parser = address)]
    pub site_addr: SocketAddr,
}

/// Where data are kept.
#[derive(Debug, Clone, Args)]
pub struct DataDir {
    /// Data folder: the store, files, mails and logs.
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_DATA_DIR)]
    pub data_dir: PathBuf,
}

/// What to do instead of running.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Play the main story in memory: an article from draft to the client's site.
    Demo(DemoOptions),
    /// Write everything of the data folder to one file, also while Pauta runs.
    ///
    /// The copy is of one instant. Only you may read the file: keys, hashes of passwords and mails are in it.
    Backup(BackupOptions),
    /// Put a backup into the data folder. Pauta must not be running on it.
    ///
    /// The backup is unpacked and checked before anything of the folder is touched.
    Restore(RestoreOptions),
    /// Copy a live host of the site's interface into the content site of the data folder.
    ///
    /// Ends with 0 when everything was copied, 1 when something was left out, 2 when nothing was begun. May be cut
    /// off and begun again at any time; what is there is not copied twice.
    ImportSite(ImportOptions),
    /// Write the description of the platform's API (docs/openapi.json) to the standard output.
    Openapi,
}

/// How the story is played.
#[derive(Debug, Clone, Args)]
pub struct DemoOptions {
    /// Go on serving afterwards until Ctrl-C, so that the result can be looked at.
    #[arg(long)]
    pub serve: bool,
    /// With --serve: where the platform listens.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080", value_parser = address, requires = "serve")]
    pub platform_addr: SocketAddr,
    /// With --serve: where the content site listens.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8081", value_parser = address, requires = "serve")]
    pub site_addr: SocketAddr,
}

/// What to write where.
#[derive(Debug, Clone, Args)]
pub struct BackupOptions {
    /// The new file, such as pauta.tar.zst, outside of the data folder.
    pub file: PathBuf,
    /// What to copy.
    #[command(flatten)]
    pub data: DataDir,
}

/// What to restore where.
#[derive(Debug, Clone, Args)]
pub struct RestoreOptions {
    /// A file that `backup` has written.
    pub file: PathBuf,
    /// Where to put it.
    #[command(flatten)]
    pub data: DataDir,
    /// Put the backup in the place of data that are there. They are moved aside, not deleted.
    #[arg(long)]
    pub replace: bool,
}

/// What to copy.
#[derive(Debug, Clone, Args)]
pub struct ImportOptions {
    /// Address of the host's REST root, or of the host.
    pub rest_root: String,
    /// Login name on the host, best an administrator's: hosts show others less.
    #[arg(long)]
    pub user: String,
    /// Application password on the host. Other people of this machine can see arguments; it is asked for
    /// when it is neither here nor in the environment.
    #[arg(long, env = "PAUTA_IMPORT_APP_PASSWORD", hide_env_values = true, value_parser = secret)]
    pub app_password: Option<SecretString>,
    /// Revisions of each post, page and block that are copied, the newest first: a number, `all`, or 0 for none.
    #[arg(long, value_name = "N|all", default_value_t)]
    pub revisions: Revisions,
    /// Where to copy it.
    #[command(flatten)]
    pub data: DataDir,
    /// Where it will be served: a first start connects the platform with the site's address.
    #[command(flatten)]
    pub addresses: Addresses,
}

fn secret(text: &str) -> Result<SecretString, std::convert::Infallible> {
    Ok(SecretString::from(text))
}

/// An address to listen on. `localhost` is 127.0.0.1 without asking a resolver; other names are looked up.
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
