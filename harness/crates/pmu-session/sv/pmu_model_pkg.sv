// Golden models of performance monitoring units, and their checker: the functions of libpmu_model by DPI-C.
// pmu_model.h describes the functions, docs/dpi.md their use.
package pmu_model_pkg;

    localparam int PMU_ABI_VERSION = 1;
    localparam int PMU_OK = 0;
    localparam int PMU_ERROR = -1;

    // Results of pmu_checker_cycle and pmu_checker_finish.
    localparam int PMU_EQUAL = 0;
    localparam int PMU_MISMATCH = 1;
    localparam int PMU_WAITING = 2;
    localparam int PMU_STOPPED = 3;
    localparam int PMU_PASS = 0;
    localparam int PMU_FAIL = 1;

    localparam int PMU_CHUNK_BITS = 1024;
    typedef logic [PMU_CHUNK_BITS-1:0] pmu_chunk_t;

    import "DPI-C" function int pmu_abi_version();
    import "DPI-C" function string pmu_version();

    // A golden model.
    import "DPI-C" function chandle pmu_open(input string pmu, input string choices, input string configuration);
    import "DPI-C" function void pmu_close(input chandle model);
    import "DPI-C" function string pmu_error(input chandle model);
    import "DPI-C" function int pmu_reset(input chandle model);
    import "DPI-C" function int pmu_set(input chandle model, input string name, input longint unsigned value);
    import "DPI-C" function int pmu_set_event(
        input chandle model, input string unit, input string event_name, input longint unsigned count);
    import "DPI-C" function int pmu_access(
        input chandle model, input int write, input int unsigned space, input int unsigned unit,
        input int unsigned addr, input longint unsigned wdata);
    import "DPI-C" function int pmu_write(input chandle model, input string name, input longint unsigned value);
    import "DPI-C" function int pmu_read(input chandle model, input string name);
    import "DPI-C" function int pmu_step(input chandle model);
    import "DPI-C" function int pmu_get(input chandle model, input string name, output longint unsigned value);
    import "DPI-C" function int pmu_width(input chandle model, input string name);
    import "DPI-C" function int pmu_response(input chandle model, output longint unsigned rdata, output int error);
    import "DPI-C" function string pmu_decode(input chandle model, input string name, input longint unsigned value);
    import "DPI-C" function string pmu_coverage(input chandle model);

    // A checker, which a generated module calls.
    import "DPI-C" function chandle pmu_checker_open(
        input string pmu, input string choices, input string configuration, input string layout,
        input string not_compared, input string name, input int asynchronous_reset, input int most_mismatches,
        input string folder);
    import "DPI-C" function void pmu_checker_close(input chandle handle);
    import "DPI-C" function int pmu_checker_inputs(input chandle handle, input int chunk, input pmu_chunk_t bits);
    import "DPI-C" function int pmu_checker_observation(input chandle handle, input int chunk, input pmu_chunk_t bits);
    import "DPI-C" function int pmu_checker_cycle(input chandle handle);
    import "DPI-C" function string pmu_checker_message(input chandle handle);
    import "DPI-C" function int pmu_checker_finish(input chandle handle);

endpackage
