//! Tests of the connections between the boxes, through frames and observations; the
//! boxes have separate tests.
//!
//! Expected values are literals, computed from the requirements and not with the model; each test
//! names the requirements that it covers.

mod composition;
mod delay;
mod freeze;
mod registers;
mod routing;

use super::model::SocketModel;
use golden_model_common::test_bench::TestBench;

/// A socket after reset with all inputs 0.
fn socket() -> TestBench<SocketModel> {
    TestBench::new("ivt_socket", SocketModel::new)
}
