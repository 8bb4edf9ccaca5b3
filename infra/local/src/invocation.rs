//! The command by which this program was started, for commands in messages.

use std::path::Path;

use shlex::try_quote;

use crate::cli::DEFAULT_DATA_DIR;

/// `cargo run --`, or the program's name as it was typed.
pub fn of_process() -> String {
    let program = std::env::args_os().next().unwrap_or_default();
    let optimised = std::env::current_exe().is_ok_and(|file| {
        file.parent()
            .is_some_and(|folder| folder.ends_with("release"))
    });
    // Cargo passes the package's name to a program that it runs.
    let package = std::env::var("CARGO_PKG_NAME").ok();
    command(
        package.as_deref() == Some(env!("CARGO_PKG_NAME")),
        optimised,
        &program.to_string_lossy(),
    )
}

fn command(by_cargo: bool, optimised: bool, program: &str) -> String {
    match (by_cargo, optimised) {
        (true, true) => "cargo run --release --".to_owned(),
        (true, false) => "cargo run --".to_owned(),
        (false, _) if program.is_empty() => env!("CARGO_PKG_NAME").to_owned(),
        (false, _) => quoted(program),
    }
}

/// Quotes a word for the shell.
pub fn quoted(word: &str) -> String {
    try_quote(word).map_or_else(|_| word.to_owned(), std::borrow::Cow::into_owned)
}

/// Command with `arguments` for the data in `folder`.
pub fn on_folder(arguments: &str, folder: &Path) -> String {
    with_folder(&of_process(), arguments, folder)
}

fn with_folder(command: &str, arguments: &str, folder: &Path) -> String {
    if folder == Path::new(DEFAULT_DATA_DIR) {
        format!("{command} {arguments}")
    } else {
        let folder = quoted(&folder.to_string_lossy());
        format!("{command} {arguments} --data-dir {folder}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_one_that_can_be_typed() {
        assert_eq!(command(true, false, "target/debug/pauta"), "cargo run --");
        assert_eq!(command(true, true, "x"), "cargo run --release --");
        assert_eq!(command(false, true, "./pauta"), "./pauta");
        assert_eq!(
            command(false, false, "/my tools/pauta"),
            "'/my tools/pauta'"
        );
        assert_eq!(command(false, false, ""), "pauta");
        let folder = |folder| with_folder("pauta", "backup FILE", Path::new(folder));
        assert_eq!(folder(".pauta"), "pauta backup FILE");
        assert_eq!(folder("a b"), "pauta backup FILE --data-dir 'a b'");
    }
}
