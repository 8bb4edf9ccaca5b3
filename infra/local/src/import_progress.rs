//! Showing how far an import is: a bar on a terminal, lines elsewhere.

use std::io::{IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use site_import::Progress;

/// Without a terminal, a line is written each time so many items are done.
const EVERY: u64 = 1000;

/// The way progress is shown where the program runs.
pub fn of_stdout() -> Box<dyn Progress> {
    if std::io::stdout().is_terminal() {
        Box::new(Bar::default())
    } else {
        Box::new(Lines::default())
    }
}

/// A bar for each stage.
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

/// A line now and then.
#[derive(Default)]
struct Lines(Mutex<Stage>);

#[derive(Default)]
struct Stage {
    name: String,
    total: Option<u64>,
    done: u64,
}

impl Stage {
    fn say(&self) {
        let Self { name, total, done } = self;
        // A closed pipe is no reason to fail.
        let _ = match total {
            Some(total) => writeln!(std::io::stdout(), "{name}: {done} of {total}"),
            None => writeln!(std::io::stdout(), "{name}: {done}"),
        };
    }
}

impl Progress for Lines {
    fn begin(&self, stage: &str, total: Option<u64>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Stage {
            name: stage.to_owned(),
            total,
            done: 0,
        };
    }

    fn advance(&self, by: u64) {
        let mut stage = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = stage.done / EVERY;
        stage.done += by;
        if stage.done / EVERY > before {
            stage.say();
        }
    }

    fn end(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).say();
    }
}
