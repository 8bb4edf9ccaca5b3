//! Makes the panel's bundle with npm, and writes the Rust source that embeds it.
//!
//! The bundle is in `web/dist`, with a stamp of the sources that it was made from, so that all profiles share it and
//! nothing is done while sources and lock file are unchanged. Only packages that the lock file pins are fetched. Without
//! Node, or when the packages cannot be fetched, the build goes on without a bundle and says so, unless
//! PAUTA_PANEL_REQUIRED is 1.

use std::collections::hash_map::DefaultHasher;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::hash::Hasher as _;
use std::path::{Path, PathBuf};
use std::process::Command;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// What the bundle is made from, below `web/`.
const SOURCES: [&str; 8] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.js",
    "compress.js",
    "../../../shared/design-tokens/tokens.css",
];

/// Oldest version of Node, major and minor.
const NODE: (u32, u32) = (20, 19);

fn main() -> Outcome<()> {
    let web = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").ok_or("no manifest folder")?)
        .join("web");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("no output folder")?);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=PAUTA_PANEL_REQUIRED");
    let mut files = Vec::new();
    for source in SOURCES {
        let path = web.join(source);
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
            list(&path, &mut files)?;
        }
    }
    files.retain(|file| !is_test(file));
    let dist = web.join("dist");
    let code = match prepare(&web, &dist, &stamp(&files)?)? {
        Ok(()) => embed(&dist)?,
        Err(reason) => {
            if std::env::var_os("PAUTA_PANEL_REQUIRED").is_some_and(|value| value == "1") {
                return Err(reason.into());
            }
            println!("cargo::warning=Pauta is built without its panel: {reason}");
            "const EMBEDDED: Bundle = Bundle { shell: None, assets: &[] };\n".to_owned()
        }
    };
    fs::write(out.join("embedded.rs"), code)?;
    Ok(())
}

/// Adds the files at and below `path`, in a fixed order.
fn list(path: &Path, files: &mut Vec<PathBuf>) -> Outcome<()> {
    if path.is_dir() {
        let mut entries = fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<Vec<_>, _>>()?;
        entries.sort();
        for entry in entries {
            list(&entry, files)?;
        }
    } else {
        files.push(path.to_owned());
    }
    Ok(())
}

/// Whether a file is a test, which the bundle leaves out.
fn is_test(file: &Path) -> bool {
    file.file_stem()
        .is_some_and(|stem| Path::new(stem).extension() == Some(OsStr::new("test")))
}

/// A hash of the names and contents of files.
fn stamp(files: &[PathBuf]) -> Outcome<String> {
    let mut hasher = DefaultHasher::new();
    for file in files {
        hasher.write(file.file_name().unwrap_or_default().as_encoded_bytes());
        // Line ends may differ between checkouts.
        let content = fs::read(file)?;
        hasher.write_usize(content.len());
        hasher.write(&content);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Makes the bundle unless `dist` holds that of `stamp`. The inner error says what is missing on this machine.
fn prepare(web: &Path, dist: &Path, stamp: &str) -> Outcome<Result<(), String>> {
    // Two builds with different target folders may run at a time.
    let lock = File::create(web.join(".build-lock"))?;
    lock.lock()?;
    let made = dist.join(".stamp");
    if fs::read_to_string(&made).is_ok_and(|made| made == stamp) {
        return Ok(Ok(()));
    }
    if let Err(reason) = check_node() {
        return Ok(Err(reason));
    }
    if let Err(reason) = install(web)? {
        return Ok(Err(reason));
    }
    run(
        web,
        "node",
        &[
            "node_modules/vite/bin/vite.js",
            "build",
            "--logLevel",
            "error",
        ],
    )
    .and_then(|()| run(web, "node", &["compress.js"]))?;
    fs::write(made, stamp)?;
    Ok(Ok(()))
}

fn check_node() -> Result<(), String> {
    let advice = format!(
        "it is made with Node {}.{} or newer and npm; install them, touch functions/platform-panel/build.rs and build again",
        NODE.0, NODE.1
    );
    let output = Command::new("node").arg("--version").output();
    let text = output
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .ok_or_else(|| advice.clone())?;
    let mut numbers = text
        .trim()
        .trim_start_matches('v')
        .split('.')
        .map(|part| part.parse::<u32>().unwrap_or(0));
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if version < NODE {
        return Err(format!("this machine has Node {}; {advice}", text.trim()));
    }
    Ok(())
}

/// Installs the packages of the lock file unless they are there.
fn install(web: &Path) -> Outcome<Result<(), String>> {
    let lock = fs::read_to_string(web.join("package-lock.json"))?;
    let installed = web.join("node_modules/.installed-lock");
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == lock) {
        return Ok(Ok(()));
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let arguments = [
        "ci",
        "--omit=dev",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--no-progress",
        "--loglevel=error",
    ];
    if let Err(error) = run(web, npm, &arguments) {
        return Ok(Err(format!(
            "its packages could not be installed ({error})"
        )));
    }
    fs::write(installed, lock)?;
    Ok(Ok(()))
}

/// Runs a program in `web`; its output becomes part of the error.
fn run(web: &Path, program: &str, arguments: &[&str]) -> Outcome<()> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(web)
        .env("NODE_ENV", "production")
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{program} {}: {}", arguments.join(" "), said.trim()).into())
}

/// The Rust source with the bundle.
fn embed(dist: &Path) -> Outcome<String> {
    let mut files = Vec::new();
    list(&dist.join("painel"), &mut files)?;
    let mut code = String::new();
    writeln!(
        code,
        "const EMBEDDED: Bundle = Bundle {{\n    shell: Some(include_str!({:?})),\n    assets: &[",
        dist.join("index.html")
    )?;
    for file in files
        .iter()
        .filter(|file| file.extension() != Some(OsStr::new("br")))
    {
        let kind = match file.extension().and_then(OsStr::to_str) {
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            other => return Err(format!("no content type for {other:?}").into()),
        };
        let below = file.strip_prefix(dist)?;
        let path: Vec<_> = below.iter().map(OsStr::to_string_lossy).collect();
        writeln!(
            code,
            "        Asset {{ path: \"/{}\", content_type: {kind:?}, plain: include_bytes!({file:?}), brotli: include_bytes!({:?}) }},",
            path.join("/"),
            file.with_added_extension("br")
        )?;
    }
    code.push_str("    ],\n};\n");
    Ok(code)
}
