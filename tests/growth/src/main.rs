//! Counts how the work of pure functions grows: every function of `works` with every text of `shapes`, at one length and
//! at four times that length. Linear work grows fourfold; a factor above [`LIMIT`] is a fault.
//!
//! `tests/growth/run.sh` runs it; `UPDATE_GROWTH=1 tests/growth/run.sh` renews docs/growth.md.

mod meter;
mod table;
mod works;

use std::cmp::Reverse;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Mutex;

use clap::{Parser, Subcommand};
use growth::{LIMIT, page};

use crate::meter::Counts;
use crate::table::Row;
use crate::works::Work;

/// Counts how the work of functions grows with the length of texts.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Measures the functions whose names hold a text and prints the table.
    Measure {
        /// Part of the names; every function without one.
        #[arg(default_value = "")]
        name: String,
        /// The page whose table is renewed.
        #[arg(long)]
        page: Option<PathBuf>,
        /// Prints every shape.
        #[arg(long)]
        every: bool,
    },
    /// Calls one function with every text, for callgrind.
    Call {
        /// Its name.
        name: String,
    },
}

fn main() -> io::Result<()> {
    match Arguments::parse().command {
        What::Call { name } => {
            works::all()
                .filter(|work| work.name == name)
                .for_each(meter::call);
            Ok(())
        }
        What::Measure { name, page, every } => {
            let rows = measure(&name)?;
            let mut out = io::stdout().lock();
            if every {
                for row in &rows {
                    row.write_shapes(&mut out)?;
                }
            }
            let table = table::table(&rows);
            writeln!(out, "{table}")?;
            if let Some(page) = page {
                page::renew(&page, "functions", &table)?;
            }
            let faults: Vec<_> = rows.iter().flat_map(Row::faults).collect();
            for fault in &faults {
                writeln!(out, "{fault}")?;
            }
            match faults.len() {
                0 => Ok(()),
                count => Err(io::Error::other(format!(
                    "{count} factors above {LIMIT}: the work is not linear in the length of the text"
                ))),
            }
        }
    }
}

/// Measures the functions whose names hold `name`, as many at once as there are processors.
fn measure(name: &str) -> io::Result<Vec<Row>> {
    let mut chosen: Vec<Work> = works::all()
        .filter(|work| work.name.contains(name))
        .collect();
    // The last one is measured first: those with the fewest bytes take the longest, and none of them is left for the end.
    chosen.sort_by_key(|work| Reverse(work.bytes));
    let waiting = Mutex::new(chosen);
    let done = Mutex::new(Vec::new());
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(|| {
                while let Some(work) = waiting.lock().ok().and_then(|mut works| works.pop()) {
                    let row = counted(work).map(|counts| Row { work, counts });
                    if let Ok(mut done) = done.lock() {
                        done.push(row);
                    }
                }
            });
        }
    });
    let rows = done
        .into_inner()
        .map_err(|_| io::Error::other("a measurement ended"))?;
    let mut rows: Vec<Row> = rows.into_iter().collect::<io::Result<_>>()?;
    rows.sort_by_key(|row| row.work.name);
    Ok(rows)
}

fn counted(work: Work) -> io::Result<Vec<Counts>> {
    let folder = tempfile::tempdir()?;
    let status = meter::run(work, folder.path())?;
    if !status.success() {
        return Err(io::Error::other(format!("{}: {status}", work.name)));
    }
    meter::read(folder.path())
}
