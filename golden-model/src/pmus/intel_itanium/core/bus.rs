//! What accesses do: privilege, and what reads see (3.3.1; IPF-A10, IPF-A12).

use super::registers::{Parts, Register};
use super::thread::Thread;
use crate::bus::{Request, Response};
use crate::pmus::intel_itanium::core::blocks::monitor::Psr;
use crate::pmus::intel_itanium::core::blocks::Write;

const SPACES: u32 = 8;
const THREADS: u32 = 2;
const ADDRESSES: u32 = 256;
/// The space of the PMDs, which users may read.
const PMD: u32 = 1;
/// The spaces that have registers; the others are answered all the same.
const IMPLEMENTED: u32 = 5;

/// The answer to an access, and the write of which thread it is if it is accepted and hits a register.
pub(super) fn access(
    request: &Request,
    parts: Parts,
    threads: &[Thread; 2],
    psr: [Psr; 2],
) -> (Response, Option<(usize, Write)>) {
    if request.unit >= THREADS || request.space >= SPACES || request.addr >= ADDRESSES {
        return (Response::REFUSED, None);
    }
    let thread = request.unit as usize;
    let is_user = psr[thread].cpl != 0;
    let register = parts.find(request.space, request.addr);
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
    let shown = register.filter(|register| !hidden(*register));
    let rdata = shown.map_or(0, |register| threads[thread].stored(register));
    (Response { error: false, rdata }, None)
}
