//! Help, messages and greeting on the terminal.

use std::path::Path;

use http::Method;
use outbound::Body;

use crate::process::{Running, command, ended, refused, texts};

#[test]
fn a_usage_error_names_arguments_usage_and_help() {
    let complained = refused(&["import-site"]);
    for part in [
        "<REST_ROOT>",
        "--user <USER>",
        "Usage: pauta import-site",
        "--help",
    ] {
        assert!(complained.contains(part), "{part}: {complained}");
    }
    let complained = refused(&["--platform-addr", "9280"]);
    assert!(
        complained.contains("such as 127.0.0.1:8080 or localhost:8080"),
        "{complained}"
    );
}

#[test]
fn help_lists_the_options_and_commands_that_exist() {
    let help = |arguments: &[&str]| {
        let output = ended(arguments);
        assert!(output.status.success());
        texts(&output).0
    };
    let demo = help(&["demo", "--help"]);
    for flag in ["--data-dir", "--in-memory", "--start-empty"] {
        assert!(!demo.contains(flag), "{flag}: {demo}");
    }
    assert!(demo.contains("--serve"), "{demo}");
    let run = help(&["--help"]);
    assert!(run.contains("everything is gone when Pauta stops"), "{run}");
    for command in [
        "demo",
        "backup",
        "restore",
        "check",
        "import-site",
        "openapi",
    ] {
        assert!(run.contains(command), "{command}: {run}");
    }
}

#[test]
fn a_system_in_memory_announces_that_its_data_are_lost() {
    let system = Running::start(command(&[
        "--in-memory",
        "--platform-addr",
        "localhost:0",
        "--site-addr",
        "localhost:0",
    ]));
    assert!(
        system
            .said
            .contains("Ctrl-C stops, and everything is gone."),
        "{}",
        system.said
    );
    let said = system.stop();
    assert!(said.contains("were in memory and are gone"), "{said}");
    for promise in ["is kept", "kept:", "the data stay"] {
        assert!(!said.contains(promise), "{promise}: {said}");
    }
}

/// Greeting of a start on `folder`, with a changed environment.
fn greeting(folder: &Path, change: impl FnOnce(&mut std::process::Command)) -> String {
    let place = folder.to_str().unwrap();
    let mut command = command(&[
        "--platform-addr",
        "localhost:0",
        "--site-addr",
        "localhost:0",
        "--data-dir",
        place,
    ]);
    change(&mut command);
    Running::start(command).stop()
}

#[test]
fn advised_commands_name_the_started_program() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let said = greeting(&data, |_| {});
    let program = env!("CARGO_BIN_EXE_pauta");
    let place = data.to_str().unwrap();
    for line in [
        format!("{program} demo --serve"),
        format!("{program} backup pauta.tar.zst --data-dir {place}"),
        format!("{}", data.join("logs").display()),
        "\nMailbox   http://127.0.0.1:".to_owned(),
        "/dev/mailbox/".to_owned(),
        "/auth/two-factor".to_owned(),
        "for 15 minutes".to_owned(),
    ] {
        assert!(said.contains(&line), "{line}: {said}");
    }
    let said = greeting(&data, |command| {
        command.env("CARGO_PKG_NAME", "pauta");
    });
    assert!(said.contains("cargo run -- demo --serve"), "{said}");
    assert!(said.contains("THE PASSWORD"), "{said}");
}

#[tokio::test]
async fn the_demonstration_serves_its_result() {
    let system = Running::start(command(&[
        "demo",
        "--serve",
        "--platform-addr",
        "localhost:0",
        "--site-addr",
        "localhost:0",
    ]));
    assert!(system.value_of("Sign in ").contains('@'), "{}", system.said);
    let online = system
        .said
        .lines()
        .find_map(|line| line.trim().strip_prefix("Online at "));
    let online = online
        .unwrap_or_else(|| panic!("{}", system.said))
        .to_owned();
    let page = system.site().call(Method::GET, &online, Body::Empty).await;
    assert!(String::from_utf8_lossy(&page.body).contains("Como montar uma horta na varanda"));
    let said = system.stop();
    assert!(!said.contains("demo --serve"), "{said}");
}
