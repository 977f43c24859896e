use std::{
    fs::{self, File, TryLockError},
    io::{Seek, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
    process,
};

use super::{StorageError, rescue::with};

/// The right to be the only server on a file. The system holds it for us: it ends with the process, however that ends.
pub(super) struct Lock(File);

impl Lock {
    /// Takes the lock of a database file, or says who has it.
    pub(super) fn take(database: &Path) -> Result<Lock, StorageError> {
        let path = with(database, ".lock");
        let unusable = |error| StorageError::Place { path: path.display().to_string(), error };
        let file = open(&path).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StorageError::Taken { path: database.to_owned(), by: holder(&path) });
            }
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        let lock = Lock(file);
        lock.sign("").map_err(unusable)?;
        Ok(lock)
    }

    /// Notes where the server can be reached, for a second server that finds the file in use.
    pub(super) fn at(&self, address: SocketAddr) {
        if let Err(error) = self.sign(&format!(" at http://{address}")) {
            tracing::warn!("who holds the saved games could not be noted: {error}");
        }
    }

    /// In one write, over what stood there: whoever reads meanwhile finds one signature or the other.
    fn sign(&self, place: &str) -> std::io::Result<()> {
        let mut file = &self.0;
        let signature = format!("process {}{place}", process::id());
        file.rewind()?;
        file.write_all(signature.as_bytes())?;
        file.set_len(signature.len() as u64)
    }
}

fn open(path: &PathBuf) -> std::io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn holder(path: &Path) -> String {
    let signed = fs::read_to_string(path).unwrap_or_default();
    if signed.is_empty() { "another program".to_owned() } else { signed }
}
