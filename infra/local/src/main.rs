//! The `pauta` command.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use embedded::clock::SystemClock;
use local::backup::{self, BackupError};
use local::cli::{
    BackupOptions, Cli, Command, DemoOptions, ImportOptions, RestoreOptions, RunOptions,
};
use local::daily_files::DailyFiles;
use local::demo::DemoError;
use local::first_start::Choices;
use local::parts::{self, Data};
use local::start_error::StartError;
use local::system::{Options, System};
use local::{
    administrator_name, check, data_folder, demo, greeting, import, import_progress, logs,
    mail_server, openapi,
};

/// Many small allocations of all threads: with the system's allocator, threads wait for each other
/// (docs/performance.md, "Contact forms").
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Maximum time of a stop, whatever hangs.
const STOP: Duration = Duration::from_secs(8);
/// Maximum time for work on other threads to end after it.
const THREADS_END: Duration = Duration::from_secs(1);

/// Exit code of a rejected start; the same as for a usage error.
const CANNOT_START: u8 = 2;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            complain(&error);
            return ExitCode::from(CANNOT_START);
        }
    };
    let done = runtime.block_on(async {
        match cli.command {
            None => run(cli.run)
                .await
                .map_or_else(refuse, |()| ExitCode::SUCCESS),
            Some(Command::Demo(options)) => run_demo(&options).await,
            Some(Command::Backup(options)) => back_up(&options).await,
            Some(Command::Restore(options)) => restore(&options),
            Some(Command::Check(options)) => check_data(&options.data.data_dir).await,
            Some(Command::ImportSite(options)) => import_site(&options).await,
            Some(Command::Openapi) => print_openapi()
                .await
                .map_or_else(refuse, |()| ExitCode::SUCCESS),
        }
    });
    runtime.shutdown_timeout(THREADS_END);
    done
}

async fn run(options: RunOptions) -> Result<(), StartError> {
    let on_damage = options.on_damage();
    let data = if options.in_memory {
        Data::Memory
    } else {
        Data::Folder(options.data.data_dir)
    };
    let log = logs::start(log_files(&data)?);
    let start = Options {
        platform: options.addresses.platform_addr,
        site: options.addresses.site_addr,
        host_names: options.hosts.host_names,
        data,
    };
    let choices = Choices {
        on_damage,
        ask_name: administrator_name::ask,
    };
    let mut system = System::prepare_with(start, choices).await?;
    system.write_log(log);
    if let Some(server) = mail_server::of_environment()? {
        system.send_mail_through(server);
    }
    let asked = StopRequests::new()?;
    for line in greeting::lines(&system) {
        say(&line);
    }
    // Served only now, so that no request is answered before the new logins are displayed.
    system.serve()?;
    until_stopped(system.data().clone(), asked, system.stop()).await;
    Ok(())
}

/// The log files of a run whose data are in a folder. Logging does without them when they cannot be created.
fn log_files(data: &Data) -> Result<Option<DailyFiles>, StartError> {
    let Data::Folder(folder) = data else {
        return Ok(None);
    };
    data_folder::prepare(folder)?;
    let folder = folder.join(data_folder::LOGS);
    let files = DailyFiles::new(folder.clone(), parts::time_zone()?, Arc::new(SystemClock));
    Ok(files
        .inspect_err(|error| {
            let folder = folder.display();
            complain(&format_args!(
                "no log files are written to {folder}: {error}"
            ));
        })
        .ok())
}

/// Serves until a stop is requested. A second request ends the process at once; what was acknowledged is stored.
async fn until_stopped(data: Data, mut requests: StopRequests, stop: impl Future<Output = ()>) {
    requests.next().await;
    say("Stopping… (again to stop at once)");
    tokio::select! {
        stopped = tokio::time::timeout(STOP, stop) => {
            if stopped.is_err() {
                complain(&"something did not end in time, and was cut off");
            }
        }
        () = requests.next() => {}
    }
    say(&greeting::farewell(&data));
}

/// Requests to stop: Ctrl-C, SIGTERM, and SIGHUP of a terminal that is closed.
struct StopRequests {
    #[cfg(unix)]
    signals: [tokio::signal::unix::Signal; 3],
}

impl StopRequests {
    /// Installs the handlers, before the greeting mentions Ctrl-C.
    fn new() -> Result<Self, StartError> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let of = |kind| signal(kind).map_err(StartError::other);
            let signals = [
                of(SignalKind::interrupt())?,
                of(SignalKind::terminate())?,
                of(SignalKind::hangup())?,
            ];
            Ok(Self { signals })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// Waits for the next request.
    async fn next(&mut self) {
        #[cfg(unix)]
        {
            let [interrupt, terminate, hangup] = &mut self.signals;
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
        }
        // Without a signal handler the process keeps running.
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

async fn run_demo(options: &DemoOptions) -> ExitCode {
    logs::start(None);
    let anywhere = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
    let (platform, site) = if options.serve {
        (options.platform_addr, options.site_addr)
    } else {
        (anywhere, anywhere)
    };
    let demonstration = match demo::play(
        platform,
        site,
        options.hosts.host_names.clone(),
        options.serve,
        say,
    )
    .await
    {
        Ok(demonstration) => demonstration,
        Err(DemoError::Start(error)) => return refuse(error),
        Err(error) => {
            complain(&error);
            return ExitCode::FAILURE;
        }
    };
    say("The demonstration is complete: published and read back.");
    if !options.serve {
        demonstration.stop().await;
        return ExitCode::SUCCESS;
    }
    let asked = match StopRequests::new() {
        Ok(asked) => asked,
        Err(error) => return refuse(error),
    };
    say("");
    for line in greeting::lines(demonstration.system()) {
        say(&line);
    }
    until_stopped(Data::Memory, asked, demonstration.stop()).await;
    ExitCode::SUCCESS
}

async fn back_up(options: &BackupOptions) -> ExitCode {
    let folder = &options.data.data_dir;
    match backup::make(folder, &options.file).await {
        Ok(made) => {
            let everything = match made.lacks.as_slice() {
                [] => "everything",
                _ => "what there is",
            };
            say(&format!(
                "{} holds {everything} of {}: {} files of {} KiB, in {} KiB.",
                options.file.display(),
                folder.display(),
                made.totals.files,
                made.totals.bytes.div_ceil(1024),
                made.size.div_ceil(1024),
            ));
            say("Only you may read it; it holds keys. To put it back, with Pauta stopped:");
            say(&format!(
                "  {}",
                backup::restore_command(&options.file, folder)
            ));
            if made.lacks.is_empty() {
                return ExitCode::SUCCESS;
            }
            complain(&"the data are not whole, and neither is the backup:");
            made.lacks.iter().for_each(|line| complain_of(line));
            ExitCode::FAILURE
        }
        Err(error) => not_done(&error),
    }
}

fn restore(options: &RestoreOptions) -> ExitCode {
    let folder = &options.data.data_dir;
    match backup::restore(&options.file, folder, options.replace) {
        Ok(restored) => {
            say(&format!(
                "{} has what {} holds: {} files, as they were at {}.",
                folder.display(),
                options.file.display(),
                restored.totals.files,
                restored.about.created_at,
            ));
            if let Some(replaced) = restored.replaced {
                say(&format!(
                    "What was there before is in {}.",
                    replaced.display()
                ));
            }
            ExitCode::SUCCESS
        }
        Err(error) => not_done(&error),
    }
}

fn not_done(error: &BackupError) -> ExitCode {
    complain(error);
    if error.is_refusal() {
        ExitCode::from(CANNOT_START)
    } else {
        ExitCode::FAILURE
    }
}

async fn check_data(folder: &Path) -> ExitCode {
    match check::check(folder).await {
        Ok(wrong) if wrong.is_empty() => {
            say(&format!(
                "Nothing is wrong with the data in {}.",
                folder.display()
            ));
            ExitCode::SUCCESS
        }
        Ok(wrong) => {
            wrong.iter().for_each(|line| say(line));
            ExitCode::FAILURE
        }
        Err(error) => refuse(error),
    }
}

async fn import_site(options: &ImportOptions) -> ExitCode {
    logs::start(None);
    let progress = import_progress::of_stdout();
    let folder = &options.data.data_dir;
    let logins = |made: &_| {
        greeting::logins(made, folder)
            .iter()
            .for_each(|line| say(line))
    };
    match import::import(options, &*progress, administrator_name::ask, logins).await {
        Ok(report) => {
            report.lines().iter().for_each(|line| say(line));
            if report.is_complete() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(error) => {
            complain(&error);
            if error.is_refusal() {
                ExitCode::from(CANNOT_START)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

async fn print_openapi() -> Result<(), StartError> {
    let document = openapi::document().await?;
    say(document.trim_end());
    Ok(())
}

/// Writes a line to standard output. A closed terminal is not an error.
fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn complain(error: &dyn std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "error: {error}");
}

/// Writes a line of a longer complaint.
fn complain_of(line: &str) {
    let _ = writeln!(std::io::stderr(), "  {line}");
}

fn refuse(error: StartError) -> ExitCode {
    complain(&error);
    ExitCode::from(CANNOT_START)
}
