/* Sampling on RISC-V with Sscofpmf, like the driver of Linux for the SBI PMU extension: an overflow sets OF of its counter and
 * LCOFIP, which interrupts. While OF is 1, the counter makes no further request.
 *
 * The handler clears LCOFIP before it starts the counter. With -DBUG it clears LCOFIP last: an overflow in between is lost, OF
 * stays 1, and the counter never interrupts again.
 */
#include "pmu_driver.h"

enum { CSR = 0, SET = 1, CLEAR = 2, HART = 0 };
enum { MCOUNTINHIBIT = 0x320, MHPMEVENT3 = 0x323, MIE = 0x304, MIP = 0x344 };
enum { MCYCLE = 0xB00, MINSTRET = 0xB02, MHPMCOUNTER3 = 0xB03, SCOUNTOVF = 0xDA0 };
enum { COUNTER3 = 1 << 3, LCOFI = 1 << 13, L1D_READS = 0x20, PERIOD = 5, SAMPLES = 300, MOST_WAITS = 3000 };

static uint64_t samples, total, traffic, since;

static void start(void)
{
    pmu_write(CLEAR, HART, MCOUNTINHIBIT, COUNTER3);
    since = pmu_traffic_sum("l1dr");
}

static void stop(void)
{
    pmu_write(SET, HART, MCOUNTINHIBIT, COUNTER3);
    traffic += pmu_traffic_sum("l1dr") - since;
}

/* Adds what the counter has counted, and begins the next period with OF = 0. */
static void take_sample(void)
{
    total += pmu_read(CSR, HART, MHPMCOUNTER3).data + PERIOD;
    pmu_write(CSR, HART, MHPMCOUNTER3, -(uint64_t)PERIOD);
    pmu_write(CSR, HART, MHPMEVENT3, L1D_READS);
}

/* Time and instructions of the sample. */
static void record_sample(void)
{
    static uint64_t time, instructions;
    uint64_t now = pmu_read(CSR, HART, MCYCLE).data, retired = pmu_read(CSR, HART, MINSTRET).data;
    pmu_expect(now >= time && retired >= instructions, "time or instructions go back");
    time = now;
    instructions = retired;
}

static void on_overflow(uint64_t value, void *context)
{
    (void)value, (void)context;
    stop();
    if (pmu_read(CSR, HART, SCOUNTOVF).data & COUNTER3) {
        take_sample();
        samples++;
    }
#ifdef BUG
    start();
    record_sample();
    pmu_write(CLEAR, HART, MIP, LCOFI);
#else
    pmu_write(CLEAR, HART, MIP, LCOFI);
    start();
    record_sample();
#endif
}

int pmu_driver(void)
{
    /* The hart is in M-mode, not in debug mode; the random traffic would change both. */
    pmu_set_input("priv", 3);
    pmu_set_input("virt", 0);
    pmu_set_input("debug", 0);
    pmu_write(CSR, HART, MCOUNTINHIBIT, COUNTER3);
    pmu_write(CSR, HART, MIE, LCOFI);
    pmu_write(CSR, HART, MIP, 0);
    take_sample();
    total = 0;
    pmu_on_interrupt("lcofip", PMU_RISES, on_overflow, 0);
    start();
    for (int waits = 0; samples < SAMPLES && waits < MOST_WAITS; waits++)
        pmu_advance(20);
    pmu_disable_interrupts();
    stop();
    take_sample();
    pmu_expect(samples >= SAMPLES, "an interrupt is lost after %llu samples", (unsigned long long)samples);
    pmu_expect(total == traffic, "%llu sampled, %llu occurred", (unsigned long long)total, (unsigned long long)traffic);
    return 0;
}
