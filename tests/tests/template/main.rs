//! The deployment template against the code: what each function says it needs, which routes it
//! serves, which queues and rules lead to it.

mod document;
mod functions;
mod policies;
mod routes;
mod storage;
mod wiring;
