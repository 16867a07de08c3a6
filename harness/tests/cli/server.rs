//! The server for software: its protocol, and peers that break it.

use crate::support::{pmu_cosim, root, run, CommandOutput};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use tempfile::TempDir;

/// The kinds of the replies.
const WELCOME: u8 = 128;
const DONE: u8 = 129;
const VALUE: u8 = 130;
const ACCEPTED: u8 = 131;
const ERROR: u8 = 132;
const STOPPED: u8 = 133;

/// A running server on a socket in a temporary folder.
struct Served {
    folder: TempDir,
    process: Child,
    lines: BufReader<ChildStdout>,
}

impl Served {
    fn new(options: &[&str]) -> Self {
        Self::on(tempfile::tempdir().expect("a folder"), options)
    }

    fn on(folder: TempDir, options: &[&str]) -> Self {
        let mut command = serve(&folder.path().join("socket"));
        command.arg("--records").arg(folder.path()).args(options);
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the command starts");
        let mut lines = BufReader::new(process.stdout.take().expect("its output"));
        let mut line = String::new();
        lines.read_line(&mut line).expect("a line");
        assert!(line.starts_with("k8: PMU_COSIM_SOCKET="), "{line}");
        Self { folder, process, lines }
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("socket")
    }

    fn connect(&self) -> Peer {
        Peer { stream: UnixStream::connect(self.socket()).expect("a connection") }
    }

    /// Exit status, remaining output, and the folder.
    fn end(mut self) -> (Option<i32>, String, TempDir) {
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).expect("text");
        (self.process.wait().expect("an end").code(), rest, self.folder)
    }
}

fn serve(socket: &Path) -> Command {
    let mut command = pmu_cosim(&["serve", "--pmu", "k8", "--socket"]);
    command.arg(socket);
    command
}

/// Software that connects to the server.
struct Peer {
    stream: UnixStream,
}

fn string(text: &str) -> Vec<u8> {
    [&(text.len() as u16).to_le_bytes()[..], text.as_bytes()].concat()
}

fn hello(version: u16, pmu: &str) -> Vec<u8> {
    [b"\x01PMUD", &version.to_le_bytes()[..], &string(pmu)].concat()
}

/// A read of PerfCtr0 of core 0.
const READ: [u8; 7] = [2, 0, 0, 0x04, 0x00, 0x01, 0xC0];

impl Peer {
    fn send(&mut self, message: &[u8]) {
        self.stream.write_all(&(message.len() as u32).to_le_bytes()).expect("sent");
        self.stream.write_all(message).expect("sent");
    }

    /// Receives a message of this kind, and returns its body.
    #[track_caller]
    fn receive(&mut self, kind: u8) -> Vec<u8> {
        let mut length = [0; 4];
        self.stream.read_exact(&mut length).expect("a length");
        let mut message = vec![0; u32::from_le_bytes(length) as usize];
        self.stream.read_exact(&mut message).expect("a message");
        assert_eq!(message[0], kind, "{}", String::from_utf8_lossy(&message));
        message.split_off(1)
    }

    /// Sends a message, and expects a reply of this kind.
    #[track_caller]
    fn exchange(&mut self, message: &[u8], kind: u8) -> Vec<u8> {
        self.send(message);
        self.receive(kind)
    }

    /// Receives an error with this text, and the end of the connection.
    #[track_caller]
    fn refused(mut self, kind: u8, says: &str) {
        let body = self.receive(kind);
        let text = String::from_utf8_lossy(&body[2..]).into_owned();
        assert!(text.contains(says), "{text}");
        assert_eq!(self.stream.read(&mut [0]).expect("the end"), 0, "the connection is closed");
    }
}

#[test]
fn software_of_other_processes_drives_the_pmu() {
    let served = Served::new(&["--drivers", "2", "--traffic", "none"]);
    for _ in 0..2 {
        let mut peer = served.connect();
        assert_eq!(peer.exchange(&hello(1, "k8"), WELCOME), [&[1, 0][..], &string("k8")].concat());
        let watch = [&[7, 0][..], &string("core0.apic_int")].concat();
        assert_eq!(peer.exchange(&watch, VALUE), [0; 8]);
        peer.exchange(&[&[6][..], &string("core0.cpl"), &[0; 8]].concat(), ACCEPTED);
        // More bits than the counter has.
        peer.exchange(&[&[3, 0, 0, 0x04, 0, 1, 0xC0][..], &u64::MAX.to_le_bytes()].concat(), DONE);
        let done = peer.exchange(&READ, DONE);
        assert_eq!(done[..17], [2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(done[17..], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0]);
        let advanced = peer.exchange(&[4, 9, 0, 0, 0, 0, 0, 0, 0], DONE);
        assert_eq!((advanced[0], advanced[8]), (11, 9));
        peer.exchange(&[&[10, 1][..], &string("holds")].concat(), ACCEPTED);
        peer.exchange(&[11, 0], ACCEPTED);
    }
    let socket = served.socket();
    let (status, out, _folder) = served.end();
    assert_eq!(status, Some(0), "{out}");
    assert_eq!(out.matches(": pass: 2 accesses, 1 expectations, 0 failed; 11 cycles").count(), 2, "{out}");
    assert!(out.contains("k8: 2 drivers, 0 failed"), "{out}");
    assert!(!socket.exists(), "the socket is removed");
}

#[test]
fn client_in_python_is_served() {
    let served = Served::new(&["--drivers", "1"]);
    let mut client = Command::new("python3");
    client.arg(root().join("examples/drivers/client.py")).env("PMU_COSIM_SOCKET", served.socket());
    let output = run(&mut client);
    assert_eq!(output.status, 0, "{}", output.err);
    let (status, out, _folder) = served.end();
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("pass: 2 accesses, 1 expectations, 0 failed; 12 cycles"), "{out}");
}

#[test]
fn silent_driver_ends_after_the_limit() {
    let served = Served::new(&["--drivers", "1", "--timeout", "1"]);
    let mut peer = served.connect();
    peer.exchange(&hello(1, ""), WELCOME);
    peer.refused(ERROR, "no message for 1 seconds");
    let (status, out, _folder) = served.end();
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("the driver made no call for 1 seconds"), "{out}");
}

#[test]
fn peers_that_break_the_protocol_are_refused_and_the_next_is_served() {
    let says = [
        "the first message must be HELLO",
        "speaks version 2 of the protocol, this command version 1",
        "the driver is for knc, not for k8",
        "does not begin with PMUD",
        "unknown message 77",
        "a message of 0 bytes",
        "a message of 4097 bytes",
        "message 2 ends early",
        "HELLO is only the first message",
        "space 16: the spaces are 0 to 15",
        "ADVANCE by 0 cycles",
        "there is no output `core0.apic_in`; did you mean `core0.apic_int`",
        "there is no output `core0.PerfCtr0`",
    ];
    let count = (says.len() + 3).to_string();
    let served = Served::new(&["--drivers", &count, "--cycles", "50"]);
    let greeted = || {
        let mut peer = served.connect();
        peer.exchange(&hello(1, ""), WELCOME);
        peer.exchange(&READ, DONE);
        peer
    };
    let first: [&[u8]; 5] = [&READ, &hello(2, "k8"), &hello(1, "knc"), b"\x01HTTP/1.1", &[77]];
    for (message, says) in first.into_iter().zip(says) {
        let mut peer = served.connect();
        peer.send(message);
        peer.refused(ERROR, says);
    }
    let mut empty = greeted();
    empty.send(&[]);
    empty.refused(ERROR, says[5]);
    let mut long = greeted();
    long.stream.write_all(&4097_u32.to_le_bytes()).expect("sent");
    long.refused(ERROR, says[6]);
    let watch = |output: &str| [&[7, 0][..], &string(output)].concat();
    let later: [Vec<u8>; 6] = [
        READ[..6].to_vec(),
        hello(1, "k8"),
        [&[2, 16][..], &READ[2..]].concat(),
        [4, 0, 0, 0, 0, 0, 0, 0, 0].to_vec(),
        watch("core0.apic_in"),
        watch("core0.PerfCtr0"),
    ];
    for (message, says) in later.iter().zip(&says[7..]) {
        let mut peer = greeted();
        peer.send(message);
        peer.refused(ERROR, says);
    }
    // One dies within a message, one between two messages, and one never ends.
    greeted().stream.write_all(&[9, 0, 0, 0, 4]).expect("sent");
    drop(greeted());
    let mut endless = greeted();
    endless.send(&[4, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0]);
    endless.refused(STOPPED, "the limit of 50 cycles is reached");
    let (status, out, folder) = served.end();
    for says in says {
        assert!(out.contains(says), "{says}: {out}");
    }
    for number in 1..=says.len() + 3 {
        assert!(folder.path().join(format!("driver-{number}.pmu")).is_file(), "record {number}");
    }
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("the peer closed the connection within a message, after 5 of 13 bytes"), "{out}");
    assert!(out.contains("the driver closed the connection without BYE"), "{out}");
    assert!(out.contains("the driver did not end within 50 cycles"), "{out}");
    assert!(!out.contains(": pass: "), "{out}");
}

#[test]
fn ctrl_c_ends_the_server_and_the_driver_that_it_serves() {
    let served = Served::new(&[]);
    let mut first = served.connect();
    first.exchange(&hello(1, ""), WELCOME);
    first.exchange(&READ, DONE);
    first.exchange(&[11, 0], ACCEPTED);
    let mut second = served.connect();
    second.exchange(&hello(1, ""), WELCOME);
    second.exchange(&READ, DONE);
    let killed = Command::new("kill").args(["-INT", &served.process.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    second.refused(STOPPED, "the run was interrupted");
    let (status, out, folder) = served.end();
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("driver 1: pass") && out.contains("driver 2: FAIL"), "{out}");
    assert!(folder.path().join("driver-2.pmu").is_file());
}

#[test]
fn idle_server_is_no_pass() {
    let served = Served::new(&[]);
    let killed = Command::new("kill").args(["-INT", &served.process.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let (status, out, _folder) = served.end();
    assert_eq!((status, out.trim()), (Some(1), "k8: 0 drivers, 0 failed"));
}

#[test]
fn stale_socket_is_replaced_and_other_files_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("socket");
    std::fs::write(&path, "text").expect("written");
    let refused = |says: &str| {
        let output: CommandOutput = run(&mut serve(&path));
        assert_eq!(output.status, 3, "{}", output.err);
        assert!(output.error().contains(says), "{}", output.err);
    };
    refused("is not a socket; choose another path, or remove it");
    assert_eq!(std::fs::read_to_string(&path).expect("kept"), "text");
    std::fs::remove_file(&path).expect("removed");
    drop(UnixListener::bind(&path).expect("a socket"));
    let served = Served::on(folder, &["--drivers", "1"]);
    refused("another server listens on this socket");
    // The second server asked whether there is a first one, which served it as a driver.
    let (status, out, _folder) = served.end();
    assert_eq!(status, Some(1), "{out}");
}
