// One counter: configuration register, count and hidden overflow flag (3.3.2). Latency 1 cycle.
//
// Priority of causes at the clock edge, for count and flag:
//   1. rst          both become 0
//   2. write_pmd    count becomes wdata[46:0], the flag wdata[47]; the increment of this cycle and its carry are lost
//   3. counting     the count grows modulo 2^47; a carry sets the flag
`default_nettype none

module itanium_counter #(
    parameter DUPLICATED = 1,  // 1: counters 4 to 9, which also count in background; 0: counters 10 to 15
    parameter IPF_A28    = 0   // see itanium_core
) (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // Software writes
    input  wire         write_pmc,
    input  wire         write_pmd,
    input  wire [63:0]  wdata,

    // The thread
    input  wire         fr,
    input  wire         psr_up,
    input  wire         psr_pp,
    input  wire [1:0]   psr_cpl,
    input  wire         foreground,
    input  wire         ts_dead,

    // Selections of other counters: the L1D set of PMC5; L2D set, unit mask and `all` of the leader of L2D events
    input  wire [2:0]   pmc5_l1d_set,
    input  wire [3:0]   leader_l2d_set,
    input  wire [3:0]   leader_umask,
    input  wire         leader_all,

    // Lanes
    input  wire [7:0]   ev_passes,
    input  wire [7:0]   ev_own,
    input  wire [63:0]  ev_code,
    input  wire [127:0] ev_umhit,
    input  wire [23:0]  ev_inc,
    input  wire [31:0]  ev_mesi,

    // Events of the PMU itself
    input  wire         owns_pipeline,
    input  wire         ret_own,
    input  wire         halt_own,
    input  wire         halt_other,
    input  wire [3:0]   pulse_own,
    input  wire [3:0]   pulse_other,
    input  wire         ref_tick,
    input  wire         ret_qualified,
    input  wire [11:0]  ret_counts,

    // State
    output wire [30:0]  pmc,
    output wire [46:0]  count,
    output reg          ov_q,

    // Selection of this counter, for its followers
    output wire [2:0]   l1d_set,
    output wire [3:0]   l2d_set,

    // Overflow in this cycle
    output wire         carry
);

    wire [3:0] plm       = pmc[3:0];
    wire       pm        = pmc[6];
    wire [7:0] es        = pmc[15:8];
    wire [2:0] threshold = pmc[22:20];
    wire [1:0] ism       = pmc[25:24];
    wire [3:0] states    = pmc[30:27];

    wire       enabled;
    wire       internal;
    wire       filtered;
    wire       hard;
    wire       unused_gate_dtag;
    wire       unused_gate_channel0;
    wire       unused_gate_channel1;
    wire       unused_gate_prefetch;
    wire       unused_causal;
    wire       unused_forced;
    wire       unused_counted;
    wire [5:0] reported;
    wire [2:0] produced;

    wire [32:0] unused_wdata = wdata[63:31];

    pmu_register #(
        .WIDTH  (31),
        .STORED (31'h7F7FFF7F)
    ) u_pmc (
        .clk     (clk),
        .rst     (rst),
        .write   (write_pmc),
        .wdata   (wdata[30:0]),
        .value_q (pmc)
    );

    itanium_monitor u_monitor (
        .plm     (plm),
        .pm      (pm),
        .psr_up  (psr_up),
        .psr_pp  (psr_pp),
        .psr_cpl (psr_cpl),
        .enabled (enabled)
    );

    itanium_code_rules u_rules (
        .code          (es),
        .gate_dtag     (unused_gate_dtag),
        .gate_channel0 (unused_gate_channel0),
        .gate_channel1 (unused_gate_channel1),
        .gate_prefetch (unused_gate_prefetch),
        .internal      (internal),
        .causal        (unused_causal),
        .forced        (unused_forced),
        .filtered      (filtered),
        .hard          (hard),
        .l1d_set       (l1d_set),
        .l2d_set       (l2d_set)
    );

    // L2D events of a group count with the unit mask and `all` of the leader, and only while it selects the same set.
    wire       follows   = DUPLICATED != 0 & l2d_set != 4'd0;
    wire [3:0] umask     = follows ? leader_umask : pmc[19:16];
    wire       all       = (DUPLICATED != 0 | IPF_A28 != 0) & (follows ? leader_all : pmc[26]);
    wire       blocked   = DUPLICATED == 0 & hard
                         | l1d_set != 3'd0 & l1d_set != pmc5_l1d_set
                         | follows & l2d_set != leader_l2d_set;

    itanium_lane_sum u_lanes (
        .code      (es),
        .umask     (umask),
        .all       (all),
        .filtered  (filtered),
        .states    (states),
        .ev_passes (ev_passes),
        .ev_own    (ev_own),
        .ev_code   (ev_code),
        .ev_umhit  (ev_umhit),
        .ev_inc    (ev_inc),
        .ev_mesi   (ev_mesi),
        .sum       (reported)
    );

    itanium_internal u_internal (
        .code          (es),
        .umask         (umask[1:0]),
        .all           (all),
        .owns_pipeline (owns_pipeline),
        .ret_own       (ret_own),
        .halt_own      (halt_own),
        .halt_other    (halt_other),
        .pulse_own     (pulse_own),
        .pulse_other   (pulse_other),
        .ref_tick      (ref_tick),
        .ret_qualified (ret_qualified),
        .ret_counts    (ret_counts),
        .value         (produced)
    );

    // Counters 10 to 15 belong to the thread in the foreground or, if they count both threads, to the thread that has the
    // pipeline. No thread has it in the dead cycle of a switch.
    wire       present   = DUPLICATED != 0 | foreground | IPF_A28 != 0 & all & ~ts_dead;
    wire       runs      = ~fr & enabled & ism == 2'b10 & present & ~blocked;
    wire [5:0] value     = internal ? {3'd0, produced} : reported;
    wire       above     = value > {3'd0, threshold};
    wire [5:0] step      = threshold == 3'd0 ? value : {5'd0, above};
    wire [5:0] increment = step & {6{runs}};

    pmu_counter #(
        .WIDTH     (47),
        .INC_WIDTH (6)
    ) u_count (
        .clk        (clk),
        .rst        (rst),
        .load       (write_pmd),
        .load_value (wdata[46:0]),
        .increment  (increment),
        .counted    (unused_counted),
        .carry      (carry),
        .value_q    (count)
    );

    wire ov_d = write_pmd ? wdata[47] : ov_q | carry;

    always @(posedge clk)
        if (rst) ov_q <= 1'b0;
        else     ov_q <= ov_d;

endmodule

`default_nettype wire
