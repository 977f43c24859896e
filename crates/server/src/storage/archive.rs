use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

/// When games are put away, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expiry {
    /// Games that nobody has played for this long.
    pub after: Duration,
    /// How often they are looked for.
    pub every: Duration,
    /// The folder for their files, one a game, which can be imported again.
    pub archive: PathBuf,
}

/// A folder of games that were put away.
#[derive(Clone, Debug)]
pub(crate) struct Archive(PathBuf);

impl Archive {
    pub(crate) fn new(folder: &Path) -> Archive {
        Archive(folder.to_owned())
    }

    /// Writes the file of a game. When this returns it is on the disk, whole, under its name.
    pub(crate) fn add(&self, id: &str, text: &str) -> io::Result<()> {
        folder(&self.0)?;
        let unfinished = self.0.join(format!(".{id}.unfinished"));
        let mut file = private(&unfinished)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&unfinished, self.0.join(format!("{id}.json")))?;
        // The name is on the disk only when its folder is.
        #[cfg(unix)]
        File::open(&self.0)?.sync_all()?;
        Ok(())
    }
}

/// A folder that only its owner can look into, if there is none yet: who played what is nobody else's business. One
/// that is there is left as it is.
fn folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// A file that only its owner may read: it holds what players must not know.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
