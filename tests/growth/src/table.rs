//! The results as a table, and the page that holds it.

use std::fmt::Write as _;
use std::io::{self, Write};

use growth::shapes::SHAPES;
use growth::{LIMIT, TIMES};

use crate::meter::Counts;
use crate::works::Work;

/// Counts below are of little work, whose constant part hides how it grows.
const NOTABLE: u64 = 100_000;

/// The counts of one function.
#[derive(Debug)]
pub struct Row {
    /// The function.
    pub work: Work,
    /// Its counts, in the order of the shapes.
    pub counts: Vec<Counts>,
}

impl Row {
    fn shapes(&self) -> impl Iterator<Item = (&'static str, Counts)> {
        let names = SHAPES.iter().map(|shape| shape.name);
        names.zip(self.counts.iter().copied())
    }

    /// The shape with the largest factor.
    fn worst(&self) -> Option<(&'static str, Counts)> {
        self.shapes()
            .filter(|(_, counts)| counts.longer >= NOTABLE)
            .max_by(|(_, one), (_, other)| one.factor().total_cmp(&other.factor()))
    }

    /// The shape that takes the most work.
    fn dearest(&self) -> Option<(&'static str, Counts)> {
        self.shapes().max_by_key(|(_, counts)| counts.longer)
    }

    /// A line for each shape by which the work grows too much.
    pub fn faults(&self) -> impl Iterator<Item = String> {
        self.shapes()
            .filter(|(_, counts)| counts.longer >= NOTABLE && counts.factor() > LIMIT)
            .map(|(shape, counts)| {
                format!(
                    "{} with {shape}: {} instructions for {} bytes, {} for {TIMES} times as many; factor {:.1}",
                    self.work.name,
                    counts.shorter,
                    self.work.bytes,
                    counts.longer,
                    counts.factor(),
                )
            })
    }

    /// A line for each shape.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_shapes(&self, out: &mut impl Write) -> io::Result<()> {
        for (shape, counts) in self.shapes() {
            let (name, factor) = (self.work.name, counts.factor());
            writeln!(
                out,
                "{name} | {shape} | {} | {} | {factor:.2}",
                counts.shorter, counts.longer
            )?;
        }
        Ok(())
    }
}

/// The table: for each function the shape by which its work grows most and the shape that takes the most work.
pub fn table(rows: &[Row]) -> String {
    let mut table = String::from(
        "| Function | Bytes | Worst shape | Factor | Dearest shape | Instructions for a byte |\n|---|--:|---|--:|---|--:|\n",
    );
    for row in rows {
        let (Some((worst, counts)), Some((dearest, most))) = (row.worst(), row.dearest()) else {
            continue;
        };
        let longer = u64::try_from(row.work.bytes * TIMES).unwrap_or(u64::MAX);
        let _ = writeln!(
            table,
            "| `{}` | {} | {worst} | {:.1} | {dearest} | {} |",
            row.work.name,
            row.work.bytes,
            counts.factor(),
            most.longer / longer.max(1),
        );
    }
    table
}
