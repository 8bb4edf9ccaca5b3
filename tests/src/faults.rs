//! Publications under faults: the real worker, tick and store against the real site, with single and combined
//! failures at every point where one can happen. The clock stands still until a test advances it, and random choices
//! come from a seed, so a failed scenario can be repeated by its name. Requests with an `Idempotency-Key` are tested
//! separately: their process dies after each of their writes.

mod answers;
mod board;
mod catalogue;
mod hosts;
mod moved;
mod platform;
mod processes;
mod requests;
mod rewritten;
mod run;
mod story;
mod truth;

pub use answers::{keyed, survive};
pub use board::{Fault, Passed, Plan};
pub use catalogue::{Delivery, Scenario, essential, random, systematic};
pub use rewritten::{Rewritten, Shown};
pub use run::{Outcome, Verdict, all, points, rewritten};
pub use story::Story;
