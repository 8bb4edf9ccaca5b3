//! Progress display of an import: a progress bar on a terminal, lines elsewhere.

use std::io::{IsTerminal as _, Write};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use site_import::Progress;

/// Number of items between two lines of output without a terminal.
const EVERY: u64 = 1000;

/// Progress display for standard output.
pub fn of_stdout() -> Box<dyn Progress> {
    if std::io::stdout().is_terminal() {
        Box::new(Bar::default())
    } else {
        Box::new(Lines::to(std::io::stdout()))
    }
}

/// Progress bar, one per stage.
#[derive(Default)]
struct Bar(Mutex<Option<ProgressBar>>);

impl Bar {
    fn with(&self, act: impl FnOnce(&mut Option<ProgressBar>)) {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Progress for Bar {
    fn begin(&self, stage: &str, total: Option<u64>) {
        let form = match total {
            Some(_) => "{msg:<20} [{bar:40}] {pos}/{len}  {eta}",
            None => "{msg:<20} {spinner} {pos}",
        };
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stdout());
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style);
        }
        bar.set_message(stage.to_owned());
        self.with(|shown| *shown = Some(bar));
    }

    fn advance(&self, by: u64) {
        self.with(|shown| {
            if let Some(bar) = shown {
                bar.inc(by);
            }
        });
    }

    fn end(&self) {
        self.with(|shown| {
            if let Some(bar) = shown.take() {
                bar.finish();
            }
        });
    }
}

/// Occasional lines without repetitions.
struct Lines<W>(Mutex<Stage<W>>);

struct Stage<W> {
    to: W,
    name: String,
    total: Option<u64>,
    done: u64,
    /// Number of items in the last line.
    said: Option<u64>,
}

impl<W: Write> Lines<W> {
    const fn to(to: W) -> Self {
        Self(Mutex::new(Stage {
            to,
            name: String::new(),
            total: None,
            done: 0,
            said: None,
        }))
    }

    fn with(&self, act: impl FnOnce(&mut Stage<W>)) {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl<W: Write> Stage<W> {
    fn say(&mut self) {
        if self.said.replace(self.done) == Some(self.done) {
            return;
        }
        let Self {
            to,
            name,
            total,
            done,
            ..
        } = self;
        // A closed pipe must not fail the import.
        let _ = match total {
            Some(total) => writeln!(to, "{name}: {done} of {total}"),
            None => writeln!(to, "{name}: {done}"),
        };
    }
}

impl<W: Write + Send> Progress for Lines<W> {
    fn begin(&self, stage: &str, total: Option<u64>) {
        self.with(|shown| {
            stage.clone_into(&mut shown.name);
            shown.total = total;
            shown.done = 0;
            shown.said = None;
        });
    }

    fn advance(&self, by: u64) {
        self.with(|shown| {
            let before = shown.done / EVERY;
            shown.done += by;
            if shown.done / EVERY > before {
                shown.say();
            }
        });
    }

    fn end(&self) {
        self.with(Stage::say);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(act: impl FnOnce(&Lines<Vec<u8>>)) -> Vec<String> {
        let lines = Lines::to(Vec::new());
        act(&lines);
        let written = lines.0.into_inner().unwrap().to;
        let text = String::from_utf8(written).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_stage_that_ends_on_a_round_number_is_printed_once() {
        let printed = lines(|lines| {
            lines.begin("posts", Some(2000));
            (0..20).for_each(|_| lines.advance(100));
            lines.end();
        });
        assert_eq!(printed, ["posts: 1000 of 2000", "posts: 2000 of 2000"]);
    }

    #[test]
    fn each_stage_is_printed_even_without_items() {
        let printed = lines(|lines| {
            for stage in ["tags", "menus"] {
                lines.begin(stage, Some(0));
                lines.end();
            }
            lines.begin("comments", None);
            lines.advance(7);
            lines.end();
        });
        assert_eq!(printed, ["tags: 0 of 0", "menus: 0 of 0", "comments: 7"]);
    }
}
