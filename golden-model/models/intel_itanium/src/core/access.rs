//! Register accesses: addresses, privilege, and the values that reads return (3.3.1; IPF-A10, IPF-A12).

use super::registers::{Register, SubBlocks};
use super::state::Thread;
use crate::core::blocks::monitor::Psr;
use crate::core::blocks::Write;
use golden_model_core::register_port::{Request, Response};

const SPACES: u32 = 8;

const THREADS: u32 = 2;

const ADDRESSES: u32 = 256;

/// The space of the PMDs, which users may read.
const PMD: u32 = 1;

/// Number of spaces that have registers; accesses to the other spaces are accepted without effect.
const IMPLEMENTED: u32 = 5;

/// Returns the response to an access, and thread and write if it is an accepted write of a register.
pub(super) fn access(
    request: &Request,
    blocks: SubBlocks,
    threads: &[Thread; 2],
    psr: [Psr; 2],
) -> (Response, Option<(usize, Write)>) {
    if request.unit >= THREADS || request.space >= SPACES || request.addr >= ADDRESSES {
        return (Response::REFUSED, None);
    }
    let thread = request.unit as usize;
    let is_user = psr[thread].cpl != 0;
    let register = blocks.find(request.space, request.addr);
    if request.write {
        if is_user {
            return (Response::REFUSED, None);
        }
        let write = register.map(|register| (thread, Write { register, data: request.data }));
        return (Response::default(), write);
    }
    if is_user && request.space != PMD && request.space < IMPLEMENTED {
        return (Response::REFUSED, None);
    }
    let hidden = |register: Register| is_user && (psr[thread].sp || threads[thread].pm(register));
    let readable = register.filter(|register| !hidden(*register));
    let rdata = readable.map_or(0, |register| threads[thread].stored(register));
    (Response { error: false, rdata }, None)
}
