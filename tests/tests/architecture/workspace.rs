//! The workspace as its manifests describe it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// The layer of a crate, which decides what it may depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    Function,
    Shared,
    Domain,
    Local,
    /// Fakes of outside services, for tests and for the demonstration of the local run.
    Fakes,
    Tests,
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

/// The crates of the workspace with their layers.
pub struct Workspace {
    pub crates: BTreeMap<String, (Layer, Package)>,
}

fn layer(place: &str) -> Layer {
    match place.split('/').collect::<Vec<_>>()[..] {
        ["functions", _] => Layer::Function,
        ["shared", "domain"] => Layer::Domain,
        ["shared", _] => Layer::Shared,
        ["infra", "local" | "setup" | "workspace-hack"] => Layer::Local,
        ["tests", "fakes"] => Layer::Fakes,
        ["tests"] | ["tests", "growth" | "performance"] => Layer::Tests,
        _ => panic!("a crate at a place without a meaning: {place}"),
    }
}

impl Workspace {
    pub fn read() -> Self {
        let metadata: Metadata = MetadataCommand::new()
            .manifest_path(root().join("Cargo.toml"))
            .no_deps()
            .other_options(["--offline".to_owned()])
            .exec()
            .unwrap();
        let crates = metadata
            .packages
            .into_iter()
            .map(|package| {
                let place = package.manifest_path.parent().unwrap();
                let place = place.strip_prefix(&metadata.workspace_root).unwrap();
                let layer = layer(&place.as_str().replace('\\', "/"));
                (package.name.to_string(), (layer, package))
            })
            .collect();
        Self { crates }
    }

    /// The crates of a layer.
    pub fn of(&self, wanted: Layer) -> impl Iterator<Item = &Package> {
        self.crates
            .values()
            .filter(move |(layer, _)| *layer == wanted)
            .map(|(_, package)| package)
    }

    /// The layer of a workspace crate.
    pub fn layer(&self, name: &str) -> Option<Layer> {
        self.crates.get(name).map(|(layer, _)| *layer)
    }

    /// The transitive dependencies of a crate's binary as declared by workspace manifests: normal and build
    /// dependencies of the crate and of the workspace crates among them, including optional ones.
    pub fn closure(&self, of: &Package) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut open = vec![of];
        while let Some(package) = open.pop() {
            for name in linked(package) {
                if found.insert(name.clone())
                    && let Some((_, package)) = self.crates.get(&name)
                {
                    open.push(package);
                }
            }
        }
        found
    }
}

/// The dependencies that are linked into the shipped binary.
pub fn linked(package: &Package) -> BTreeSet<String> {
    of_kinds(package, &[DependencyKind::Normal, DependencyKind::Build])
}

/// The dependencies of the given kinds, by package name.
pub fn of_kinds(package: &Package, kinds: &[DependencyKind]) -> BTreeSet<String> {
    package
        .dependencies
        .iter()
        .filter(|dependency| kinds.contains(&dependency.kind))
        .map(|dependency| dependency.name.clone())
        .collect()
}
