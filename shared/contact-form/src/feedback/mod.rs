//! What happens to a submission: its evaluation in the order of the interface, and the answer.

mod answer;
mod evaluation;
mod fingerprint;
mod outcome;
pub mod quiz;
mod suspicion;

pub use answer::{Answer, unit_tag};
pub use evaluation::{Circumstances, Step, evaluate};
pub use fingerprint::posted_data_hash;
pub use outcome::{InvalidField, Outcome, Status};
pub use suspicion::{Sender, sender};
