// Performance monitoring unit of one Intel Xeon Phi (Knights Corner) core: two counters for each of four threads, and
// the time-stamp counter that the threads share. All state is 0 after reset.
`default_nettype none

module knc_pmu #(
    parameter KNC_A04 = 0,  // decision KNC-A04, an overflow by an event without a thread interrupts: 0 owner, 1 exec_tid
    parameter KNC_A14 = 0,  // decision KNC-A14, RDMSR of OVF_CTRL and WRMSR of STATUS: 0 have no effect, 1 are refused
    parameter KNC_A20 = 0   // decision KNC-A20, the L2 events count: 0 on both counters, 1 on counter 0 only
) (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // Register port
    input  wire         bus_valid,
    input  wire         bus_write,
    input  wire [3:0]   bus_space,
    input  wire [7:0]   bus_unit,
    input  wire [31:0]  bus_addr,
    input  wire [63:0]  bus_wdata,
    output wire [63:0]  bus_rdata,
    output wire         bus_error,

    // Core
    input  wire         init,
    input  wire [1:0]   exec_tid,
    input  wire [35:0]  ev_none,

    // Threads: privilege level and event lines
    input  wire [1:0]   t0_cpl,
    input  wire [1:0]   t1_cpl,
    input  wire [1:0]   t2_cpl,
    input  wire [1:0]   t3_cpl,
    input  wire [317:0] t0_ev,
    input  wire [317:0] t1_ev,
    input  wire [317:0] t2_ev,
    input  wire [317:0] t3_ev,

    // Threads: interrupt lines
    output wire         t0_pmi,
    output wire         t1_pmi,
    output wire         t2_pmi,
    output wire         t3_pmi
);

    localparam THREADS       = 4;
    localparam CTR_WIDTH     = 40;
    localparam TSC_WIDTH     = 64;
    localparam LANE_WIDTH    = 6;
    localparam EV_WIDTH      = 318;
    localparam EV_NONE_WIDTH = 36;

    localparam [THREADS-1:0] THREAD0 = {{THREADS-1{1'b0}}, 1'b1};

    wire [2*THREADS-1:0]  cpl = {t3_cpl, t2_cpl, t1_cpl, t0_cpl};

    wire                  is_tsc;
    wire [1:0]            is_ctr;
    wire [1:0]            is_evtsel;
    wire                  is_spflt_control;
    wire                  is_user_pref;
    wire                  is_global_status;
    wire                  is_global_ovf_ctrl;
    wire                  is_global_ctrl;
    wire [THREADS-1:0]    write;
    wire [THREADS-1:0]    read;
    wire [64*THREADS-1:0] rdata;
    wire [TSC_WIDTH-1:0]  tsc;
    wire [4*THREADS-1:0]  raised;  // four lines per thread that owns the counters
    wire [THREADS-1:0]    pmi;

    // INIT does not affect the PMU. The port exists so that a test can check that.
    wire                  unused_init = init;
    wire                  unused_tsc_counted;
    wire                  unused_tsc_carry;

    knc_decoder #(
        .KNC_A14 (KNC_A14)
    ) u_decoder (
        .bus_valid          (bus_valid),
        .bus_write          (bus_write),
        .bus_space          (bus_space),
        .bus_unit           (bus_unit),
        .bus_addr           (bus_addr),
        .bus_error          (bus_error),
        .cpl                (cpl),
        .is_tsc             (is_tsc),
        .is_ctr             (is_ctr),
        .is_evtsel          (is_evtsel),
        .is_spflt_control   (is_spflt_control),
        .is_user_pref       (is_user_pref),
        .is_global_status   (is_global_status),
        .is_global_ovf_ctrl (is_global_ovf_ctrl),
        .is_global_ctrl     (is_global_ctrl),
        .write              (write),
        .read               (read)
    );

    // Counts in every cycle; nothing stops it.
    pmu_counter #(
        .WIDTH     (TSC_WIDTH),
        .INC_WIDTH (1)
    ) u_tsc (
        .clk        (clk),
        .rst        (rst),
        .load       ((|write) & is_tsc),
        .load_value (bus_wdata),
        .increment  (1'b1),
        .counted    (unused_tsc_counted),
        .carry      (unused_tsc_carry),
        .value_q    (tsc)
    );

    genvar unit;
    generate
        for (unit = 0; unit < THREADS; unit = unit + 1) begin : g_thread
            knc_thread #(
                .OWNER         (THREAD0 << unit),
                .CTR_WIDTH     (CTR_WIDTH),
                .LANE_WIDTH    (LANE_WIDTH),
                .EV_WIDTH      (EV_WIDTH),
                .EV_NONE_WIDTH (EV_NONE_WIDTH),
                .KNC_A04       (KNC_A04),
                .KNC_A20       (KNC_A20)
            ) u_thread (
                .clk                (clk),
                .rst                (rst),
                .is_ctr             (is_ctr),
                .is_evtsel          (is_evtsel),
                .is_spflt_control   (is_spflt_control),
                .is_user_pref       (is_user_pref),
                .is_global_status   (is_global_status),
                .is_global_ovf_ctrl (is_global_ovf_ctrl),
                .is_global_ctrl     (is_global_ctrl),
                .write              (write[unit]),
                .wdata              (bus_wdata),
                .rdata              (rdata[64*unit +: 64]),
                .cpl                (cpl),
                .exec_tid           (exec_tid),
                .t0_ev              (t0_ev),
                .t1_ev              (t1_ev),
                .t2_ev              (t2_ev),
                .t3_ev              (t3_ev),
                .ev_none            (ev_none),
                .raised             (raised[4*unit +: 4])
            );

            // Only with exec_tid can the counters of another thread raise the line of this one.
            assign pmi[unit] = (KNC_A04 != 0) ? raised[unit] | raised[4 + unit] | raised[8 + unit] | raised[12 + unit]
                                              : raised[5*unit];
        end
    endgenerate

    assign {t3_pmi, t2_pmi, t1_pmi, t0_pmi} = pmi;

    assign bus_rdata = ((|read) & is_tsc) ? tsc
                     : read[0]            ? rdata[64*0 +: 64]
                     : read[1]            ? rdata[64*1 +: 64]
                     : read[2]            ? rdata[64*2 +: 64]
                     : read[3]            ? rdata[64*3 +: 64]
                     :                      64'd0;

endmodule

`default_nettype wire
