//! The `pauta` command.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use local::cli::{Cli, Command, ImportOptions, RunOptions};
use local::data_folder;
use local::parts::Data;
use local::start_error::StartError;
use local::system::{Options, System};
use local::{demo, greeting, import, import_progress, logs, mail_server, openapi};

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
            Some(Command::ImportSite(options)) => return copy(&cli.run, &options).await,
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
        data_folder::prepare(folder)?;
        logs::start(Some(&folder.join("logs")));
    } else {
        logs::start(None);
    }
    let mut system = System::prepare(Options {
        platform: options.platform_addr,
        site: options.site_addr,
        data,
    })
    .await?;
    if let Some(server) = mail_server::of_environment()? {
        system.send_mail_through(server);
    }
    for line in greeting::lines(&system) {
        say(&line);
    }
    // Only now, so that nothing is answered before the new logins are known.
    system.serve()?;
    asked_to_stop().await.map_err(StartError::other)?;
    say("Stopping…");
    system.stop().await;
    say("Stopped. Everything is kept.");
    Ok(())
}

/// Waits for Ctrl-C, or for what a service manager sends.
#[cfg(unix)]
async fn asked_to_stop() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        pressed = tokio::signal::ctrl_c() => pressed,
        _ = terminate.recv() => Ok(()),
    }
}

#[cfg(not(unix))]
async fn asked_to_stop() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}

async fn copy(run: &RunOptions, options: &ImportOptions) -> ExitCode {
    logs::start(None);
    let progress = import_progress::of_stdout();
    let logins = |made: &_| greeting::logins(made).iter().for_each(|line| say(line));
    match import::import(run, options, &*progress, logins).await {
        Ok(report) => {
            report.lines().iter().for_each(|line| say(line));
            if report.is_complete() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(error) => {
            complain(&format!("error: {error}"));
            if error.is_refusal() {
                ExitCode::from(CANNOT_START)
            } else {
                ExitCode::FAILURE
            }
        }
    }
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
