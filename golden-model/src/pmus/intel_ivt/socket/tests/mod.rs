//! Tests of the model through frames and observations: what is between the boxes, which have their own tests.
//!
//! Expectations are literal, worked out from the requirements by hand; each test names the requirements that it covers.

mod composition;
mod delay;
mod freeze;
mod registers;
mod routing;

use super::model::SocketModel;
use crate::pmus::common::test_bench::TestBench;

/// A socket after reset with all inputs 0.
fn socket() -> TestBench<SocketModel> {
    TestBench::new("ivt_socket", SocketModel::new)
}
