//! The circuits of the services.

use jiff::Timestamp;
use outbound::{Circuit, CircuitOpen, CircuitRule, Pass};

use crate::provider::Provider;

/// What is asked of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Service {
    /// Tokens.
    Tokens(Provider),
    /// Sending mails.
    Mail(Provider),
}

/// One circuit per service.
#[derive(Debug)]
pub(crate) struct Services {
    google_tokens: Circuit,
    google_mail: Circuit,
    microsoft_tokens: Circuit,
    microsoft_mail: Circuit,
}

impl Default for Services {
    fn default() -> Self {
        let closed = || Circuit::new(CircuitRule::default());
        Self {
            google_tokens: closed(),
            google_mail: closed(),
            microsoft_tokens: closed(),
            microsoft_mail: closed(),
        }
    }
}

impl Services {
    /// Permission for a call at `now`.
    pub(crate) fn enter(&self, service: Service, now: Timestamp) -> Result<Pass<'_>, CircuitOpen> {
        let circuit = match service {
            Service::Tokens(Provider::Google) => &self.google_tokens,
            Service::Mail(Provider::Google) => &self.google_mail,
            Service::Tokens(Provider::Microsoft) => &self.microsoft_tokens,
            Service::Mail(Provider::Microsoft) => &self.microsoft_mail,
        };
        circuit.enter(now)
    }
}

/// Tells the circuit what became of a call: whether the service answered.
pub(crate) fn report(pass: Pass<'_>, answered: bool, now: Timestamp) {
    if answered {
        pass.succeeded();
    } else {
        pass.failed(now);
    }
}
