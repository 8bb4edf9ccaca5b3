//! Prints the rules as the table of `docs/interface/platform/grammar.md`: `cargo run -p grammar --example rule_list`.

use std::io::Write;

use grammar::{Kind, rules};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "| Rule | Kind | Message |\n|---|---|---|")?;
    for rule in rules::all() {
        let kind = match rule.kind {
            Kind::Spelling => "spelling",
            Kind::Grammar => "grammar",
            Kind::Style => "style",
        };
        writeln!(out, "| `{}` | {kind} | {} |", rule.id, rule.message)?;
    }
    Ok(())
}
