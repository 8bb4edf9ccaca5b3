//! Logging: JSON lines in one file per channel and day; warnings and errors on the terminal as well.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tracing::Metadata;
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// Channel of a log target: its first segment, if that is a valid file name.
fn channel(target: &str) -> String {
    let first = target.split("::").next().unwrap_or_default();
    let name: String = first
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
        .collect();
    if name.is_empty() {
        "other".to_owned()
    } else {
        name
    }
}

/// Writes each event to its channel's file of the day.
#[derive(Debug)]
struct Channels {
    folder: PathBuf,
    files: Mutex<HashMap<String, &'static RollingFileAppender>>,
}

/// Line on its way to a file.
#[derive(Debug)]
pub struct Line(Option<&'static RollingFileAppender>);

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self.0 {
            Some(file) => file.make_writer().write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Channels {
    fn file(&self, target: &str) -> Line {
        let name = channel(target);
        let mut files = self
            .files
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(file) = files.get(&name) {
            return Line(Some(file));
        }
        let opened = RollingFileAppender::builder()
            .rotation(Rotation::DAILY)
            .filename_prefix(&name)
            .filename_suffix("log")
            .max_log_files(30)
            .build(&self.folder);
        match opened {
            // Leaked on purpose: there are few channels, each open for the life of the process.
            Ok(file) => {
                let file: &'static RollingFileAppender = Box::leak(Box::new(file));
                files.insert(name, file);
                Line(Some(file))
            }
            Err(_) => Line(None),
        }
    }
}

impl<'a> MakeWriter<'a> for Channels {
    type Writer = Line;

    fn make_writer(&'a self) -> Line {
        self.file("other")
    }

    fn make_writer_for(&'a self, metadata: &Metadata<'_>) -> Line {
        self.file(metadata.target())
    }
}

/// Starts logging to `folder`, if given, and to the terminal.
pub fn start(folder: Option<&Path>) {
    let terminal = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_target(true)
        .with_filter(LevelFilter::WARN);
    // Created before the first appender looks for old files to delete.
    let folder = folder.filter(|folder| std::fs::create_dir_all(folder).is_ok());
    let files = folder.map(|folder| {
        tracing_subscriber::fmt::layer()
            .json()
            .with_ansi(false)
            .with_writer(Channels {
                folder: folder.to_owned(),
                files: Mutex::default(),
            })
            .with_filter(LevelFilter::INFO)
    });
    let started = tracing_subscriber::registry()
        .with(terminal)
        .with(files)
        .try_init();
    if let Err(error) = started {
        tracing::debug!(%error, "logging was started before");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_is_a_file_name() {
        assert_eq!(channel("publication"), "publication");
        assert_eq!(channel("hyper::proto::h1"), "hyper");
        assert_eq!(channel("../x"), "x");
        assert_eq!(channel(""), "other");
    }
}
