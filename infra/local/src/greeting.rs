//! Terminal output after the start.

use std::path::Path;

use secrecy::ExposeSecret as _;

use crate::cli::DEFAULT_DATA_DIR;
use crate::data_folder::{LOGS, OUTBOX};
use crate::first_start::Prepared;
use crate::invocation::{self, quoted};
use crate::parts::Data;
use crate::system::System;

/// Indentation of a continuation line.
const MORE: &str = "          ";

fn addresses(system: &System) -> Vec<String> {
    let api = system.platform_url();
    let mut lines = vec![
        format!("Panel     {api}/"),
        format!("Platform  {api}/api/v1"),
        format!(
            "Site      {} (REST root {})",
            system.site_url(),
            system.rest_root()
        ),
    ];
    lines.push(match system.data() {
        Data::Memory => "Data      in memory only: gone when Pauta stops".to_owned(),
        Data::Folder(folder) => format!("Data      {}", folder.display()),
    });
    lines.push(match system.data() {
        Data::Memory => "Logs      warnings and errors appear here".to_owned(),
        Data::Folder(folder) => format!(
            "Logs      {}; warnings and errors appear here too",
            folder.join(LOGS).display()
        ),
    });
    lines.push(match (system.mail_server(), system.data()) {
        (Some(server), _) => format!("Mail      leaves through {server}"),
        (None, Data::Memory) => "Mail      is not sent".to_owned(),
        (None, Data::Folder(folder)) => format!(
            "Mail      is not sent; it is in {}",
            folder.join(OUTBOX).display()
        ),
    });
    if system.mail_server().is_none() {
        lines.extend(mailbox(system));
    }
    lines
}

/// Where stored mails are read in a browser or by a program.
fn mailbox(system: &System) -> Vec<String> {
    if let Some(mailbox) = system.mailbox_url() {
        return vec![
            format!("Mailbox   {mailbox}"),
            format!("{MORE}(shows the mails; the address is secret, and a new one at every start)"),
        ];
    }
    let mut lines =
        vec!["Mailbox   is off, as the platform does not listen on this machine alone".to_owned()];
    if matches!(system.data(), Data::Memory) {
        lines.push(format!(
            "{MORE}(the mails cannot be read, and signing in needs them: use a data folder or SMTP_HOST)"
        ));
    }
    lines
}

fn logins_of(system: &System) -> Vec<String> {
    let mut lines = Vec::new();
    match (system.administrator(), system.administrator_email()) {
        (Some(admin), _) => lines.extend([
            format!("Sign in   {}  password: {}", admin.email, admin.password),
            format!("{MORE}(on the platform; the password is shown this once)"),
        ]),
        (None, Some(email)) => lines.extend([
            format!("Sign in   {email}  (the password was shown at the first start)"),
            format!(
                "{MORE}(forgotten? POST {}/api/v1/auth/password-reset mails a link)",
                system.platform_url()
            ),
        ]),
        (None, None) => {}
    }
    if let Some(login) = system.site_sign_in() {
        lines.push(format!(
            "On site   {}  password: {}",
            login.user,
            login.password.expose_secret()
        ));
        lines.push(format!(
            "{MORE}(shown this once; for {}/authorize-application, where programs are let in)",
            system.site_url()
        ));
    }
    lines
}

/// Shell commands that sign in, step by step.
fn sign_in(system: &System) -> Vec<String> {
    let email = system.administrator_email().unwrap_or("you@example.com");
    let password = system.administrator().map(|admin| admin.password.as_str());
    let login = serde_json::json!({
        "email": email,
        "password": password.unwrap_or("THE PASSWORD"),
    });
    let login = quoted(&login.to_string());
    let code = code(system);
    vec![
        format!("  API={}/api/v1; J='content-type: application/json'", system.platform_url()),
        format!("  CHALLENGE=$(curl -sS $API/auth/login -H \"$J\" -d {login} | jq -r .challenge)"),
        format!("  {code}"),
        r#"  TOKEN=$(curl -sS $API/auth/two-factor -H "$J" -d "{\"challenge\":\"$CHALLENGE\",\"code\":\"$CODE\"}" | jq -r .access_token)"#.to_owned(),
        r#"  curl -sS $API/auth/me -H "authorization: Bearer $TOKEN"     # for 15 minutes; then sign in again"#.to_owned(),
    ]
}

/// Shell command that reads the second factor from the newest mail.
fn code(system: &System) -> String {
    let digits = r#"text | match("[0-9]{6}").string"#;
    match (system.mail_server(), system.mailbox_url(), system.data()) {
        (None, Some(mailbox), _) => format!("CODE=$(curl -sS {mailbox} | jq -r '.[0].{digits}')"),
        (None, None, Data::Folder(folder)) => {
            let outbox = quoted(&folder.join(OUTBOX).to_string_lossy());
            format!("CODE=$(jq -r '.{digits}' \"$(ls {outbox}/*.json | tail -n 1)\")")
        }
        _ => "CODE=123456     # the six digits of the mail".to_owned(),
    }
}

/// Lines of the greeting: with the new logins after a first start, without them later.
pub fn lines(system: &System) -> Vec<String> {
    let mut lines = addresses(system);
    lines.extend(logins_of(system));
    lines.push(String::new());
    lines.push("Try next, in another terminal (with curl and jq):".to_owned());
    lines.extend(sign_in(system));
    if let Data::Folder(folder) = system.data() {
        lines.push(format!(
            "  {} demo --serve --platform-addr localhost:0 --site-addr localhost:0     # the whole story, in memory",
            invocation::of_process()
        ));
        lines.push(format!(
            "  {}     # everything in one file, while Pauta runs",
            invocation::on_folder("backup pauta.tar.zst", folder)
        ));
    }
    lines.push(String::new());
    lines.push(ending(system.data()));
    lines
}

fn ending(data: &Data) -> String {
    match data {
        Data::Memory => "Ctrl-C stops, and everything is gone.".to_owned(),
        Data::Folder(folder) => format!("Ctrl-C stops; the data stay in {}.", folder.display()),
    }
}

/// Last line, after the stop.
pub fn farewell(data: &Data) -> String {
    match data {
        Data::Memory => "Stopped. The data were in memory and are gone.".to_owned(),
        Data::Folder(folder) => format!("Stopped. The data are in {}.", folder.display()),
    }
}

/// Lines with the logins that a first start created without serving; empty at later starts.
pub fn logins(made: &Prepared, folder: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(admin) = &made.administrator {
        lines.push(format!(
            "Platform  sign in as {}  password: {}",
            admin.email, admin.password
        ));
    }
    if let Some(login) = &made.site_sign_in {
        lines.push(format!(
            "Site      sign in as {}  password: {}",
            login.user,
            login.password.expose_secret()
        ));
    }
    if !lines.is_empty() {
        let command = if folder == Path::new(DEFAULT_DATA_DIR) {
            // Plain `cargo run` needs no `--`.
            let command = invocation::of_process();
            command.trim_end_matches(" --").to_owned()
        } else {
            invocation::on_folder("", folder)
        };
        lines.push(format!("{MORE}(shown this once; `{command}` serves both)"));
    }
    lines
}
