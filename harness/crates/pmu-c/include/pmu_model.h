/* Golden models of performance monitoring units, and the checker of a testbench. docs/dpi.md describes the use.
 *
 * Every function returns PMU_ERROR, NULL or an empty text if it fails; pmu_error and pmu_checker_message have the reason.
 * A handle may be used by one thread at a time; different handles by different threads at once. Texts that a function
 * returns are valid until the next call with the same handle. NULL as a text argument is the empty text.
 *
 * Generated from harness/crates/pmu-c by cbindgen. Do not edit. */

#ifndef PMU_MODEL_H
#define PMU_MODEL_H

#include <stddef.h>
#include <stdint.h>

/*
 Version of the interface. It changes when a caller that was compiled for the old version would misuse the new one.
 */
#define PMU_ABI_VERSION 1

/*
 The function has done what it should.
 */
#define PMU_OK 0

/*
 The function has failed.
 */
#define PMU_ERROR -1

/*
 Number of bits that pmu_checker_inputs and pmu_checker_observation receive in a call.
 */
#define PMU_CHUNK_BITS 1024

/*
 All compared values are equal, or nothing is compared in this cycle.
 */
#define PMU_EQUAL 0

/*
 A value differs.
 */
#define PMU_MISMATCH 1

/*
 There was no reset yet, so nothing is compared.
 */
#define PMU_WAITING 2

/*
 Nothing is compared any more, because there were too many mismatches.
 */
#define PMU_STOPPED 3

/*
 The verdict: values were compared, and all were equal.
 */
#define PMU_PASS 0

/*
 The verdict: a value differed, or none was compared.
 */
#define PMU_FAIL 1

/*
 A golden model that checks a DUT in every cycle.
 */
typedef struct PmuChecker PmuChecker;

/*
 A golden model with the inputs of its next cycle and its last observation.
 */
typedef struct PmuModel PmuModel;

/*
 32 bits with four values each, as svLogicVecVal of svdpi.h: 0, 1, Z (bval 1) and X (aval and bval 1).
 */
typedef struct {
  /*
   The values.
   */
  uint32_t aval;
  /*
   Ones at the bits that are X or Z.
   */
  uint32_t bval;
} PmuLogic;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The PMU_ABI_VERSION of the library. A caller compares it with that of its header.
 */
int32_t pmu_abi_version(void);

/*
 The version of the library, such as "0.1.0".
 */
const char *pmu_version(void);

/*
 Opens the golden model of a PMU in its reset state. `pmu` is an id of `pmu-cosim list`. `choices` are options such as
 "K8-A14=queued", separated by spaces. `configuration` is the file of a configurable PMU, whose id may then be empty.
 Returns NULL if that fails; pmu_error(NULL) has the reason.

 # Safety
 The texts end with 0.
 */
PmuModel *pmu_open(const char *pmu, const char *choices, const char *configuration);

/*
 Closes a model. NULL has no effect.

 # Safety
 The handle is not used again.
 */
void pmu_close(PmuModel *model);

/*
 Why the last call with this handle failed; an empty text if it did not. With NULL, why the last open of a model or a
 checker in this thread failed.

 # Safety
 The handle is open or NULL.
 */
const char *pmu_error(PmuModel *model);

/*
 Sets the state after reset, and the initial values of all inputs. Coverage is kept.

 # Safety
 The handle is open or NULL.
 */
int32_t pmu_reset(PmuModel *model);

/*
 Sets an input of up to 64 bits from the next cycle on: a port of the RTL ("rst", "c0_ev"), an input of a unit
 ("core0.cpl") or a field of one ("cbox.tor3.opc"). "rst" and the access are for one cycle.

 # Safety
 The handle is open or NULL, the text ends with 0.
 */
int32_t pmu_set(PmuModel *model, const char *input, uint64_t value);

/*
 Sets an input of any width, as pmu_set. `words` has its lowest 64 bits first.

 # Safety
 As pmu_set; `words` has `count` elements.
 */
int32_t pmu_set_words(PmuModel *model, const char *input, const uint64_t *words, uintptr_t count);

/*
 Sets the number of occurrences of an event in each cycle from the next on. `unit` may be empty if there is one unit.

 # Safety
 The handle is open or NULL, the texts end with 0.
 */
int32_t pmu_set_event(PmuModel *model, const char *unit, const char *event, uint64_t count);

/*
 Makes an access at the register port in the next cycle. `write` is 0 for a read. `space` has 4 bits, `unit` 8, `addr` 32.

 # Safety
 The handle is open or NULL.
 */
int32_t pmu_access(PmuModel *model,
                   int32_t write,
                   uint32_t space,
                   uint32_t unit,
                   uint32_t addr,
                   uint64_t wdata);

/*
 Writes a register, such as "core0.PerfCtr0", in the next cycle.

 # Safety
 As pmu_set.
 */
int32_t pmu_write(PmuModel *model, const char *name, uint64_t value);

/*
 Reads a register in the next cycle; pmu_response has the value after pmu_step.

 # Safety
 As pmu_set.
 */
int32_t pmu_read(PmuModel *model, const char *name);

/*
 Steps one cycle with the inputs that are set.

 # Safety
 The handle is open or NULL.
 */
int32_t pmu_step(PmuModel *model);

/*
 Steps one cycle with a packed frame of pmu_frame_words words.

 # Safety
 The handle is open or NULL, `frame` has `count` elements.
 */
int32_t pmu_step_frame(PmuModel *model, const uint64_t *frame, uintptr_t count);

/*
 Gets an output or state word of up to 64 bits in the last cycle, such as "core0.PerfCtr0". State is that at the start of
 the cycle.

 # Safety
 As pmu_set; `value` is NULL or may be written.
 */
int32_t pmu_get(PmuModel *model,
                const char *name,
                uint64_t *value);

/*
 Gets an output or state word of any width in the last cycle, its lowest 64 bits first. Elements after it become 0.

 # Safety
 As pmu_set; `words` has `count` elements that may be written.
 */
int32_t pmu_get_words(PmuModel *model, const char *name, uint64_t *words, uintptr_t count);

/*
 Width of an output or state word in bits.

 # Safety
 As pmu_set.
 */
int32_t pmu_width(PmuModel *model, const char *name);

/*
 Gets the response of the register port in the last cycle: read data, and 1 if the access was refused.

 # Safety
 The handle is open or NULL, the pointers are NULL or may be written.
 */
int32_t pmu_response(PmuModel *model, uint64_t *rdata, int32_t *error);

/*
 Number of 64-bit words of a frame.

 # Safety
 The handle is open or NULL.
 */
int32_t pmu_frame_words(PmuModel *model);

/*
 Number of 64-bit words of an observation.

 # Safety
 The handle is open or NULL.
 */
int32_t pmu_observation_words(PmuModel *model);

/*
 The value of a register as text, with its fields.

 # Safety
 As pmu_set.
 */
const char *pmu_decode(PmuModel *model, const char *name, uint64_t value);

/*
 The coverage of all cycles as JSON: bins, events, and the bins of each requirement.

 # Safety
 The handle is open or NULL.
 */
const char *pmu_coverage(PmuModel *model);

/*
 Opens a checker that waits for the first reset. `pmu`, `choices` and `configuration` are those of pmu_open. `layout`,
 `not_compared` (names, separated by commas) and `asynchronous_reset` are those of the generated checker. `name` is the
 instance; nothing is compared after `most_mismatches`; results are written to `folder` unless it is empty. Returns NULL if
 that fails; pmu_error(NULL) has the reason.

 # Safety
 The texts end with 0.
 */
PmuChecker *pmu_checker_open(const char *pmu,
                             const char *choices,
                             const char *configuration,
                             const char *layout,
                             const char *not_compared,
                             const char *name,
                             int32_t asynchronous_reset,
                             int32_t most_mismatches,
                             const char *folder);

/*
 Closes a checker without writing results. NULL has no effect.

 # Safety
 The handle is not used again.
 */
void pmu_checker_close(PmuChecker *checker);

/*
 Sets a chunk of the inputs of this cycle, packed as a frame.

 # Safety
 The handle is open or NULL, `bits` has PMU_CHUNK_BITS / 32 elements.
 */
int32_t pmu_checker_inputs(PmuChecker *checker, int32_t chunk, const PmuLogic *bits);

/*
 Sets a chunk of the outputs and state of the DUT in this cycle, packed as an observation.

 # Safety
 As pmu_checker_inputs.
 */
int32_t pmu_checker_observation(PmuChecker *checker, int32_t chunk, const PmuLogic *bits);

/*
 Steps the model with the inputs of this cycle, and compares. Returns PMU_EQUAL, PMU_MISMATCH, PMU_WAITING, PMU_STOPPED or
 PMU_ERROR; pmu_checker_message has the text of a mismatch and of an error.

 # Safety
 The handle is open or NULL.
 */
int32_t pmu_checker_cycle(PmuChecker *checker);

/*
 The text of the last mismatch, or of the verdict after pmu_checker_finish; if the last call failed, the reason. With NULL, why
 the last open failed.

 # Safety
 The handle is open or NULL.
 */
const char *pmu_checker_message(PmuChecker *checker);

/*
 Writes the results, and returns the verdict: PMU_PASS, PMU_FAIL or PMU_ERROR. It is never PMU_PASS if no value was compared.

 # Safety
 The handle is open or NULL.
 */
int32_t pmu_checker_finish(PmuChecker *checker);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PMU_MODEL_H */
