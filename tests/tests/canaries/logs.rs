//! The log as a deployed function writes it, at the most detailed level.

use std::io::Write;
use std::sync::{Arc, Mutex};

/// All log output.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// The lines so far; each is JSON.
    pub fn lines(&self) -> Vec<Vec<u8>> {
        let log = self.0.lock().unwrap();
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
    let log = Log::default();
    let writer = log.clone();
    let lines = cloud::logs::lines(tracing::Level::TRACE, move || writer.clone());
    tracing::subscriber::set_global_default(lines).unwrap();
    log
}
