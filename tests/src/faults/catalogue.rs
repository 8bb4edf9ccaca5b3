//! The catalogue of faults, and the scenarios built from it.

use std::fmt;

use embedded::dynamo::InjectedFault;

use super::board::{Fault, Passed, Plan};
use super::story::Story;
use crate::proxy::{Canned, Damage};

/// A fault of a call, with its name.
pub type NamedDamage = (&'static str, fn() -> Damage);

/// Faults of a call to the host.
pub const HOST_FAULTS: &[NamedDamage] = &[
    ("LoseRequest", || Damage::LoseRequest),
    ("LoseAnswer", || Damage::LoseAnswer),
    ("CutAnswer", || Damage::CutAnswer),
    ("Answer500", || Damage::Answer(failure())),
    ("Answer500After", || Damage::AnswerAfter(failure())),
    ("Answer429", || {
        Damage::Answer(Canned::error(429, "too_many", "Devagar").with("Retry-After", "400"))
    }),
    ("Answer503", || {
        Damage::Answer(Canned::page(503, "Em manutenção").with("Retry-After", "2"))
    }),
    ("Answer504Before", || Damage::AnswerBefore(gave_up())),
    ("Answer504After", || Damage::AnswerAfter(gave_up())),
    ("Answer401", || {
        Damage::Answer(Canned::error(401, "rest_not_logged_in", "Entre primeiro."))
    }),
    ("AnswerHtml", || {
        Damage::Answer(Canned::page(200, "Em manutenção"))
    }),
    ("AnswerHtmlAfter", || {
        Damage::AnswerAfter(Canned::page(200, "Em manutenção"))
    }),
    ("Hang", || Damage::Hang),
    ("HangAfter", || Damage::HangAfter),
    ("Late", || Damage::Late),
    ("CrashBefore", || Damage::Crash),
    ("CrashAfter", || Damage::CrashAfter),
];

/// Faults of a store operation. A single failure is retried by the client itself; three in a row mean that the store
/// is down.
pub const STORE_FAULTS: &[Fault] = &[
    Fault::StoreCrash { after: false },
    Fault::StoreCrash { after: true },
    Fault::Store(InjectedFault::LoseRequest, 1),
    Fault::Store(InjectedFault::LoseAnswer, 1),
    Fault::Store(InjectedFault::LoseRequest, 3),
    Fault::Store(InjectedFault::LoseAnswer, 3),
    Fault::Store(InjectedFault::Throttle, 3),
];

fn gave_up() -> Canned {
    Canned::page(504, "Gateway Time-out")
}

fn failure() -> Canned {
    Canned::error(500, "internal_error", "Falha interna")
}

/// How messages reach workers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// Each once.
    Once,
    /// Each twice, and all once more at the end in reverse order.
    Twice,
    /// Each to two workers at once.
    TwoWorkers,
}

/// A story under a plan of faults.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The story.
    pub story: Story,
    /// Delivery of messages.
    pub delivery: Delivery,
    /// Plan of faults.
    pub plan: Plan,
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}/{:?}/", self.story, self.delivery)?;
        match &self.plan {
            Plan::Nothing => f.write_str("nothing"),
            Plan::At(at, fault @ Fault::Host(..)) => write!(f, "host-{at}-{fault}"),
            Plan::At(at, fault @ Fault::Message) => write!(f, "message-{at}-{fault}"),
            Plan::At(at, fault) => write!(f, "store-{at}-{fault}"),
            Plan::Random { seed, .. } => write!(f, "random-{seed}"),
        }
    }
}

const DELIVERIES: [Delivery; 3] = [Delivery::Once, Delivery::Twice, Delivery::TwoWorkers];

/// Every fault at every point of `story`; `passed` are the points of an undisturbed run.
pub fn systematic(story: Story, passed: Passed) -> Vec<Scenario> {
    let mut plans = vec![Plan::Nothing];
    for at in 0..passed.host {
        for (name, damage) in HOST_FAULTS {
            plans.push(Plan::At(at, Fault::Host(name, damage())));
        }
    }
    for at in 0..passed.store {
        for fault in STORE_FAULTS {
            plans.push(Plan::At(at, fault.clone()));
        }
    }
    for at in 0..passed.messages {
        plans.push(Plan::At(at, Fault::Message));
    }
    DELIVERIES
        .into_iter()
        .flat_map(|delivery| {
            plans.iter().map(move |plan| Scenario {
                story,
                delivery,
                plan: plan.clone(),
            })
        })
        .collect()
}

/// The scenarios of every test run: for each kind of job every damaged call, every lost message and a death after
/// every store operation (a death before one equals a death after the previous one); for stories about one kind of
/// fault all faults of that kind; and every 50th of the others, so that all points and faults occur over time.
pub fn essential(scenarios: Vec<Scenario>) -> Vec<Scenario> {
    use Story::{AuthorGone, Impatient, Missed, NearDate, Publish, Schedule, Unschedule};
    let mut number = 0;
    scenarios
        .into_iter()
        .filter(|scenario| {
            let fault = match &scenario.plan {
                Plan::At(_, fault) => fault,
                Plan::Nothing | Plan::Random { .. } => return true,
            };
            let each = match scenario.story {
                Publish | Schedule | Missed | Unschedule => true,
                NearDate => matches!(fault, Fault::Host(..)),
                Impatient | AuthorGone => !matches!(fault, Fault::Host(..)),
                _ => false,
            };
            let once = scenario.delivery == Delivery::Once && each;
            if once && !matches!(fault, Fault::Store(..) | Fault::StoreCrash { after: false }) {
                return true;
            }
            number += 1;
            number % 50 == 0
        })
        .collect()
}

/// `count` scenarios with several faults each, drawn from `seed`.
pub fn random(seed: u64, count: u64) -> Vec<Scenario> {
    (0..count)
        .map(|number| Scenario {
            story: Story::ALL[usize::try_from(number).unwrap() % Story::ALL.len()],
            delivery: DELIVERIES
                [usize::try_from(number).unwrap() / Story::ALL.len() % DELIVERIES.len()],
            plan: Plan::Random {
                seed: seed.wrapping_mul(1_000_003).wrapping_add(number),
                most: 5,
            },
        })
        .collect()
}
