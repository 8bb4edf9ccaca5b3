//! Compares the deployment template with the code: declared needs, routes, queues and schedules.

mod cdn;
mod document;
mod functions;
mod policies;
mod routes;
mod storage;
mod wiring;
