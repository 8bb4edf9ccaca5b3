//! The log as a deployed function writes it, at the most detailed level.

use std::io::Write;
use std::sync::{Arc, Mutex};

use central_log::Collector;
use embedded::clock::SystemClock;

/// All log output.
#[derive(Clone)]
pub struct Log {
    output: Arc<Mutex<Vec<u8>>>,
    entries: Collector,
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.output.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// The entries of the central log so far, each as JSON.
    pub fn entries(&self) -> Vec<Vec<u8>> {
        let entries = self.entries.take();
        let text = |entry| serde_json::to_vec(entry).unwrap();
        entries.iter().map(text).collect()
    }

    /// The lines so far; each is JSON.
    pub fn lines(&self) -> Vec<Vec<u8>> {
        let log = self.output.lock().unwrap();
        let lines = log.split(|byte| *byte == b'\n');
        let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
        for line in &lines {
            serde_json::from_slice::<serde_json::Value>(line).unwrap();
        }
        lines.into_iter().map(<[u8]>::to_vec).collect()
    }
}

/// Starts logging.
pub fn start() -> Log {
    let log = Log {
        output: Arc::default(),
        entries: Collector::new(Arc::new(SystemClock)),
    };
    let writer = log.clone();
    let subscriber = cloud::logs::lines_and_entries(
        tracing::Level::TRACE,
        move || writer.clone(),
        log.entries.clone(),
    );
    tracing::subscriber::set_global_default(subscriber).unwrap();
    log
}
