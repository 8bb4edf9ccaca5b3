//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use secrecy::SecretString;

/// Pauta on this machine: the platform and a content site in one process.
#[derive(Debug, Parser)]
#[command(name = "pauta", version, about)]
pub struct Cli {
    /// How it runs.
    #[command(flatten)]
    pub run: RunOptions,
    /// What to do instead of running.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Options that every command takes.
#[derive(Debug, Clone, Args)]
pub struct RunOptions {
    /// Where the platform listens.
    #[arg(long, default_value = "127.0.0.1:8080", global = true)]
    pub platform_addr: SocketAddr,
    /// Where the content site listens.
    #[arg(long, default_value = "127.0.0.1:8081", global = true)]
    pub site_addr: SocketAddr,
    /// Folder in which everything is kept.
    #[arg(long, default_value = ".pauta", global = true)]
    pub data_dir: PathBuf,
    /// Keep everything in memory and forget it at the end.
    #[arg(long, global = true)]
    pub in_memory: bool,
}

/// What to do instead of running.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Play the main story, in memory: an article from draft to the client's site.
    Demo,
    /// Copy a live host of the site's interface into the content site of the data folder.
    ///
    /// Ends with 0 when everything was copied, 1 when something was left out, 2 when nothing was begun. May be cut
    /// off and begun again at any time; what is there is not copied twice.
    ImportSite(ImportOptions),
    /// Write the description of the platform's API (docs/openapi.json) to the standard output.
    Openapi,
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
}

fn secret(text: &str) -> Result<SecretString, std::convert::Infallible> {
    Ok(SecretString::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Cli, clap::Error> {
        Cli::try_parse_from([&["pauta"], arguments].concat())
    }

    #[test]
    fn an_import_names_a_host_and_a_login() {
        let arguments = ["import-site", "http://127.0.0.1:1/rest/", "--user", "ana"];
        let full = [&arguments[..], &["--app-password", "abcd efgh"]].concat();
        let cli = parsed(&full).unwrap();
        assert!(!format!("{cli:?}").contains("abcd"));
        assert!(matches!(cli.command, Some(Command::ImportSite(_))));
        assert!(parsed(&arguments).is_ok());
        assert!(parsed(&arguments[..2]).is_err());
        assert!(parsed(&["import-site", "--user", "ana"]).is_err());
    }
}
