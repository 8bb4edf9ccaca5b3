//! Runs the program as a child process.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method};
use outbound::{Basic, Body, Outbound, Policy, Request, Response};
use secrecy::SecretString;
use serde_json::Value;
use url::Url;

/// Password of the administrator that first starts create.
pub const PASSWORD: &str = "girassol na varanda 2026";
/// Application password of the site's login.
const APP_PASSWORD: &str = "abcd efgh ijkl mnop qrst uvwx";

/// The program with arguments, started as from a shell.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pauta"));
    command
        .args(arguments)
        .env_remove("CARGO_PKG_NAME")
        .env("PAUTA_ADMIN_PASSWORD", PASSWORD)
        .env("SITE_ADMIN_APP_PASSWORD", APP_PASSWORD)
        .stdin(Stdio::null());
    command
}

/// Runs the program to its end.
pub fn ended(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Standard output and standard error as text.
pub fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// Runs the program, which must succeed; returns its standard output.
pub fn done(arguments: &[&str]) -> String {
    let output = ended(arguments);
    let (said, complained) = texts(&output);
    assert!(output.status.success(), "{arguments:?}: {said}{complained}");
    said
}

/// Runs the program, which must refuse with exit code 2; returns the message.
pub fn refused(arguments: &[&str]) -> String {
    let output = ended(arguments);
    let (said, complained) = texts(&output);
    assert_eq!(
        output.status.code(),
        Some(2),
        "{arguments:?}: {said}{complained}"
    );
    assert!(said.is_empty(), "{said}");
    complained
}

/// The running program.
pub struct Running {
    child: Child,
    output: BufReader<ChildStdout>,
    /// Output so far.
    pub said: String,
}

impl Running {
    /// Starts the program and reads its greeting.
    pub fn start(mut command: Command) -> Self {
        // Errors go to a file, because an unread pipe would fill up and block.
        let mut errors = tempfile::tempfile().unwrap();
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(errors.try_clone().unwrap())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut running = Self {
            child,
            output,
            said: String::new(),
        };
        while !running.said.contains("Ctrl-C stops") {
            if running.output.read_line(&mut running.said).unwrap() == 0 {
                let mut complained = String::new();
                errors.rewind().unwrap();
                errors.read_to_string(&mut complained).unwrap();
                panic!("it ended: {}{complained}", running.said);
            }
        }
        running
    }

    /// Starts the program on a data folder and free ports.
    pub fn on(folder: &Path) -> Self {
        Self::start(command(&[
            "--platform-addr",
            "localhost:0",
            "--site-addr",
            "localhost:0",
            "--data-dir",
            folder.to_str().unwrap(),
        ]))
    }

    /// The value after a label of the start message, up to the next space.
    pub fn value_of(&self, label: &str) -> &str {
        let line = self.said.lines().find(|line| line.starts_with(label));
        let behind = line.unwrap_or_else(|| panic!("no {label} in {}", self.said));
        behind[label.len()..].split_whitespace().next().unwrap()
    }

    /// A client of the site's REST interface.
    pub fn site(&self) -> Site {
        Site {
            root: format!("{}/rest/core/v2", self.value_of("Site ")),
            outbound: Outbound::new(Policy::local()).unwrap(),
        }
    }

    /// Kills the process as `kill -9` does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends a signal, such as `TERM`.
    pub fn signal(&mut self, name: &str) {
        let id = self.child.id().to_string();
        let signal = format!("-{name}");
        let asked = Command::new("kill").args([&signal, &id]).status().unwrap();
        assert!(asked.success());
    }

    /// Reads output up to a line with these words.
    pub fn read_until(&mut self, words: &str) {
        while !self.said.contains(words) {
            let read = self.output.read_line(&mut self.said).unwrap();
            assert!(read > 0, "it ended: {}", self.said);
        }
    }

    /// Stops the process as a service manager does; returns its last output.
    pub fn stop(mut self) -> String {
        self.signal("TERM");
        self.end()
    }

    /// Waits for the end of the process, which was asked for; returns its last output.
    pub fn end(mut self) -> String {
        self.output.read_to_string(&mut self.said).unwrap();
        assert!(self.child.wait().unwrap().success());
        std::mem::take(&mut self.said)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The process has ended, unless a test fails.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// A client of the site.
#[derive(Clone)]
pub struct Site {
    root: String,
    outbound: Outbound,
}

impl Site {
    pub async fn call(&self, method: Method, path: &str, body: Body) -> Response {
        let address = if path.starts_with("http") {
            path.to_owned()
        } else {
            format!("{}/{path}", self.root)
        };
        let mut request =
            Request::new(method, Url::parse(&address).unwrap()).credentials(Some(Basic {
                user: "redacao".to_owned(),
                password: SecretString::from(APP_PASSWORD),
            }));
        if matches!(body, Body::Bytes(_)) {
            for (name, value) in [
                ("content-type", "image/jpeg"),
                ("content-disposition", "attachment; filename=\"foto.jpg\""),
            ] {
                request = request.header(
                    HeaderName::from_static(name),
                    HeaderValue::from_static(value),
                );
            }
        }
        let response = self.outbound.send(request.body(body)).await.unwrap();
        assert!(
            response.status.is_success(),
            "{address}: {} {}",
            response.status,
            String::from_utf8_lossy(&response.body)
        );
        response
    }

    pub async fn json(&self, method: Method, path: &str, body: Body) -> Value {
        serde_json::from_slice(&self.call(method, path, body).await.body).unwrap()
    }

    pub async fn get(&self, path: &str) -> Value {
        self.json(Method::GET, path, Body::Empty).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.json(Method::POST, path, Body::Json(body)).await
    }

    pub async fn upload(&self, picture: Bytes) -> Value {
        self.json(Method::POST, "media", Body::Bytes(picture)).await
    }
}

/// All files below a folder with their content, by name, without those of the running process.
pub fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
    fn walk(root: &Path, folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path
                .strip_prefix(root)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            if ["lock", "logs", ".backup", "store.db-reserve"].contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() {
                walk(root, &path, found);
            } else {
                found.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    let mut found = Vec::new();
    walk(folder, folder, &mut found);
    found.sort();
    found
}

/// Copies a folder.
pub fn copy(from: &Path, to: &Path) {
    for (name, bytes) in tree(from) {
        let file = to.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    }
}
