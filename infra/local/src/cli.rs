//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

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
    /// Write the description of the platform's API (docs/openapi.json) to the standard output.
    Openapi,
}
