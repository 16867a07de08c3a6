/* A driver in the loop: register accesses on RTL and golden model of a PMU in lockstep.
 *
 * A driver defines pmu_driver(). `pmu-cosim drive --pmu k8 driver.c` compiles it together with pmu_driver.c and runs it.
 * docs/driver-in-the-loop.md describes both. Every function ends the process with status 70 and a message on standard error
 * if the harness ends the run or a call is wrong.
 */
#ifndef PMU_DRIVER_H
#define PMU_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

/* The answer to an access. */
typedef struct {
    uint64_t data; /* data of a read; of a write, the old value in a space that returns it, otherwise 0 */
    bool error;    /* the access was refused, and data is 0 */
} pmu_answer;

/* When a watched output calls its handler. */
typedef enum {
    PMU_RISES = 0,   /* in each cycle in which it is not 0 and was 0 in the cycle before */
    PMU_NOT_ZERO = 1 /* in each cycle in which it is not 0 */
} pmu_when;

/* A handler: the value of the output in the cycle that calls it, and the context that was given with the handler. */
typedef void (*pmu_handler)(uint64_t value, void *context);

/* The driver. Its result, 0 to 255, is the exit status; 0 is success. */
int pmu_driver(void);

/* Reads or writes a register in one cycle. space is 0 to 15, unit 0 to 255. `pmu-cosim describe PMU` lists both with the
 * addresses. A write acts from the next cycle on. */
pmu_answer pmu_read(unsigned space, unsigned unit, uint32_t address);
pmu_answer pmu_write(unsigned space, unsigned unit, uint32_t address, uint64_t data);

/* Lets cycles pass without an access. Handlers are called in between. */
void pmu_advance(uint64_t cycles);

/* Resets the PMU for one cycle. */
void pmu_reset(void);

/* Number of cycles that have run. */
uint64_t pmu_cycles(void);

/* Gives an input, such as "core0.cpl", a value from the next cycle on. Random traffic does not change it after that. */
void pmu_set_input(const char *input, uint64_t value);

/* Calls handler when an output, such as "core0.apic_int", rises or is not 0. It is called after the access, or within
 * pmu_advance(), in whose cycle that happens. While it runs or interrupts are disabled, further calls are pending; an output is
 * pending once, with its last value. */
void pmu_on_interrupt(const char *output, pmu_when when, pmu_handler handler, void *context);

/* Disables and enables the calls of handlers. Enabling calls those that are pending. */
void pmu_disable_interrupts(void);
void pmu_enable_interrupts(void);

/* Occurrences of an event that the random traffic drove into a unit in all cycles so far: the reference for counters. It is
 * computed from the stimulus, not from RTL or golden model. A counter that a write in cycle A enables and a write in cycle B
 * stops counts what this returns after B minus what it returns after A. */
uint64_t pmu_traffic_count(const char *unit, const char *event);

/* Sum of the values of an input in all cycles so far, for events that come on inputs without an event line. */
uint64_t pmu_traffic_sum(const char *input);

/* Reports a condition that must hold, with a message in the format of printf for when it does not. A failed expectation does
 * not end the driver. Returns the condition. */
bool pmu_expect(bool condition, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
