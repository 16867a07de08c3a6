/* Counting in an uncore box of a Xeon v2, in the sequence of docs/drivers.md: reset, freeze, control, run, read, freeze, read.
 * A counter has 44 bits and is read as two dwords in PCI configuration space.
 *
 * While a counter runs, its low dword may wrap between the two reads. The driver therefore reads the high dword again, and
 * repeats both if it has changed. With -DBUG it does not, and sometimes reads a count that is wrong by 2^32.
 */
#include "pmu_driver.h"

enum { PCI = 1, BOX = 0, CTR0 = 0xA0, CTL0 = 0xD8, BOX_CTL = 0xF4 };
enum { RESET_CONTROLS = 1 << 0, RESET_COUNTERS = 1 << 1, FREEZE = 1 << 8, ENABLE = 1 << 22 };
enum { RXR_INSERTS = 0x11, NCB = 0x10 << 8, RUNS = 30, READS = 12 };

/* The counter begins a few events below a carry into the high dword. */
#define BEGIN ((1ULL << 32) - 8)

static uint32_t read_dword(uint32_t address)
{
    return (uint32_t)pmu_read(PCI, BOX, address).data;
}

static uint64_t read_counter(void)
{
#ifdef BUG
    uint64_t high = read_dword(CTR0 + 4);
    return high << 32 | read_dword(CTR0);
#else
    uint32_t before, low, high = read_dword(CTR0 + 4);
    do {
        before = high;
        low = read_dword(CTR0);
        high = read_dword(CTR0 + 4);
    } while (high != before);
    return (uint64_t)high << 32 | low;
#endif
}

static uint64_t traffic(void)
{
    return pmu_traffic_count("r2pcie", "RXR_INSERTS:NCB");
}

static void count_across_a_carry(void)
{
    pmu_write(PCI, BOX, BOX_CTL, FREEZE | RESET_CONTROLS | RESET_COUNTERS);
    pmu_write(PCI, BOX, CTR0 + 4, BEGIN >> 32);
    pmu_write(PCI, BOX, CTR0, (uint32_t)BEGIN);
    pmu_write(PCI, BOX, CTL0, RXR_INSERTS | NCB | ENABLE);
    pmu_write(PCI, BOX, BOX_CTL, 0);
    uint64_t start = traffic();
    for (int i = 0; i < READS; i++) {
        uint64_t least = traffic() - start;
        uint64_t count = read_counter() - BEGIN;
        uint64_t most = traffic() - start;
        pmu_expect(least <= count && count <= most, "a running count of %llu, with %llu to %llu events",
                   (unsigned long long)count, (unsigned long long)least, (unsigned long long)most);
    }
    pmu_write(PCI, BOX, BOX_CTL, FREEZE);
    uint64_t events = traffic() - start;
    uint64_t count = read_counter() - BEGIN;
    pmu_expect(count == events, "a frozen count of %llu, with %llu events", (unsigned long long)count,
               (unsigned long long)events);
}

int pmu_driver(void)
{
    /* No other box freezes this one. */
    pmu_set_input("r2pcie.frz_bcast", 0);
    pmu_set_input("r2pcie.unfrz_bcast", 0);
    for (int i = 0; i < RUNS; i++)
        count_across_a_carry();
    return 0;
}
