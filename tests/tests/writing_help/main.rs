//! Texts, images and stock photos over HTTP on the whole system with its workers, from fakes of the providers: the story
//! of a post that is written with them, settings that take effect at once, the quota of images, and bills.

mod bills;
mod desk;
mod quota;
mod settings;
mod story;
