//! The end of the program by signals.

use std::io::Write as _;
use std::net::TcpStream;

use crate::process::{Running, command};

fn in_memory() -> Running {
    let addresses = [
        "--platform-addr",
        "localhost:0",
        "--site-addr",
        "localhost:0",
    ];
    Running::start(command(&[&["--in-memory"][..], &addresses].concat()))
}

#[test]
fn each_signal_of_the_end_stops_cleanly() {
    for signal in ["INT", "TERM", "HUP"] {
        let mut running = in_memory();
        running.signal(signal);
        let said = running.end();
        assert!(said.contains("Stopped. "), "{signal}: {said}");
    }
}

#[test]
fn a_second_signal_ends_what_hangs() {
    let mut running = in_memory();
    let site = running
        .value_of("Site ")
        .trim_start_matches("http://")
        .to_owned();
    let mut upload = TcpStream::connect(&site).unwrap();
    let head =
        format!("POST /rest/core/v2/media HTTP/1.1\r\nHost: {site}\r\nContent-Length: 9\r\n\r\nhi");
    upload.write_all(head.as_bytes()).unwrap();
    running.signal("TERM");
    running.read_until("Stopping");
    running.signal("TERM");
    let said = running.end();
    assert!(said.contains("Stopped. "), "{said}");
}
