//! The switchboard: every call to the host, every store operation and every queue message asks it for the fault to
//! inject.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use embedded::dynamo::{FaultInjector, InjectedFault};
use embedded::random::SeededRandom;
use ports::Random;
use tokio::sync::Notify;

use super::catalogue::{HOST_FAULTS, STORE_FAULTS};
use crate::proxy::{Call, Damage};

/// A fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// In a call to the host.
    Host(&'static str, Damage),
    /// In this number of consecutive store operations.
    Store(InjectedFault, usize),
    /// The process dies before or after a store operation takes effect.
    StoreCrash {
        /// Whether it dies after it.
        after: bool,
    },
    /// A queue message is lost.
    Message,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Host(name, _) => f.write_str(name),
            Self::Store(disturbance, times) => write!(f, "{disturbance:?}x{times}"),
            Self::StoreCrash { after: false } => f.write_str("CrashBefore"),
            Self::StoreCrash { after: true } => f.write_str("CrashAfter"),
            Self::Message => f.write_str("MessageLost"),
        }
    }
}

/// Which faults happen when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// No faults.
    Nothing,
    /// This fault at the call, operation or message with this number, from 0.
    At(usize, Fault),
    /// Several faults, drawn from a seed.
    Random {
        /// The seed.
        seed: u64,
        /// Largest number of faults.
        most: usize,
    },
}

/// How often each point was passed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Passed {
    /// Calls to the host.
    pub host: usize,
    /// Store operations.
    pub store: usize,
    /// Queue messages.
    pub messages: usize,
}

struct State {
    plan: Plan,
    passed: Passed,
    injected: Vec<String>,
    random: SeededRandom,
}

impl State {
    fn draw(&self, below: usize) -> usize {
        let mut bytes = [0; 4];
        self.random.fill(&mut bytes);
        usize::try_from(u32::from_le_bytes(bytes)).unwrap() % below
    }

    /// Whether a random fault happens here: one in eight, up to the maximum.
    fn strikes(&self) -> bool {
        match self.plan {
            Plan::Random { most, .. } => self.injected.len() < most && self.draw(8) == 0,
            _ => false,
        }
    }
}

/// The switchboard.
pub struct Board(Mutex<State>);

impl Board {
    pub fn new() -> Arc<Self> {
        Arc::new(Self(Mutex::new(State {
            plan: Plan::Nothing,
            passed: Passed::default(),
            injected: Vec::new(),
            random: SeededRandom::new(0),
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Resets the counts and begins a plan.
    pub fn arm(&self, plan: Plan) {
        let seed = match plan {
            Plan::Random { seed, .. } => seed,
            _ => 0,
        };
        *self.state() = State {
            plan,
            passed: Passed::default(),
            injected: Vec::new(),
            random: SeededRandom::new(seed),
        };
    }

    /// Ends the plan; the counts stay.
    pub fn disarm(&self) {
        self.state().plan = Plan::Nothing;
    }

    /// The points passed since the plan began.
    pub fn passed(&self) -> Passed {
        self.state().passed
    }

    /// The faults injected since the plan began.
    pub fn injected(&self) -> Vec<String> {
        self.state().injected.clone()
    }

    /// The fault of a call to the host.
    pub fn host(&self, call: &Call) -> Damage {
        let mut state = self.state();
        let number = state.passed.host;
        state.passed.host += 1;
        let (name, damage) = match &state.plan {
            Plan::At(at, Fault::Host(name, damage)) if *at == number => (*name, damage.clone()),
            _ if state.strikes() => {
                let (name, damage) = HOST_FAULTS[state.draw(HOST_FAULTS.len())];
                (name, damage())
            }
            _ => return Damage::None,
        };
        state
            .injected
            .push(format!("{} {}: {name}", call.method, call.target));
        damage
    }

    /// The fault injector for the store of a process that `death` ends.
    pub fn store(self: &Arc<Self>, death: Arc<Notify>) -> FaultInjector {
        let board = self.clone();
        Arc::new(move |operation| board.operation(operation, &death))
    }

    fn operation(&self, operation: &str, death: &Notify) -> InjectedFault {
        let mut state = self.state();
        let number = state.passed.store;
        state.passed.store += 1;
        let (first, fault) = match &state.plan {
            Plan::At(at, fault @ Fault::Store(_, times)) if (*at..at + times).contains(&number) => {
                (*at == number, fault.clone())
            }
            Plan::At(at, fault @ Fault::StoreCrash { .. }) if *at == number => {
                (true, fault.clone())
            }
            _ if state.strikes() => {
                let drawn = state.draw(STORE_FAULTS.len());
                (true, STORE_FAULTS[drawn].clone())
            }
            _ => return InjectedFault::None,
        };
        if first {
            state
                .injected
                .push(format!("{operation} {number}: {fault}"));
        }
        match fault {
            Fault::Store(disturbance, _) => disturbance,
            Fault::StoreCrash { after } => {
                death.notify_one();
                if after {
                    InjectedFault::HangAfter
                } else {
                    InjectedFault::Hang
                }
            }
            Fault::Host(..) | Fault::Message => InjectedFault::None,
        }
    }

    /// Whether a queue message is lost.
    pub fn message(&self) -> bool {
        let mut state = self.state();
        let number = state.passed.messages;
        state.passed.messages += 1;
        let lost = state.plan == Plan::At(number, Fault::Message) || state.strikes();
        if lost {
            state.injected.push(format!("message {number}: lost"));
        }
        lost
    }
}
