//! The command line.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Context as _;
use askback_examples::Continuation;
use lexopt::{Arg, Parser, ValueExt as _};

pub(crate) const USAGE: &str =
    "usage: interop --stdio | --http 127.0.0.1:0 [--json] [--no-sessions]
       [--continuation sealed|memory|redis://HOST:PORT/] [--effects FILE]";

pub(crate) enum Transport {
    Stdio,
    Http(SocketAddr),
}

pub(crate) struct Options {
    pub(crate) transport: Transport,
    pub(crate) json: bool,
    pub(crate) sessions: bool,
    pub(crate) continuation: Continuation,
    pub(crate) effects: Option<PathBuf>,
}

impl Options {
    pub(crate) fn read(args: impl IntoIterator<Item = OsString>) -> anyhow::Result<Self> {
        let mut transport = None;
        let mut options = Self {
            transport: Transport::Stdio,
            json: false,
            sessions: true,
            continuation: Continuation::default(),
            effects: None,
        };
        let mut parser = Parser::from_args(args);
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("stdio") => transport = Some(Transport::Stdio),
                Arg::Long("http") => {
                    transport = Some(Transport::Http(parser.value()?.parse()?));
                }
                Arg::Long("json") => options.json = true,
                Arg::Long("no-sessions") => options.sessions = false,
                Arg::Long("continuation") => {
                    options.continuation = parser.value()?.string()?.parse()?;
                }
                Arg::Long("effects") => options.effects = Some(parser.value()?.into()),
                unknown => return Err(unknown.unexpected().into()),
            }
        }
        options.transport = transport.context("neither --stdio nor --http")?;
        Ok(options)
    }
}
