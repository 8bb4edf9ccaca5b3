//! Runs the fakes until it is interrupted, and prints the variables that direct a process to them:
//! `cargo run -p service-fakes --example serve`.

use std::io::Write;

use service_fakes::FakeServices;

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let fakes = FakeServices::start().await?;
    let mut out = std::io::stdout();
    for (name, value) in fakes.environment() {
        writeln!(out, "export {name}={value}")?;
    }
    for key in [
        "OPENAI_API_KEY",
        "ANTHROPIC_API_KEY",
        "GEMINI_API_KEY",
        "UNSPLASH_ACCESS_KEY",
        "PEXELS_API_KEY",
    ] {
        writeln!(out, "export {key}=fake-key")?;
    }
    out.flush()?;
    tokio::signal::ctrl_c().await
}
