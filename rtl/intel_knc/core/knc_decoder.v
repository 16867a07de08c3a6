// Decoder of the register port: selects the register and the thread of an access, or refuses the access. Combinational.
//
//   space     unit    CPL  address | read            write
//   0 MSR    0 - 3     0     10h   | TIME_STAMP_COUNTER
//   0 MSR    0 - 3     0     20h+n | PerfCnt
//   0 MSR    0 - 3     0     28h+n | PerfEvtSel
//   0 MSR    0 - 3     0     2Ch   | SPFLT_CONTROL
//   0 MSR    0 - 3     0     2Dh   | GLOBAL_STATUS   no effect
//   0 MSR    0 - 3     0     2Eh   | 0               GLOBAL_OVF_CTRL
//   0 MSR    0 - 3     0     2Fh   | GLOBAL_CTRL
//   1 RDPMC  0 - 3    any    n     | PerfCnt         error
//   2 RDTSC  0 - 3    any    any   | TSC             error
//   3 SPFLT  0 - 3    any    any   | error           USER_PREF
//   anything else                  | error           error
//
// KNC_A14 = 1: the write of GLOBAL_STATUS and the read of GLOBAL_OVF_CTRL are errors.
//
// n is 0 or 1. The CPL is that of the thread that executes the access. All address bits are decoded.
`default_nettype none

module knc_decoder #(
    parameter KNC_A14 = 0   // see knc_pmu
) (
    // Register port
    input  wire        bus_valid,
    input  wire        bus_write,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    output wire        bus_error,

    // Core
    input  wire [7:0]  cpl,                   // two bits per thread, thread 0 in the low bits

    // Register selects, at most one of them 1
    output wire        is_tsc,
    output wire [1:0]  is_ctr,
    output wire [1:0]  is_evtsel,
    output wire        is_spflt_control,
    output wire        is_user_pref,          // SPFLT_CONTROL as the target of the SPFLT instruction
    output wire        is_global_status,
    output wire        is_global_ovf_ctrl,
    output wire        is_global_ctrl,

    // One bit per thread
    output wire [3:0]  write,
    output wire [3:0]  read
);

    localparam [3:0]  SPACE_MSR   = 4'd0;
    localparam [3:0]  SPACE_RDPMC = 4'd1;
    localparam [3:0]  SPACE_RDTSC = 4'd2;
    localparam [3:0]  SPACE_SPFLT = 4'd3;

    localparam [31:0] MSR_TIME_STAMP_COUNTER = 32'h10;
    localparam [31:0] MSR_PERF_CNT0          = 32'h20;
    localparam [31:0] MSR_PERF_CNT1          = 32'h21;
    localparam [31:0] MSR_PERF_EVT_SEL0      = 32'h28;
    localparam [31:0] MSR_PERF_EVT_SEL1      = 32'h29;
    localparam [31:0] MSR_SPFLT_CONTROL      = 32'h2C;
    localparam [31:0] MSR_GLOBAL_STATUS      = 32'h2D;
    localparam [31:0] MSR_GLOBAL_OVF_CTRL    = 32'h2E;
    localparam [31:0] MSR_GLOBAL_CTRL        = 32'h2F;

    localparam [31:0] RDPMC_PERF_CNT0 = 32'd0;
    localparam [31:0] RDPMC_PERF_CNT1 = 32'd1;

    localparam [1:0]  RING0   = 2'd0;
    localparam [7:0]  THREADS = 8'd4;
    localparam [3:0]  THREAD0 = 4'b0001;

    wire [1:0] thread   = bus_unit[1:0];
    wire       is_msr   = (bus_space == SPACE_MSR) & (cpl[2*thread +: 2] == RING0);
    wire       is_rdpmc = (bus_space == SPACE_RDPMC) & ~bus_write;
    wire       is_rdtsc = (bus_space == SPACE_RDTSC) & ~bus_write;

    assign is_tsc             = is_rdtsc | (is_msr & (bus_addr == MSR_TIME_STAMP_COUNTER));
    assign is_ctr[0]          = (is_rdpmc & (bus_addr == RDPMC_PERF_CNT0)) | (is_msr & (bus_addr == MSR_PERF_CNT0));
    assign is_ctr[1]          = (is_rdpmc & (bus_addr == RDPMC_PERF_CNT1)) | (is_msr & (bus_addr == MSR_PERF_CNT1));
    assign is_evtsel[0]       = is_msr & (bus_addr == MSR_PERF_EVT_SEL0);
    assign is_evtsel[1]       = is_msr & (bus_addr == MSR_PERF_EVT_SEL1);
    assign is_spflt_control   = is_msr & (bus_addr == MSR_SPFLT_CONTROL);
    assign is_user_pref       = (bus_space == SPACE_SPFLT) & bus_write;
    assign is_global_status   = is_msr & (bus_addr == MSR_GLOBAL_STATUS) & ((KNC_A14 == 0) | ~bus_write);
    assign is_global_ovf_ctrl = is_msr & (bus_addr == MSR_GLOBAL_OVF_CTRL) & ((KNC_A14 == 0) | bus_write);
    assign is_global_ctrl     = is_msr & (bus_addr == MSR_GLOBAL_CTRL);

    wire exists = is_tsc | (|is_ctr) | (|is_evtsel) | is_spflt_control | is_user_pref
                | is_global_status | is_global_ovf_ctrl | is_global_ctrl;
    wire access = bus_valid & exists & (bus_unit < THREADS);

    assign bus_error = bus_valid & ~access;
    assign write     = {4{access & bus_write}} & (THREAD0 << thread);
    assign read      = {4{access & ~bus_write}} & (THREAD0 << thread);

endmodule

`default_nettype wire
