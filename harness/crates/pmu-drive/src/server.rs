//! The socket on which drivers of other processes connect.

use std::io::{self, ErrorKind};
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Interval at which a wait for a driver checks for a requested stop.
const POLL: Duration = Duration::from_millis(50);

/// A socket cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Another server listens on it.
    #[error("{}: another server listens on this socket; choose another path, or end that server", .0.display())]
    InUse(PathBuf),
    /// The path is a file of another kind.
    #[error("{}: is not a socket; choose another path, or remove it", .0.display())]
    NotASocket(PathBuf),
    /// The system refuses the path.
    #[error("{}: the socket cannot be opened: {error}", path.display())]
    Refused {
        /// The path.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

/// A socket of the file system. Dropping it removes its file.
pub struct Server {
    path: PathBuf,
    listener: UnixListener,
}

impl Server {
    /// Opens a socket. A socket file on which no server listens is replaced.
    ///
    /// # Errors
    /// If the path is in use, or the system refuses it.
    pub fn open(path: &Path) -> Result<Self, ServerError> {
        let refused = |error| ServerError::Refused { path: path.to_owned(), error };
        if let Ok(found) = std::fs::symlink_metadata(path) {
            if !found.file_type().is_socket() {
                return Err(ServerError::NotASocket(path.to_owned()));
            }
            match UnixStream::connect(path) {
                Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
                    std::fs::remove_file(path).map_err(refused)?;
                }
                Ok(_) => return Err(ServerError::InUse(path.to_owned())),
                Err(error) => return Err(refused(error)),
            }
        }
        let listener = UnixListener::bind(path).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        Ok(Self { path: path.to_owned(), listener })
    }

    /// Waits for the next driver; none if `stop` was set first.
    ///
    /// # Errors
    /// If the socket fails.
    pub fn accept(&self, stop: &AtomicBool) -> Result<Option<UnixStream>, ServerError> {
        let refused = |error| ServerError::Refused { path: self.path.clone(), error };
        while !stop.load(Ordering::Relaxed) {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false).map_err(refused)?;
                    return Ok(Some(stream));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(POLL),
                Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::ConnectionAborted) => {}
                Err(error) => return Err(refused(error)),
            }
        }
        Ok(None)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Without the file there is nothing to remove.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stale_socket_is_replaced_and_others_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("socket");
        drop(UnixListener::bind(&path).expect("a socket"));
        assert!(path.exists(), "a dropped listener leaves its file");
        let server = Server::open(&path).expect("a server");
        assert!(matches!(Server::open(&path), Err(ServerError::InUse(_))));
        drop(server);
        assert!(!path.exists());
        std::fs::write(&path, "text").expect("written");
        assert!(matches!(Server::open(&path), Err(ServerError::NotASocket(_))));
        assert_eq!(std::fs::read_to_string(&path).expect("kept"), "text");
    }
}
