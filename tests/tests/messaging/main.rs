//! Messages to clients over HTTP and SMTP: the platform in one process, with the fakes of the messaging providers and a
//! mail server behind the clients that production uses.
//! docs/interface/platform/messaging.md

mod agency;
mod approval;
mod faults;
mod mail;
mod publication;
mod site_mail;
