//! The disk that fails: `disk.c`, and what it is told to do.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The errors of a disk, by number as Linux has them.
pub const EIO: i32 = 5;
pub const ENOSPC: i32 = 28;
pub const EROFS: i32 = 30;

/// Tells one server's disk what to do.
pub struct Disk {
    library: PathBuf,
    plan: PathBuf,
    generation: u32,
}

impl Disk {
    /// Compiles it into `folder`. It does nothing until it is told to.
    pub fn new(folder: &Path) -> Disk {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/support/disk.c");
        let library = folder.join("disk.so");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).args([&library, &source]).arg("-ldl");
        let output = compiler.output().expect("a C compiler");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Disk { library, plan: folder.join("plan"), generation: 0 }
    }

    /// Puts the disk under a program.
    pub fn under(&self, command: &mut Command) {
        command.env("LD_PRELOAD", &self.library).env("OPFIRE_FAULTS", &self.plan);
    }

    /// The same for a program that somebody else starts.
    pub fn environment(&self) -> Vec<(String, String)> {
        let pair = |name: &str, path: &Path| (name.to_owned(), path.display().to_string());
        vec![pair("LD_PRELOAD", &self.library), pair("OPFIRE_FAULTS", &self.plan)]
    }

    /// From now on `call` fails with `error`, as often as `when` says.
    pub fn fail(&mut self, call: &str, error: i32, when: &str) {
        self.generation += 1;
        let next = self.plan.with_extension("next");
        fs::write(&next, format!("{} {call} {error} {when}\n", self.generation)).unwrap();
        fs::rename(next, &self.plan).unwrap();
    }

    /// From now on all is well.
    pub fn heal(&self) {
        fs::remove_file(&self.plan).unwrap();
    }

    /// How many calls were made to fail.
    pub fn fired(&self) -> u64 {
        fs::metadata(self.plan.with_extension("fired")).map_or(0, |file| file.len())
    }
}
