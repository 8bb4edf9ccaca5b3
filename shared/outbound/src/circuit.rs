//! Circuit breaker: calls to a service that keeps failing are refused at once, instead of each waiting for its deadline.
//!
//! The state is in memory, one per process and service: a Lambda instance learns in a few calls that a service is dead,
//! and sharing the state would need a store that can fail as well.

use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};

/// When a circuit opens, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CircuitRule {
    /// Number of failures in a row that open the circuit.
    pub failures: u32,
    /// Time for which calls are refused before the next one is let through as a trial.
    pub pause: SignedDuration,
}

/// Five failures in a row; a trial after 30 seconds.
impl Default for CircuitRule {
    fn default() -> Self {
        Self {
            failures: 5,
            pause: SignedDuration::from_secs(30),
        }
    }
}

/// The circuit of a service.
#[derive(Debug)]
pub struct Circuit {
    rule: CircuitRule,
    state: Mutex<State>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Calls pass; the number of failures in a row.
    Closed(u32),
    /// Calls are refused until a time.
    Open(Timestamp),
    /// One call is on trial; others are refused.
    HalfOpen,
}

/// The circuit is open, so the call was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the service failed repeatedly and is left alone for a while")]
pub struct CircuitOpen {
    /// Time from which a call is let through; `None` while another one is on trial.
    pub until: Option<Timestamp>,
}

/// Permission for one call, whose outcome is to be told by [`Pass::succeeded`] or [`Pass::failed`]. A pass that is
/// dropped, because the call was cancelled, changes nothing, except that a trial may be repeated.
#[derive(Debug)]
#[must_use]
pub struct Pass<'a> {
    circuit: &'a Circuit,
    trial: Option<Timestamp>,
}

impl Circuit {
    /// A closed circuit.
    #[must_use]
    pub const fn new(rule: CircuitRule) -> Self {
        Self {
            rule,
            state: Mutex::new(State::Closed(0)),
        }
    }

    /// Permission for a call at `now`.
    ///
    /// # Errors
    /// [`CircuitOpen`] while calls are refused.
    pub fn enter(&self, now: Timestamp) -> Result<Pass<'_>, CircuitOpen> {
        let mut state = self.state();
        let trial = match *state {
            State::Closed(_) => None,
            State::Open(until) if now >= until => {
                *state = State::HalfOpen;
                Some(until)
            }
            State::Open(until) => return Err(CircuitOpen { until: Some(until) }),
            State::HalfOpen => return Err(CircuitOpen { until: None }),
        };
        Ok(Pass {
            circuit: self,
            trial,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pass<'_> {
    /// The service answered: the circuit is closed, and earlier failures are forgotten. The outcome of a call that
    /// began before the circuit opened does not close it.
    pub fn succeeded(mut self) {
        let on_trial = self.trial.take().is_some();
        let mut state = self.circuit.state();
        if on_trial || matches!(*state, State::Closed(_)) {
            *state = State::Closed(0);
        }
    }

    /// The service did not answer, or answered that it is broken.
    pub fn failed(mut self, now: Timestamp) {
        let on_trial = self.trial.take().is_some();
        let rule = self.circuit.rule;
        let mut state = self.circuit.state();
        let failures = match *state {
            State::Closed(failures) => failures.saturating_add(1),
            State::HalfOpen if on_trial => rule.failures,
            // A call that began before the circuit opened says nothing new.
            State::Open(_) | State::HalfOpen => return,
        };
        *state = if failures < rule.failures {
            State::Closed(failures)
        } else {
            State::Open(now.checked_add(rule.pause).unwrap_or(Timestamp::MAX))
        };
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        if let Some(until) = self.trial.take() {
            *self.circuit.state() = State::Open(until);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: CircuitRule = CircuitRule {
        failures: 3,
        pause: SignedDuration::from_secs(30),
    };

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    /// A circuit that opened at 100.
    fn opened() -> Circuit {
        let circuit = Circuit::new(RULE);
        for _ in 0..RULE.failures {
            circuit.enter(at(100)).unwrap().failed(at(100));
        }
        circuit
    }

    fn refused(circuit: &Circuit, second: i64) -> Option<Option<Timestamp>> {
        circuit.enter(at(second)).err().map(|open| open.until)
    }

    #[test]
    fn failures_in_a_row_open_the_circuit() {
        let circuit = Circuit::new(RULE);
        for _ in 0..2 {
            circuit.enter(at(100)).unwrap().failed(at(100));
        }
        circuit.enter(at(100)).unwrap().succeeded();
        for second in [101, 102, 103] {
            assert_eq!(refused(&circuit, second), None);
            circuit.enter(at(second)).unwrap().failed(at(second));
        }
        assert_eq!(refused(&circuit, 104), Some(Some(at(133))));
        assert_eq!(refused(&circuit, 132), Some(Some(at(133))));
    }

    #[test]
    fn one_trial_after_the_pause_decides() {
        let circuit = opened();
        let trial = circuit.enter(at(130)).unwrap();
        assert_eq!(refused(&circuit, 131), Some(None));
        trial.failed(at(135));
        assert_eq!(refused(&circuit, 164), Some(Some(at(165))));
        circuit.enter(at(165)).unwrap().succeeded();
        // Closed again, with a count of its own.
        circuit.enter(at(166)).unwrap().failed(at(166));
        assert_eq!(refused(&circuit, 166), None);
    }

    #[test]
    fn a_cancelled_trial_may_be_repeated() {
        let circuit = opened();
        drop(circuit.enter(at(130)).unwrap());
        circuit.enter(at(130)).unwrap().succeeded();
        assert_eq!(refused(&circuit, 130), None);
    }

    #[test]
    fn calls_from_before_the_opening_do_not_close_the_circuit_or_move_its_end() {
        let circuit = Circuit::new(RULE);
        let early: Vec<Pass<'_>> = (0..5).map(|_| circuit.enter(at(90)).unwrap()).collect();
        let mut early = early.into_iter();
        for pass in early.by_ref().take(3) {
            pass.failed(at(100));
        }
        early.next().unwrap().succeeded();
        assert_eq!(refused(&circuit, 101), Some(Some(at(130))));
        early.next().unwrap().failed(at(120));
        assert_eq!(refused(&circuit, 121), Some(Some(at(130))));
    }
}
