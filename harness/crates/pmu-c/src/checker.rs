//! Functions of a checker, which a generated SystemVerilog module calls in every cycle.

use crate::border::{self, array, handle, text, Handle, PmuLogic};
use crate::version::{PMU_ERROR, PMU_OK};
use pmu_results::Verdict;
use pmu_session::{select, Checked, Checker, CheckerSettings, Sampled, SessionError};
use std::ffi::c_char;
use std::path::PathBuf;

/// Number of bits that pmu_checker_inputs and pmu_checker_observation receive in a call.
pub const PMU_CHUNK_BITS: i32 = 1024;

/// All compared values are equal, or nothing is compared in this cycle.
pub const PMU_EQUAL: i32 = 0;
/// A value differs.
pub const PMU_MISMATCH: i32 = 1;
/// There was no reset yet, so nothing is compared.
pub const PMU_WAITING: i32 = 2;
/// Nothing is compared any more, because there were too many mismatches.
pub const PMU_STOPPED: i32 = 3;
/// The verdict: values were compared, and all were equal.
pub const PMU_PASS: i32 = 0;
/// The verdict: a value differed, or none was compared.
pub const PMU_FAIL: i32 = 1;

/// Elements of a chunk.
const CHUNK: usize = PMU_CHUNK_BITS as usize / 32;
/// 64-bit words of a chunk.
const CHUNK_WORDS: usize = CHUNK / 2;

/// A checker with the values of the current cycle.
struct CheckerWithValues {
    checker: Checker,
    inputs: Sampled,
    observation: Sampled,
}

/// A golden model that checks a DUT in every cycle.
pub struct PmuChecker(Handle<CheckerWithValues>);

/// Opens a checker that waits for the first reset. `pmu`, `choices` and `configuration` are those of pmu_open. `layout`,
/// `not_compared` (names, separated by commas) and `asynchronous_reset` are those of the generated checker. `name` is the
/// instance; nothing is compared after `most_mismatches`; results are written to `folder` unless it is empty. Returns NULL if
/// that fails; pmu_error(NULL) has the reason.
///
/// # Safety
/// The texts end with 0.
#[no_mangle]
pub unsafe extern "C" fn pmu_checker_open(
    pmu: *const c_char,
    choices: *const c_char,
    configuration: *const c_char,
    layout: *const c_char,
    not_compared: *const c_char,
    name: *const c_char,
    asynchronous_reset: i32,
    most_mismatches: i32,
    folder: *const c_char,
) -> *mut PmuChecker {
    border::open(PmuChecker, || {
        let pmu = unsafe { select(text(pmu)?, text(choices)?, text(configuration)?) }?;
        let names = unsafe { text(not_compared) }?.split(',').filter(|name| !name.is_empty());
        let settings = CheckerSettings {
            name: unsafe { text(name) }?.to_owned(),
            layout: unsafe { text(layout) }?.to_owned(),
            not_compared: names.map(str::to_owned).collect(),
            asynchronous_reset: asynchronous_reset != 0,
            most: u64::try_from(most_mismatches).unwrap_or_default(),
            folder: Some(unsafe { text(folder) }?).filter(|folder| !folder.is_empty()).map(PathBuf::from),
        };
        Ok(CheckerWithValues {
            checker: Checker::new(pmu, settings)?,
            inputs: Sampled::zero(pmu.frame.words()),
            observation: Sampled::zero(pmu.observation.words()),
        })
    })
}

/// Closes a checker without writing results. NULL has no effect.
///
/// # Safety
/// The handle is not used again.
#[no_mangle]
pub unsafe extern "C" fn pmu_checker_close(checker: *mut PmuChecker) {
    unsafe { border::close(checker) }
}

/// Stores PMU_CHUNK_BITS bits of values, of which those beyond the layout are ignored.
fn store(values: &mut Sampled, chunk: i32, bits: &[PmuLogic]) -> Result<(), SessionError> {
    let first = usize::try_from(chunk).unwrap_or(usize::MAX).saturating_mul(CHUNK_WORDS);
    if first >= values.value.len() {
        return Err(SessionError::Input(format!("there is no chunk {chunk} of the values")));
    }
    let words = values.value[first..].iter_mut().zip(&mut values.unknown[first..]);
    for ((value, unknown), pair) in words.zip(bits.chunks_exact(2)) {
        *value = u64::from(pair[1].aval) << 32 | u64::from(pair[0].aval);
        *unknown = u64::from(pair[1].bval) << 32 | u64::from(pair[0].bval);
    }
    Ok(())
}

/// Sets a chunk of the inputs of this cycle, packed as a frame.
///
/// # Safety
/// The handle is open or NULL, `bits` has PMU_CHUNK_BITS / 32 elements.
#[no_mangle]
pub unsafe extern "C" fn pmu_checker_inputs(checker: *mut PmuChecker, chunk: i32, bits: *const PmuLogic) -> i32 {
    let set = |all: &mut CheckerWithValues| store(&mut all.inputs, chunk, unsafe { array(bits, CHUNK) }?);
    unsafe { handle(checker) }.and_then(|checker| checker.0.call(set)).map_or(PMU_ERROR, |()| PMU_OK)
}

/// Sets a chunk of the outputs and state of the DUT in this cycle, packed as an observation.
///
/// # Safety
/// As pmu_checker_inputs.
#[no_mangle]
pub unsafe extern "C" fn pmu_checker_observation(checker: *mut PmuChecker, chunk: i32, bits: *const PmuLogic) -> i32 {
    let set = |all: &mut CheckerWithValues| store(&mut all.observation, chunk, unsafe { array(bits, CHUNK) }?);
    unsafe { handle(checker) }.and_then(|checker| checker.0.call(set)).map_or(PMU_ERROR, |()| PMU_OK)
}

/// Steps the model with the inputs of this cycle, and compares. Returns PMU_EQUAL, PMU_MISMATCH, PMU_WAITING, PMU_STOPPED or
/// PMU_ERROR; pmu_checker_message has the text of a mismatch and of an error.
///
/// # Safety
/// The handle is open or NULL.
#[no_mangle]
pub unsafe extern "C" fn pmu_checker_cycle(checker: *mut PmuChecker) -> i32 {
    let cycle = |all: &mut CheckerWithValues| all.checker.cycle(&all.inputs, &all.observation);
    match unsafe { handle(checker) }.and_then(|checker| checker.0.call(cycle)) {
        Some(Checked::Equal) => PMU_EQUAL,
        Some(Checked::Mismatch) => PMU_MISMATCH,
        Some(Checked::Waiting) => PMU_WAITING,
        Some(Checked::Stopped) => PMU_STOPPED,
        None => PMU_ERROR,
    }
}

/// The text of the last mismatch, or of the verdict after pmu_checker_finish; if the last call failed, the reason. With NULL, why
/// the last open failed.
///
/// # Safety
/// The handle is open or NULL.
#[no_mangle]
pub unsafe extern "C" fn pmu_checker_message(checker: *mut PmuChecker) -> *const c_char {
    let Some(checker) = (unsafe { handle(checker) }) else { return border::open_error() };
    let PmuChecker(checker) = checker;
    match checker.error.is_empty() {
        true => checker.text(|all| Ok(all.checker.message().to_owned())),
        false => checker.error.as_ptr(),
    }
}

/// Writes the results, and returns the verdict: PMU_PASS, PMU_FAIL or PMU_ERROR. It is never PMU_PASS if no value was compared.
///
/// # Safety
/// The handle is open or NULL.
#[no_mangle]
pub unsafe extern "C" fn pmu_checker_finish(checker: *mut PmuChecker) -> i32 {
    match unsafe { handle(checker) }.and_then(|checker| checker.0.call(|all| all.checker.finish())) {
        Some(Verdict::Pass) => PMU_PASS,
        Some(_) => PMU_FAIL,
        None => PMU_ERROR,
    }
}
