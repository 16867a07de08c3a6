//! A wrapper for a block of a user: a module with the ports of a description around it, and the port map of that module.
//!
//! The wrapper connects what the names of ports decide. All other inputs of the block are 0, all other outputs of the description
//! are 0, and each of these has a comment with TODO. Nothing in it depends on the golden model, so an output that the
//! block does not drive diverges as soon as the model drives it.

mod block;
mod connect;
mod header;
mod map;
mod names;
mod text;
mod todo;

pub use block::BlockFiles;

use self::block::Block;
use self::connect::{connect, Connection};
use crate::design::interface::required_ports;
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model_core::Description;
use std::path::{Path, PathBuf};
use verilated::Direction;

/// A wrapper and its port map, not yet written, with what a user must know about them.
#[derive(Debug)]
pub struct Wrapper {
    /// Name of the module.
    pub module: String,
    /// The files, by name, with their texts: the module, then its port map.
    pub files: [(String, String); 2],
    /// The module around which it is.
    pub block: String,
    /// For each port of the description that is connected its name and the port of the block, with what differs.
    pub connected: Vec<(String, String)>,
    /// Outputs of the description that nothing drives.
    pub undriven: Vec<String>,
    /// Inputs of the description that drive nothing.
    pub unused: Vec<String>,
    /// Number of inputs of the block that are 0.
    pub tied: usize,
    /// Number of outputs of the block that are open.
    pub open: usize,
    /// Number of comments with TODO in the module.
    pub todos: usize,
}

impl Wrapper {
    /// The wrapper of a block for the PMU of `description`, to be written to `folder`. Verilator elaborates the block; `notice`
    /// receives a message about an installation before it begins.
    ///
    /// # Errors
    /// [`BuildError::Manifest`] for a file, a list or a module that does not exist, several top modules, and ports that a wrapper
    /// cannot connect; [`BuildError::Rejected`] if Verilator does not elaborate the block.
    pub fn new(
        workspace: &Workspace,
        description: &Description,
        files: &BlockFiles,
        folder: &Path,
        notice: &mut dyn FnMut(&str),
    ) -> Result<Self, BuildError> {
        let module = format!("{}_wrapper", description.id);
        let block = Block::elaborate(workspace, files, &module, notice)?;
        let wanted = required_ports(description);
        let wanted: Vec<_> = wanted.into_iter().map(|wanted| wanted.port).collect();
        let connections = connect(&wanted, &block.ports);
        let of = |direction: Direction| {
            let is_free = |at: &usize| !connections.iter().any(|one| one.wanted == *at);
            let free = (0..wanted.len()).filter(is_free).filter(|&at| wanted[at].direction == direction);
            free.map(|at| wanted[at].name.clone()).collect::<Vec<_>>()
        };
        let left = |direction: Direction| {
            let is_free = |at: &usize| !connections.iter().any(|one| one.port == *at);
            (0..block.ports.len()).filter(is_free).filter(|&at| block.ports[at].direction == direction).count()
        };
        let text = text::text(&module, description, &wanted, &block, &connections);
        let map = map::text(workspace, &module, description, &block, &connections, folder);
        Ok(Self {
            connected: connections.iter().map(|one| to_print(one, &wanted, &block)).collect(),
            undriven: of(Direction::Output),
            unused: of(Direction::Input),
            tied: left(Direction::Input),
            open: left(Direction::Output),
            todos: text.matches("// TODO ").count(),
            files: [(format!("{module}.sv"), text), (format!("{}.ports.toml", description.id), map)],
            block: block.name,
            module,
        })
    }

    /// The paths of its files in `folder`.
    pub fn paths(&self, folder: &Path) -> [PathBuf; 2] {
        [0, 1].map(|at| folder.join(&self.files[at].0))
    }
}

/// The names of a connection as the command prints them.
fn to_print(connection: &Connection, wanted: &[verilated::Port], block: &Block) -> (String, String) {
    let (port, own) = (&wanted[connection.wanted], &block.ports[connection.port]);
    let mut text = own.name.clone();
    if connection.invert {
        text += ", inverted";
    }
    if connection.is_asynchronous(&block.code, own) {
        text += ", asynchronous";
    }
    if own.width != port.width {
        text += &format!(", {} of {}", own.width.min(port.width), crate::design::missing_ports::bits(port.width));
    }
    (port.name.clone(), text)
}
