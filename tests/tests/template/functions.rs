//! The functions of the template, and the capabilities that each declares.

use std::collections::{BTreeMap, BTreeSet};

use ports::Need;
use serde_json::Value;

use crate::document::{of_type, referred, root, template};

/// The declared needs of every function, by crate.
pub fn needs() -> BTreeMap<&'static str, BTreeSet<Need>> {
    let groups = local::platform::GROUPS.iter();
    let others: &[(&str, &[Need])] = &[
        ("site-pages", site_pages::NEEDS),
        ("publication-worker", publication_worker::NEEDS),
        ("notification-worker", notification_worker::NEEDS),
        ("generation-worker", generation_worker::NEEDS),
        ("search-worker", search_worker::NEEDS),
        ("publishing-tick", publishing_tick::NEEDS),
        ("site-tick", site_tick::NEEDS),
        ("log-tick", log_tick::NEEDS),
        ("log-intake", log_intake::NEEDS),
    ];
    let rest = local::site::REST_FUNCTIONS.iter();
    groups
        .map(|group| (group.name, group.needs))
        .chain(rest.map(|function| (function.name, function.needs)))
        .chain(others.iter().copied())
        .map(|(name, needs)| (name, needs.iter().copied().collect()))
        .collect()
}

/// The binary of each function of the template, by logical name.
pub fn binaries(template: &Value) -> BTreeMap<&str, &str> {
    of_type(template, "AWS::Serverless::Function")
        .into_iter()
        .map(|(name, _)| {
            let binary = &template["Resources"][name]["Metadata"]["BuildProperties"]["Binary"];
            (
                name,
                binary
                    .as_str()
                    .unwrap_or_else(|| panic!("{name} names no binary")),
            )
        })
        .collect()
}

/// The time limit of a function, in seconds.
pub fn timeout(template: &Value, function: &str) -> u64 {
    let own = &template["Resources"][function]["Properties"]["Timeout"];
    own.as_u64()
        .or_else(|| template["Globals"]["Function"]["Timeout"].as_u64())
        .unwrap()
}

#[test]
fn every_function_crate_is_deployed_and_declares_its_needs() {
    let template = template("template.yaml");
    let crates: BTreeSet<_> = std::fs::read_dir(root().join("functions"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("Cargo.toml").is_file())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    let deployed: BTreeSet<_> = binaries(&template)
        .into_values()
        .map(str::to_owned)
        .collect();
    assert_eq!(crates, deployed);
    let declared: BTreeSet<_> = needs().into_keys().map(str::to_owned).collect();
    assert_eq!(crates, declared);
}

#[test]
fn every_function_is_built_from_its_own_crate() {
    let template = template("template.yaml");
    let shared = &template["Globals"]["Function"];
    assert_eq!(shared["Runtime"], "provided.al2023");
    assert_eq!(shared["Architectures"], serde_json::json!(["arm64"]));
    for (name, binary) in binaries(&template) {
        let function = &template["Resources"][name];
        assert_eq!(
            function["Metadata"]["BuildMethod"], "rust-cargolambda",
            "{name}"
        );
        let code = function["Properties"]["CodeUri"].as_str().unwrap();
        assert_eq!(code, format!("../functions/{binary}"), "{name}");
        assert_eq!(
            function["Properties"]["Role"]["Fn::GetAtt"],
            format!("{name}Role.Arn"),
            "{name}"
        );
        assert!(
            function["Properties"]["Policies"].is_null(),
            "{name} has policies beside its role"
        );
    }
}

#[test]
fn every_function_keeps_its_logs_for_a_limited_time() {
    let template = template("template.yaml");
    for (name, _) in of_type(&template, "AWS::Serverless::Function") {
        let group =
            referred(&template["Resources"][name]["Properties"]["LoggingConfig"]["LogGroup"]);
        let group = &template["Resources"][group];
        assert_eq!(group["Type"], "AWS::Logs::LogGroup", "{name}");
        assert!(!group["Properties"]["RetentionInDays"].is_null(), "{name}");
        let written = group["Properties"]["LogGroupName"]["Fn::Sub"]
            .as_str()
            .unwrap();
        assert!(
            written.starts_with("/pauta/${AWS::StackName}/"),
            "{name}: its role may not write there"
        );
    }
}

#[test]
fn every_function_gets_the_environment_its_needs_read_and_no_more() {
    let template = template("template.yaml");
    let needs = needs();
    let known: BTreeSet<_> = needs
        .values()
        .flatten()
        .flat_map(|need| cloud::keys(*need))
        .copied()
        .collect();
    for (name, binary) in binaries(&template) {
        let variables = &template["Resources"][name]["Properties"]["Environment"]["Variables"];
        let shared = template["Globals"]["Function"]["Environment"]["Variables"]
            .as_object()
            .unwrap();
        let own = variables.as_object().into_iter().flat_map(|own| own.keys());
        let given = own.chain(shared.keys());
        let given: BTreeSet<_> = given
            .map(String::as_str)
            .filter(|key| known.contains(key))
            .collect();
        let mut read: BTreeSet<_> = needs[binary]
            .iter()
            .flat_map(|need| cloud::keys(*need))
            .copied()
            .collect();
        // The sender of mails is not a capability and not a secret, and every function writes to the central log.
        read.extend(["MAIL_FROM", "LOG_TABLE"]);
        assert_eq!(given, read, "{name}");
    }
}

#[test]
fn the_smtp_secret_is_named_to_those_who_send_mail_and_no_secret_is_written_out() {
    let template = template("template.yaml");
    let needs = needs();
    for (name, binary) in binaries(&template) {
        let variables = &template["Resources"][name]["Properties"]["Environment"]["Variables"];
        let sends = needs[binary].contains(&ports::Need::SendMail);
        let named = !variables["SMTP_SECRET_ID"].is_null();
        assert_eq!(named, sends, "{name}");
    }
    // A dynamic reference in a variable would put the secret's value into the function's configuration, which many
    // may read.
    let written = template["Resources"].to_string() + &template["Globals"].to_string();
    for reference in ["{{resolve:", "SMTP_PASSWORD"] {
        assert!(!written.contains(reference), "{reference}");
    }
}

#[test]
fn every_trigger_has_a_sample_event() {
    for name in needs().keys() {
        let file = root().join("events").join(format!("{name}.json"));
        let text = std::fs::read_to_string(&file)
            .unwrap_or_else(|_| panic!("{} is missing", file.display()));
        serde_json::from_str::<Value>(&text).unwrap();
    }
}
