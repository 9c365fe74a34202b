//! Reading from what may keep its reader waiting for any time.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use vesc_col::Run;

/// What a pipe, a terminal or a device gives, read on a thread of its own. Nothing can interrupt a read. So the thread
/// that waits for it must not be the one that looks at the run. Reading fails once the run has ended.
pub(super) struct Patient {
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// The block that was received last, and how much of it has been read.
    block: Vec<u8>,
    read: usize,
    run: Run,
}

/// The most bytes in a block, and the most blocks that wait to be read. What is not read yet takes no more than this.
const BLOCK: usize = 1 << 16;
const WAITING: usize = 4;

/// The run is looked at after this time without a block.
const INTERVAL: Duration = Duration::from_millis(20);

impl Patient {
    /// Opens something and begins to read from it. Opening may take any time, too: a named pipe waits for its writer.
    pub(super) fn open(
        open: impl FnOnce() -> io::Result<Box<dyn Read>> + Send + 'static,
        run: &Run,
    ) -> io::Result<Patient> {
        let (sender, blocks) = sync_channel(WAITING);
        let read = move || match open() {
            Ok(source) => send_blocks(source, &sender),
            // Nobody waits for it any more if the run has ended.
            Err(error) => drop(sender.send(Err(error))),
        };
        thread::Builder::new().name("input".to_owned()).spawn(read)?;
        Ok(Patient { blocks, block: Vec::new(), read: 0, run: run.clone() })
    }
}

/// Sends all that is read, until it ends, fails, or nobody receives it any more.
fn send_blocks(mut source: Box<dyn Read>, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut block = vec![0; BLOCK];
        let found = match source.read(&mut block) {
            Ok(0) => return,
            Ok(length) => {
                block.truncate(length);
                Ok(block)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_last = found.is_err();
        if sender.send(found).is_err() || is_last {
            return;
        }
    }
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.block.len() {
            if let Some(reason) = self.run.stopped() {
                return Err(io::Error::other(reason.to_string()));
            }
            match self.blocks.recv_timeout(INTERVAL) {
                Ok(block) => (self.block, self.read) = (block?, 0),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        let length = (&self.block[self.read..]).read(buffer)?;
        self.read += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives each text as one block, then fails.
    struct Failing(Vec<&'static str>);

    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.pop() {
                Some(text) => text.as_bytes().read(buffer),
                None => Err(io::Error::from(io::ErrorKind::BrokenPipe)),
            }
        }
    }

    /// Never gives anything.
    struct Silent;

    impl Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            thread::sleep(Duration::from_secs(1000));
            Ok(0)
        }
    }

    #[test]
    fn all_is_read_in_order() {
        let long: Vec<u8> = (0..1_000_000u32).map(|i| i as u8).collect();
        let source = long.clone();
        let mut patient = Patient::open(move || Ok(Box::new(io::Cursor::new(source))), &Run::new()).unwrap();
        let mut read = Vec::new();
        patient.read_to_end(&mut read).unwrap();
        assert_eq!(read, long);
        assert_eq!(patient.read(&mut [0]).unwrap(), 0);
    }

    #[test]
    fn errors_come_after_what_was_read() {
        let mut patient = Patient::open(|| Ok(Box::new(Failing(vec!["b", "a"]))), &Run::new()).unwrap();
        let mut read = String::new();
        assert_eq!(patient.read_to_string(&mut read).unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        let mut absent = Patient::open(|| Err(io::Error::from(io::ErrorKind::NotFound)), &Run::new()).unwrap();
        assert_eq!(absent.read(&mut [0]).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn waiting_ends_with_the_run() {
        let run = Run::new().with_timeout(Duration::from_millis(50));
        let mut patient = Patient::open(|| Ok(Box::new(Silent)), &run).unwrap();
        assert!(patient.read(&mut [0]).is_err());
    }
}
