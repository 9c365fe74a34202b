//! The file, or standard output, to which a command writes its result.

mod named;

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::args::{Form, Format, OutputArgs};
use crate::error::CliError;
use crate::text::{coloured, harmless};
use named::{Written, refuse_other_name};

/// The destination of a result: a file, or standard output.
#[derive(Debug)]
pub(crate) struct Output {
    file: Option<PathBuf>,
}

impl Output {
    /// Checks that the output can be written, without changing it. So a long search is refused before it begins.
    pub(crate) fn prepare(file: Option<&Path>) -> Result<Output, CliError> {
        let file = file.filter(is_path).map(Path::to_owned);
        if let Some(path) = &file {
            check_writable(path).map_err(|source| CliError::Write { file: path.clone(), source })?;
        }
        Ok(Output { file })
    }

    /// Like [`Output::prepare`], for the result of a command that reads these files, each with what it is. Refuses to overwrite one
    /// of them.
    pub(crate) fn prepare_beside(file: Option<&Path>, inputs: &[Purpose<'_>]) -> Result<Output, CliError> {
        // Standard input may be a file too.
        let read =
            |path: &'_ Path| if path == Path::new("-") { Path::new("/dev/stdin").to_owned() } else { path.to_owned() };
        let is_input = |file: &Path| inputs.iter().find(|(_, input)| is_same_file(file, &read(input)));
        match file.filter(is_path).and_then(|file| Some((file, is_input(file)?))) {
            Some((file, &(one, _))) => Err(CliError::SameFile { file: file.to_owned(), one, other: "the output" }),
            None => Output::prepare(file),
        }
    }

    /// The destination of a report, in a command that reads these files.
    pub(crate) fn of_report(args: &OutputArgs, inputs: &[Purpose<'_>]) -> Result<Output, CliError> {
        let written = match args.format {
            Format::Text => Written::Text,
            Format::Json => Written::Json,
        };
        let output = Output::prepare_beside(args.output.as_deref(), inputs)?;
        args.output.iter().try_for_each(|file| refuse_other_name("--output", file, written))?;
        Ok(output)
    }

    /// The destination of a page, which an option names, in a command that reads these files.
    pub(crate) fn of_page(
        (option, file): (&str, Option<&Path>),
        form: Form,
        inputs: &[Purpose<'_>],
    ) -> Result<Output, CliError> {
        let written = match form {
            Form::Html => Written::Html,
            Form::Markdown => Written::Markdown,
        };
        let output = Output::prepare_beside(file, inputs)?;
        file.into_iter().try_for_each(|file| refuse_other_name(option, file, written))?;
        Ok(output)
    }

    /// Whether results go to standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        self.file.is_none()
    }

    /// Writes the whole text. If the reader of standard output has gone, that is not an error.
    ///
    /// A terminal shows the words that matter in colour, unless `--color` or the environment say otherwise. Files never have
    /// colours.
    pub(crate) fn write(&self, text: &str) -> Result<(), CliError> {
        if self.file.is_some() {
            return self.write_bytes(text.as_bytes());
        }
        // Names come from files, and must not command a terminal.
        let text: Cow<'_, str> = if io::stdout().is_terminal() { harmless(text) } else { text.into() };
        match anstream::AutoStream::choice(&io::stdout()) {
            anstream::ColorChoice::Never => self.write_bytes(text.as_bytes()),
            _ => self.write_bytes(coloured(&text).as_bytes()),
        }
    }

    /// Like [`Output::write`], for bytes.
    pub(crate) fn write_bytes(&self, bytes: &[u8]) -> Result<(), CliError> {
        let (result, file) = match &self.file {
            Some(path) => (write_file(path, bytes), path.clone()),
            None => (write_stdout(bytes), PathBuf::from("<stdout>")),
        };
        result.map_err(|source| CliError::Write { file, source })
    }
}

/// What a file is for, and the file.
pub(crate) type Purpose<'a> = (&'static str, &'a Path);

/// Refuses to write two results to one file, or both to standard output, for which `-` stands.
pub(crate) fn refuse_same_outputs(outputs: &[Purpose<'_>]) -> Result<(), CliError> {
    for (position, &(one, file)) in outputs.iter().enumerate() {
        let is_same = |other: &Path| other == file || is_path(&file) && is_path(&other) && is_same_file(other, file);
        if let Some(&(other, _)) = outputs[position + 1..].iter().find(|(_, other)| is_same(other)) {
            return Err(CliError::SameFile { file: file.to_owned(), one, other });
        }
    }
    Ok(())
}

/// Whether this names a file, and not standard output.
fn is_path(path: &&Path) -> bool {
    *path != Path::new("-")
}

/// Whether two paths lead to one regular file, or would if it existed. Devices and pipes never count as the same file.
pub(crate) fn is_same_file(a: &Path, b: &Path) -> bool {
    match (fs::metadata(a), fs::metadata(b)) {
        (Ok(known_a), Ok(known_b)) => {
            known_a.is_file()
                && (is_same_inode(&known_a, &known_b) || resolved(a).is_some_and(|a| resolved(b) == Some(a)))
        }
        (Err(_), Err(_)) => resolved(a).is_some_and(|a| resolved(b) == Some(a)),
        _ => false,
    }
}

/// Tells hard links from copies.
#[cfg(unix)]
fn is_same_inode(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn is_same_inode(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    false
}

/// Returns the canonical path of a file, which need not exist yet.
fn resolved(path: &Path) -> Option<PathBuf> {
    let beside = || Some(fs::canonicalize(parent(path)).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(beside)
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn write_stdout(text: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn check_writable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(known) if known.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        // To open a pipe would wait for its reader.
        Ok(known) if !known.is_file() => Ok(()),
        Ok(_) => OpenOptions::new().write(true).open(path).map(drop),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if fs::metadata(parent(path))?.is_dir() {
                Ok(())
            } else {
                Err(io::Error::from(io::ErrorKind::NotADirectory))
            }
        }
        Err(error) => Err(error),
    }
}

/// Replaces a file in one step, so that a full disk leaves the old one whole. What is no regular file, such as
/// `/dev/stdout`, a link or a pipe, is written in place. So is a file in a directory that takes no new file.
fn write_file(path: &Path, text: &[u8]) -> io::Result<()> {
    let known = fs::symlink_metadata(path).ok();
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        return File::create(path)?.write_all(text);
    }
    let temporary = temporary_name(path);
    let Ok(mut file) = File::create_new(&temporary) else {
        return File::create(path)?.write_all(text);
    };
    let written = file
        .write_all(text)
        .and_then(|()| known.map_or(Ok(()), |known| file.set_permissions(known.permissions())))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A hidden file beside the one to be written.
fn temporary_name(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}
