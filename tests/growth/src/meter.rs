//! Counts the instructions of calls: callgrind sets its counts to zero at the entry of [`growth_meter_begin`] and writes
//! them down at the entry of [`growth_meter_end`] (valgrind manual, "Callgrind: a call-graph generating cache and branch
//! prediction profiler", `--zero-before` and `--dump-before`). Counts do not depend on the machine's load.

use std::hint::black_box;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use growth::TIMES;
use growth::shapes::SHAPES;

use crate::works::Work;

/// The counts of a function and a shape.
#[derive(Debug, Clone, Copy)]
pub struct Counts {
    /// Instructions for the shorter text.
    pub shorter: u64,
    /// Instructions for the longer text.
    pub longer: u64,
}

impl Counts {
    /// By which factor the work grows; 4 when it is linear.
    pub fn factor(self) -> f64 {
        let [shorter, longer] = [self.shorter.max(1), self.longer].map(as_float);
        longer / shorter
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a count below 2^52 has an exact form"
)]
const fn as_float(count: u64) -> f64 {
    count as f64
}

#[inline(never)]
#[expect(
    clippy::missing_const_for_fn,
    reason = "callgrind needs a call that happens"
)]
fn growth_meter_begin() {
    black_box(());
}

#[inline(never)]
#[expect(
    clippy::missing_const_for_fn,
    reason = "callgrind needs a call that happens"
)]
fn growth_meter_end() {
    black_box(());
}

/// Calls a function with both texts of every shape, and once before, so that what is made once is not counted.
pub fn call(work: Work) {
    (work.call)("<p>a</p>");
    for shape in SHAPES {
        for times in [1, TIMES] {
            let text = shape.text(work.bytes * times);
            growth_meter_begin();
            (work.call)(&text);
            growth_meter_end();
        }
    }
}

/// Runs a process that calls a function under callgrind, which writes into `folder`.
pub fn run(work: Work, folder: &Path) -> io::Result<ExitStatus> {
    Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .args([
            "--zero-before=*growth_meter_begin*",
            "--dump-before=*growth_meter_end*",
        ])
        .arg(format!(
            "--callgrind-out-file={}",
            folder.join("counts").display()
        ))
        .arg(std::env::current_exe()?)
        .args(["call", work.name])
        .stdout(Stdio::null())
        .status()
}

/// The counts that callgrind wrote into `folder`, in the order of the shapes.
pub fn read(folder: &Path) -> io::Result<Vec<Counts>> {
    let total = |number: usize| -> io::Result<u64> {
        let path = folder.join(format!("counts.{number}"));
        let text = std::fs::read_to_string(&path)?;
        let line = text.lines().find_map(|line| {
            let total = line.strip_prefix("totals: ")?;
            total.trim().parse().ok()
        });
        line.ok_or_else(|| io::Error::other(format!("no totals in {}", path.display())))
    };
    (0..SHAPES.len())
        .map(|shape| {
            Ok(Counts {
                shorter: total(2 * shape + 1)?,
                longer: total(2 * shape + 2)?,
            })
        })
        .collect()
}
