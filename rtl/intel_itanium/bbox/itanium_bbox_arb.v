// Arbiter: its queues, their events, and the two sub-counters ARB_PERF_CNT0 and ARB_PERF_CNT1.
`default_nettype none

module itanium_bbox_arb (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // CTL0.arb_en; CTL0.reset; running: neither reset nor frozen
    input  wire        arb_en,
    input  wire        reset,
    input  wire        running,

    // CTL2
    input  wire [5:0]  arbq_sel0,
    input  wire [5:0]  arbq_sel1,

    // Writes of ARB_PERF_CNT0 and ARB_PERF_CNT1
    input  wire        write0,
    input  wire        write1,
    input  wire [11:0] wdata,

    // Queues by code: an entry is written, an entry is read
    input  wire [39:0] arb_ins,
    input  wire [39:0] arb_rem,

    // Events of each set: 4 full, 3 not empty, 2 remove, 1 insert, 0 overflow
    output wire [4:0]  events0,
    output wire [4:0]  events1,

    // ARB_PERF_CNT0: 22:12 live_cnt, 11:10 stored, 9:0 accum_cnt; ARB_PERF_CNT1: 22:12 live_cnt, 11 stored, 10:0 accum_cnt
    output wire [22:0] value0,
    output wire [22:0] value1
);

    // Values of arbq_sel0 for which overflows of set 0 are counted: 33 to 37, 39 and 41
    localparam [63:0] OVERFLOWS = 64'h0000_02BE_0000_0000;

    wire [223:0] conflict;
    wire [5:0]   riaq;
    wire [5:0]   wiaq;
    wire [5:0]   braq;
    wire [9:0]   nbraq;
    wire [9:0]   cohq;
    wire [5:0]   clm;

    itanium_bbox_arb_queues u_queues (
        .clk      (clk),
        .rst      (rst),
        .arb_ins  (arb_ins),
        .arb_rem  (arb_rem),
        .conflict (conflict),
        .riaq     (riaq),
        .wiaq     (wiaq),
        .braq     (braq),
        .nbraq    (nbraq),
        .cohq     (cohq),
        .clm      (clm)
    );

    // Depths are powers of two, and an occupancy has one bit more than an index of its queue.
    wire [31:0]  conflict_ne;
    wire [39:33] other_ne   = {|clm, 1'b0, |cohq, |nbraq, |braq, |wiaq, |riaq};
    wire [39:33] other_full = {clm[5], 1'b0, cohq[9], nbraq[9], braq[5], wiaq[5], riaq[5]};

    genvar q;
    generate
        for (q = 0; q < 32; q = q + 1) begin : g_conflict
            assign conflict_ne[q] = |conflict[7*q +: 7];
        end
    endgenerate

    itanium_bbox_arb_events u_events (
        .arbq_sel0   (arbq_sel0),
        .arbq_sel1   (arbq_sel1),
        .arb_ins     (arb_ins),
        .arb_rem     (arb_rem),
        .conflict_ne (conflict_ne),
        .other_ne    (other_ne),
        .other_full  (other_full),
        .events0     (events0[4:1]),
        .events1     (events1[4:1])
    );

    wire [10:0]  live0;
    wire [10:0]  live1;

    itanium_bbox_arb_live u_live (
        .arbq_sel0   (arbq_sel0),
        .conflict    (conflict),
        .conflict_ne (conflict_ne),
        .riaq        (riaq),
        .wiaq        (wiaq),
        .braq        (braq),
        .nbraq       (nbraq),
        .cohq        (cohq),
        .clm         (clm),
        .live0       (live0),
        .live1       (live1)
    );

    wire         carry0;
    wire [9:0]   accum0;
    wire [1:0]   stored0;
    wire         carry1;
    wire [10:0]  accum1;
    wire         stored1;

    itanium_bbox_accumulator #(
        .WIDTH      (10),
        .LIVE_WIDTH (11)
    ) u_accumulator0 (
        .clk     (clk),
        .rst     (rst),
        .reset   (reset),
        .run     (arb_en & running),
        .live    (live0),
        .write   (write0),
        .wcarry  (1'b0),
        .wdata   (wdata[9:0]),
        .carry_q (carry0),
        .accum_q (accum0)
    );

    pmu_register #(
        .WIDTH (2)
    ) u_stored0 (
        .clk     (clk),
        .rst     (rst),
        .write   (write0),
        .wdata   (wdata[11:10]),
        .value_q (stored0)
    );

    itanium_bbox_accumulator #(
        .WIDTH      (11),
        .LIVE_WIDTH (11)
    ) u_accumulator1 (
        .clk     (clk),
        .rst     (rst),
        .reset   (reset),
        .run     (arb_en & running),
        .live    (live1),
        .write   (write1),
        .wcarry  (1'b0),
        .wdata   (wdata[10:0]),
        .carry_q (carry1),
        .accum_q (accum1)
    );

    pmu_register #(
        .WIDTH (1)
    ) u_stored1 (
        .clk     (clk),
        .rst     (rst),
        .write   (write1),
        .wdata   (wdata[11]),
        .value_q (stored1)
    );

    assign events0[0] = arb_en & carry0 & OVERFLOWS[arbq_sel0];
    assign events1[0] = arb_en & carry1;
    assign value0     = {live0, stored0, accum0};
    assign value1     = {live1, stored1, accum1};

endmodule

`default_nettype wire
