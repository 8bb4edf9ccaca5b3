//! Rules of the platform: posts with their approval and publication, the sites of clients, and the team.

pub mod access;
pub mod approval;
pub mod client_notice;
pub mod event;
pub mod generation;
pub mod host_bound;
pub mod host_origin;
pub mod id;
pub mod log;
pub mod media;
pub mod month;
pub mod notification;
pub mod phone;
pub mod post;
pub mod publication;
pub mod report;
pub mod requirements;
pub mod search_connection;
pub mod search_field;
pub mod search_task;
pub mod site_record;
pub mod stock;
pub mod text_pictures;
pub mod time_zone;
pub mod token_usage;
pub mod user;
