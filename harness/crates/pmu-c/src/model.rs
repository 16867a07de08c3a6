//! Functions of a golden model.

use crate::border::{self, array, array_mut, handle, put, text, Handle};
use crate::version::{PMU_ERROR, PMU_OK};
use golden_model_core::register_port::Request;
use pmu_session::{coverage, covered_session, select, CoveredSession, SessionError};
use std::ffi::c_char;

/// A golden model with the inputs of its next cycle and its last observation.
pub struct PmuModel(Handle<CoveredSession>);

/// Calls a function of a model, and returns PMU_OK or PMU_ERROR.
///
/// # Safety
/// As [`handle`].
unsafe fn done(model: *mut PmuModel, function: impl FnOnce(&mut CoveredSession) -> Result<(), SessionError>) -> i32 {
    let model = unsafe { handle(model) };
    if model.and_then(|model| model.0.call(function)).is_some() {
        PMU_OK
    } else {
        PMU_ERROR
    }
}

/// As [`done`], for a function that has no errors.
///
/// # Safety
/// As [`done`].
unsafe fn always(model: *mut PmuModel, function: impl FnOnce(&mut CoveredSession)) -> i32 {
    let call = |session: &mut CoveredSession| {
        function(session);
        Ok(())
    };
    unsafe { done(model, call) }
}

/// Opens the golden model of a PMU in its reset state. `pmu` is an id of `pmu-cosim list`. `choices` are options such as
/// "K8-A14=queued", separated by spaces. `configuration` is the file of a configurable PMU, whose id may then be empty.
/// Returns NULL if that fails; pmu_error(NULL) has the reason.
///
/// # Safety
/// The texts end with 0.
#[no_mangle]
pub unsafe extern "C" fn pmu_open(
    pmu: *const c_char,
    choices: *const c_char,
    configuration: *const c_char,
) -> *mut PmuModel {
    border::open(PmuModel, || covered_session(unsafe { select(text(pmu)?, text(choices)?, text(configuration)?) }?))
}

/// Closes a model. NULL has no effect.
///
/// # Safety
/// The handle is not used again.
#[no_mangle]
pub unsafe extern "C" fn pmu_close(model: *mut PmuModel) {
    unsafe { border::close(model) }
}

/// Why the last call with this handle failed; an empty text if it did not. With NULL, why the last open of a model or a
/// checker in this thread failed.
///
/// # Safety
/// The handle is open or NULL.
#[no_mangle]
pub unsafe extern "C" fn pmu_error(model: *mut PmuModel) -> *const c_char {
    unsafe { handle(model) }.map_or_else(border::open_error, |model| model.0.error.as_ptr())
}

/// Sets the state after reset, and the initial values of all inputs. Coverage is kept.
///
/// # Safety
/// The handle is open or NULL.
#[no_mangle]
pub unsafe extern "C" fn pmu_reset(model: *mut PmuModel) -> i32 {
    unsafe { always(model, CoveredSession::reset) }
}

/// Sets an input of up to 64 bits from the next cycle on: a port of the RTL ("rst", "c0_ev"), an input of a unit
/// ("core0.cpl") or a field of one ("cbox.tor3.opc"). "rst" and the access are for one cycle.
///
/// # Safety
/// The handle is open or NULL, the text ends with 0.
#[no_mangle]
pub unsafe extern "C" fn pmu_set(model: *mut PmuModel, input: *const c_char, value: u64) -> i32 {
    unsafe { done(model, |session| Ok(session.set(text(input)?, &[value])?)) }
}

/// Sets an input of any width, as pmu_set. `words` has its lowest 64 bits first.
///
/// # Safety
/// As pmu_set; `words` has `count` elements.
#[no_mangle]
pub unsafe extern "C" fn pmu_set_words(
    model: *mut PmuModel,
    input: *const c_char,
    words: *const u64,
    count: usize,
) -> i32 {
    unsafe { done(model, |session| Ok(session.set(text(input)?, array(words, count)?)?)) }
}

/// Sets the number of occurrences of an event in each cycle from the next on. `unit` may be empty if there is one unit.
///
/// # Safety
/// The handle is open or NULL, the texts end with 0.
#[no_mangle]
pub unsafe extern "C" fn pmu_set_event(
    model: *mut PmuModel,
    unit: *const c_char,
    event: *const c_char,
    count: u64,
) -> i32 {
    unsafe { done(model, |session| Ok(session.set_event(text(unit)?, text(event)?, count)?)) }
}

/// Makes an access at the register port in the next cycle. `write` is 0 for a read. `space` has 4 bits, `unit` 8, `addr` 32.
///
/// # Safety
/// The handle is open or NULL.
#[no_mangle]
pub unsafe extern "C" fn pmu_access(
    model: *mut PmuModel,
    write: i32,
    space: u32,
    unit: u32,
    addr: u32,
    wdata: u64,
) -> i32 {
    let request = Request { write: write != 0, space, unit, addr, data: wdata };
    unsafe { always(model, |session| session.set_access(request)) }
}

/// Writes a register, such as "core0.PerfCtr0", in the next cycle.
///
/// # Safety
/// As pmu_set.
#[no_mangle]
pub unsafe extern "C" fn pmu_write(model: *mut PmuModel, name: *const c_char, value: u64) -> i32 {
    unsafe { done(model, |session| Ok(session.set_write(text(name)?, value)?)) }
}

/// Reads a register in the next cycle; pmu_response has the value after pmu_step.
///
/// # Safety
/// As pmu_set.
#[no_mangle]
pub unsafe extern "C" fn pmu_read(model: *mut PmuModel, name: *const c_char) -> i32 {
    unsafe { done(model, |session| Ok(session.set_read(text(name)?)?)) }
}

/// Steps one cycle with the inputs that are set.
///
/// # Safety
/// The handle is open or NULL.
#[no_mangle]
pub unsafe extern "C" fn pmu_step(model: *mut PmuModel) -> i32 {
    unsafe { always(model, CoveredSession::step) }
}

/// Steps one cycle with a packed frame of pmu_frame_words words.
///
/// # Safety
/// The handle is open or NULL, `frame` has `count` elements.
#[no_mangle]
pub unsafe extern "C" fn pmu_step_frame(model: *mut PmuModel, frame: *const u64, count: usize) -> i32 {
    unsafe { done(model, |session| Ok(session.step_frame(array(frame, count)?)?)) }
}

/// Gets an output or state word of up to 64 bits in the last cycle, such as "core0.PerfCtr0". State is that at the start of
/// the cycle.
///
/// # Safety
/// As pmu_set; `value` is NULL or may be written.
#[no_mangle]
pub unsafe extern "C" fn pmu_get(model: *mut PmuModel, name: *const c_char, value: *mut u64) -> i32 {
    let get = |session: &mut CoveredSession| {
        let name = unsafe { text(name) }?;
        match session.get(name)?.as_slice() {
            [word] => unsafe { put(value, *word) },
            _ => return Err(SessionError::Input(format!("{name} has more than 64 bits; use pmu_get_words"))),
        }
        Ok(())
    };
    unsafe { done(model, get) }
}

/// Gets an output or state word of any width in the last cycle, its lowest 64 bits first. Elements after it become 0.
///
/// # Safety
/// As pmu_set; `words` has `count` elements that may be written.
#[no_mangle]
pub unsafe extern "C" fn pmu_get_words(
    model: *mut PmuModel,
    name: *const c_char,
    words: *mut u64,
    count: usize,
) -> i32 {
    let get = |session: &mut CoveredSession| {
        let name = unsafe { text(name) }?;
        let (value, words) = (session.get(name)?, unsafe { array_mut(words, count) }?);
        if value.len() > words.len() {
            return Err(SessionError::Input(format!(
                "{name} has {} words, but there is space for {count}",
                value.len()
            )));
        }
        words.fill(0);
        words[..value.len()].copy_from_slice(&value);
        Ok(())
    };
    unsafe { done(model, get) }
}

/// Width of an output or state word in bits.
///
/// # Safety
/// As pmu_set.
#[no_mangle]
pub unsafe extern "C" fn pmu_width(model: *mut PmuModel, name: *const c_char) -> i32 {
    let width = |session: &mut CoveredSession| Ok(session.width(unsafe { text(name) }?)?);
    unsafe { handle(model) }.and_then(|model| model.0.call(width)).map_or(PMU_ERROR, |width| width as i32)
}

/// Gets the response of the register port in the last cycle: read data, and 1 if the access was refused.
///
/// # Safety
/// The handle is open or NULL, the pointers are NULL or may be written.
#[no_mangle]
pub unsafe extern "C" fn pmu_response(model: *mut PmuModel, rdata: *mut u64, error: *mut i32) -> i32 {
    let get = |session: &mut CoveredSession| {
        let (data, is_refused) = session.response();
        unsafe { put(rdata, data) };
        unsafe { put(error, is_refused.into()) };
        Ok(())
    };
    unsafe { done(model, get) }
}

/// Number of 64-bit words of a frame.
///
/// # Safety
/// The handle is open or NULL.
#[no_mangle]
pub unsafe extern "C" fn pmu_frame_words(model: *mut PmuModel) -> i32 {
    let words = |session: &mut CoveredSession| Ok(session.pmu().frame.words());
    unsafe { handle(model) }.and_then(|model| model.0.call(words)).map_or(PMU_ERROR, |words| words as i32)
}

/// Number of 64-bit words of an observation.
///
/// # Safety
/// The handle is open or NULL.
#[no_mangle]
pub unsafe extern "C" fn pmu_observation_words(model: *mut PmuModel) -> i32 {
    let words = |session: &mut CoveredSession| Ok(session.pmu().observation.words());
    unsafe { handle(model) }.and_then(|model| model.0.call(words)).map_or(PMU_ERROR, |words| words as i32)
}

/// The value of a register as text, with its fields.
///
/// # Safety
/// As pmu_set.
#[no_mangle]
pub unsafe extern "C" fn pmu_decode(model: *mut PmuModel, name: *const c_char, value: u64) -> *const c_char {
    let decode = |session: &mut CoveredSession| Ok(session.decode(unsafe { text(name) }?, value)?);
    unsafe { handle(model) }.map_or(c"".as_ptr(), |model| model.0.text(decode))
}

/// The coverage of all cycles as JSON: bins, events, and the bins of each requirement.
///
/// # Safety
/// The handle is open or NULL.
#[no_mangle]
pub unsafe extern "C" fn pmu_coverage(model: *mut PmuModel) -> *const c_char {
    let summary = |session: &mut CoveredSession| {
        serde_json::to_string(&coverage(session)).map_err(|error| SessionError::Input(error.to_string()))
    };
    unsafe { handle(model) }.map_or(c"".as_ptr(), |model| model.0.text(summary))
}
