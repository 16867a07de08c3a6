/* Sampling on an AMD K8, as a kernel does it: each overflow of a counter raises an interrupt, whose handler takes a sample and
 * starts the next period. Two counters of core 0 share the interrupt.
 *
 * The handler stops a counter while it reads and rewrites it. With -DBUG it does not: the events between the read and the write
 * are lost. RTL and golden model agree on that; the driver's total is what differs from the traffic.
 */
#include "pmu_driver.h"

enum { MSR = 0, CORE0 = 0, PERF_EVT_SEL0 = 0xC0010000, PERF_CTR0 = 0xC0010004 };
enum { OS_USR = 3 << 16, INT = 1 << 20, EN = 1 << 22 };
enum { COUNTERS = 2, SAMPLES = 200 };

#define WIDTH_MASK ((1ULL << 48) - 1)

static struct counter {
    const char *event;
    uint32_t code;
    uint64_t period;
    uint64_t samples;
    uint64_t total;   /* events that the driver has counted */
    uint64_t traffic; /* events that occurred while the counter was enabled */
    uint64_t since;   /* events of the traffic when it was last enabled */
} counters[COUNTERS] = {
    { .event = "RETIRED_INSTRUCTIONS", .code = 0xC0, .period = 40 },
    { .event = "DATA_CACHE_MISSES", .code = 0x41, .period = 25 },
};

static uint64_t read_counter(int i)
{
    return pmu_read(MSR, CORE0, PERF_CTR0 + i).data;
}

static void start(int i)
{
    struct counter *c = &counters[i];
    pmu_write(MSR, CORE0, PERF_EVT_SEL0 + i, c->code | OS_USR | INT | EN);
    c->since = pmu_traffic_count("core0", c->event);
}

static void stop(int i)
{
    struct counter *c = &counters[i];
    pmu_write(MSR, CORE0, PERF_EVT_SEL0 + i, c->code | OS_USR | INT);
    c->traffic += pmu_traffic_count("core0", c->event) - c->since;
}

/* Adds what the counter has counted, and begins the next period. */
static void take_sample(int i)
{
    struct counter *c = &counters[i];
    c->total += (read_counter(i) + c->period) & WIDTH_MASK;
    pmu_write(MSR, CORE0, PERF_CTR0 + i, -c->period & WIDTH_MASK);
}

static void on_overflow(uint64_t value, void *context)
{
    (void)value, (void)context;
    for (int i = 0; i < COUNTERS; i++) {
        /* The counter begins at minus the period, so bit 47 is 0 only after an overflow. */
        if (read_counter(i) >> 47 & 1)
            continue;
#ifdef BUG
        take_sample(i);
#else
        stop(i);
        take_sample(i);
        start(i);
#endif
        counters[i].samples++;
    }
}

int pmu_driver(void)
{
    /* The core runs in kernel mode and is not halted; the random traffic would change both. */
    pmu_set_input("core0.halted", 0);
    pmu_set_input("core0.cpl", 0);
    pmu_on_interrupt("core0.apic_int", PMU_RISES, on_overflow, 0);
    for (int i = 0; i < COUNTERS; i++) {
        pmu_write(MSR, CORE0, PERF_CTR0 + i, -counters[i].period & WIDTH_MASK);
        start(i);
    }
    while (counters[0].samples < SAMPLES || counters[1].samples < SAMPLES)
        pmu_advance(50);
    pmu_disable_interrupts();
    for (int i = 0; i < COUNTERS; i++) {
        struct counter *c = &counters[i];
        stop(i);
        take_sample(i);
        pmu_expect(c->total == c->traffic, "%s: %llu sampled, %llu occurred", c->event, (unsigned long long)c->total,
                   (unsigned long long)c->traffic);
    }
    return 0;
}
