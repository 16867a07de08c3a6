// The twelve counters of one thread, PMV and the IVA filter (3.3.2, 3.3.11, 3.4.1). Counters 4 to 9 are duplicated: they
// also count in background; with IPF_A28 = 1 the others do so, too, while they count both threads. In L2D events PMC4 leads
// counters 4, 5, 8 and PMC6 6, 7, 9; PMC5 selects the L1D set.
`default_nettype none

module itanium_counters #(
    parameter IPF_A28 = 0   // see itanium_core
) (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // Software writes
    input  wire         write_pmc,
    input  wire         write_pmd,
    input  wire         write_cr,
    input  wire [7:0]   index,
    input  wire [63:0]  wdata,

    // The thread
    input  wire         fr,
    input  wire         psr_up,
    input  wire         psr_pp,
    input  wire [1:0]   psr_cpl,
    input  wire         owns_pipeline,
    input  wire         foreground,
    input  wire         ts_dead,

    // Lanes
    input  wire [7:0]   ev_passes,
    input  wire [7:0]   ev_own,
    input  wire [63:0]  ev_code,
    input  wire [127:0] ev_umhit,
    input  wire [23:0]  ev_inc,
    input  wire [31:0]  ev_mesi,

    // Events of the PMU itself
    input  wire         ret_own,
    input  wire         halt_own,
    input  wire         halt_other,
    input  wire [3:0]   pulse_own,
    input  wire [3:0]   pulse_other,
    input  wire         ref_tick,
    input  wire         ret_qualified,
    input  wire [11:0]  ret_counts,

    // An interruption of this thread
    input  wire         iva_valid,
    input  wire [10:0]  iva_off,
    output wire         iva_match,

    // State
    output wire [371:0] pmc,
    output wire [563:0] count,
    output wire [11:0]  ov,
    output wire [21:0]  pmc43,
    output wire [16:0]  pmv,

    // Overflows of this cycle
    output wire [11:0]  carry
);

    wire [35:0] l1d_set;
    wire [47:0] l2d_set;

    wire [32:0] unused_l1d_set = {l1d_set[35:6], l1d_set[2:0]};
    wire [39:0] unused_l2d_set = {l2d_set[47:12], l2d_set[7:4]};

    genvar i;
    generate
        for (i = 4; i < 16; i = i + 1) begin : g_counter
            localparam LEADER = i == 4 || i == 5 || i == 8 ? 0 : 2;

            itanium_counter #(
                .DUPLICATED (i < 10 ? 1 : 0),
                .IPF_A28    (IPF_A28)
            ) u_counter (
                .clk            (clk),
                .rst            (rst),
                .write_pmc      (write_pmc & index == i[7:0]),
                .write_pmd      (write_pmd & index == i[7:0]),
                .wdata          (wdata),
                .fr             (fr),
                .psr_up         (psr_up),
                .psr_pp         (psr_pp),
                .psr_cpl        (psr_cpl),
                .foreground     (foreground),
                .ts_dead        (ts_dead),
                .pmc5_l1d_set   (l1d_set[5:3]),
                .leader_l2d_set (l2d_set[4*LEADER +: 4]),
                .leader_umask   (pmc[31*LEADER + 16 +: 4]),
                .leader_all     (pmc[31*LEADER + 26]),
                .ev_passes      (ev_passes),
                .ev_own         (ev_own),
                .ev_code        (ev_code),
                .ev_umhit       (ev_umhit),
                .ev_inc         (ev_inc),
                .ev_mesi        (ev_mesi),
                .owns_pipeline  (owns_pipeline),
                .ret_own        (ret_own),
                .halt_own       (halt_own),
                .halt_other     (halt_other),
                .pulse_own      (pulse_own),
                .pulse_other    (pulse_other),
                .ref_tick       (ref_tick),
                .ret_qualified  (ret_qualified),
                .ret_counts     (ret_counts),
                .pmc            (pmc[31*(i - 4) +: 31]),
                .count          (count[47*(i - 4) +: 47]),
                .ov_q           (ov[i - 4]),
                .l1d_set        (l1d_set[3*(i - 4) +: 3]),
                .l2d_set        (l2d_set[4*(i - 4) +: 4]),
                .carry          (carry[i - 4])
            );
        end
    endgenerate

    pmu_register #(.WIDTH(22)) u_pmc43 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_pmc & index == 8'd43),
        .wdata   (wdata[21:0]),
        .value_q (pmc43)
    );

    pmu_register #(
        .WIDTH  (17),
        .STORED (17'h100FF),
        .RESET  (17'h10000)
    ) u_pmv (
        .clk     (clk),
        .rst     (rst),
        .write   (write_cr & index == 8'd73),
        .wdata   (wdata[16:0]),
        .value_q (pmv)
    );

    assign iva_match = iva_valid & ((iva_off ^ pmc43[10:0]) & ~pmc43[21:11]) == 11'd0;

endmodule

`default_nettype wire
