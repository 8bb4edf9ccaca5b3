//! Why a service did not answer.

use outbound::{CircuitOpen, Fault, OutboundError};

/// Why a service did not answer. Contains no part of the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The service failed repeatedly, so it was not called.
    #[error("the service failed repeatedly and is not called for a while")]
    CircuitOpen,
    /// It did not answer in time.
    #[error("the service did not answer in time")]
    Timeout,
    /// The connection failed.
    #[error("the service cannot be reached")]
    Unreachable,
    /// Its answer is none of its interface.
    #[error("the answer of the service cannot be read")]
    Unreadable,
}

impl CallError {
    pub(crate) const fn of_circuit(_: CircuitOpen) -> Self {
        Self::CircuitOpen
    }

    pub(crate) const fn of_outbound(error: &OutboundError) -> Self {
        match error.fault() {
            Fault::Timeout => Self::Timeout,
            Fault::Unreachable => Self::Unreachable,
            Fault::Unusable => Self::Unreadable,
        }
    }
}
