//! The panel explains entries of the log by their messages, which stand in the sources.

use crate::sources::sources;
use crate::workspace::root;

const EXPLANATIONS: &str = "functions/platform-panel/web/src/operations/log-words.ts";

#[test]
fn every_explained_message_is_written_by_the_platform() {
    let explanations = std::fs::read_to_string(root().join(EXPLANATIONS)).unwrap();
    let messages: Vec<&str> = explanations
        .lines()
        .filter_map(|line| line.strip_prefix("  \"")?.split_once("\": {"))
        .map(|(message, _)| message)
        .collect();
    assert!(messages.len() > 20, "{messages:?}");
    let sources = sources();
    let unknown: Vec<&&str> = messages
        .iter()
        .filter(|message| {
            let quoted = format!("\"{message}\"");
            !sources.iter().any(|(_, source)| source.contains(&quoted))
        })
        .collect();
    assert!(unknown.is_empty(), "no source writes {unknown:#?}");
}
