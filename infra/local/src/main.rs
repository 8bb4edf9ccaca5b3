//! The `pauta` command.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use local::cli::{Cli, Command, RunOptions};
use local::parts::{Data, prepare};
use local::start_error::StartError;
use local::system::{Options, System};
use local::{demo, greeting, logs, openapi};

/// Exit code of a start that failed, as for a wrong flag.
const CANNOT_START: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => error.exit(),
        Err(error) => {
            let text = error.to_string();
            complain(text.lines().next().unwrap_or("error: bad arguments"));
            return ExitCode::from(CANNOT_START);
        }
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            complain(&format!("error: {error}"));
            return ExitCode::from(CANNOT_START);
        }
    };
    let done = runtime.block_on(async {
        match cli.command {
            None => run(cli.run).await,
            Some(Command::Demo) => {
                logs::start(None);
                return match demo::play(say).await {
                    Ok(()) => {
                        say("The story is told: published and read back.");
                        ExitCode::SUCCESS
                    }
                    Err(error) => {
                        complain(&format!("error: {error}"));
                        ExitCode::FAILURE
                    }
                };
            }
            Some(Command::Openapi) => describe().await,
        }
        .map_or_else(
            |error| {
                complain(&format!("error: {error}"));
                ExitCode::from(CANNOT_START)
            },
            |()| ExitCode::SUCCESS,
        )
    });
    runtime.shutdown_timeout(std::time::Duration::from_secs(5));
    done
}

async fn run(options: RunOptions) -> Result<(), StartError> {
    let data = if options.in_memory {
        Data::Memory
    } else {
        Data::Folder(options.data_dir)
    };
    if let Data::Folder(folder) = &data {
        prepare(folder)?;
        logs::start(Some(&folder.join("logs")));
    } else {
        logs::start(None);
    }
    let system = System::start(Options {
        platform: options.platform_addr,
        site: options.site_addr,
        data,
    })
    .await?;
    for line in greeting::lines(&system) {
        say(&line);
    }
    tokio::signal::ctrl_c().await.map_err(StartError::other)?;
    say("Stopping…");
    system.stop().await;
    say("Stopped. Everything is kept.");
    Ok(())
}

async fn describe() -> Result<(), StartError> {
    let document = openapi::document().await?;
    say(document.trim_end());
    Ok(())
}

/// Writes a line for the person at the terminal. A closed terminal is no reason to fail.
fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn complain(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
