//! Holds no code: its manifest gives the local run the dependency features of the whole workspace.
