//! Prompt for the name of the first administrator.

use std::io::{BufRead as _, IsTerminal as _, Write as _};

use crate::first_start::ADMINISTRATOR_NAME;

/// Prompts at the terminal. `None` when standard input is not a terminal or the answer is empty.
pub fn ask() -> Option<String> {
    let input = std::io::stdin();
    if !input.is_terminal() {
        return None;
    }
    let mut output = std::io::stdout();
    // A closed standard error must not prevent the start.
    let _ = write!(
        output,
        "First start. Your name, as mails greet you [{ADMINISTRATOR_NAME}]: "
    );
    let _ = output.flush();
    let mut line = String::new();
    input.lock().read_line(&mut line).ok()?;
    let name = line.trim();
    (!name.is_empty()).then(|| name.to_owned())
}
