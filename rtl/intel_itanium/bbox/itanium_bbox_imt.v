// In-flight memory table: number of its 32 entries in use, and IMT_PERF_CNT.
`default_nettype none

module itanium_bbox_imt (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // CTL0.imt_en; CTL0.reset; running: neither reset nor frozen
    input  wire        imt_en,
    input  wire        reset,
    input  wire        running,

    // Write of IMT_PERF_CNT
    input  wire        write,
    input  wire [6:0]  wdata,

    // Entries
    input  wire        imt_alloc,
    input  wire        imt_pop_cfl,
    input  wire        imt_dealloc,

    // Events: 3 not empty, 2 conflict popped, 1 allocated, 0 overflow; and full
    output wire [3:0]  events,
    output wire        full,

    // IMT_PERF_CNT: 12:7 live_cnt, 6:0 accum_cnt, whose bit 6 is the carry
    output wire [12:0] value
);

    reg  [5:0] live_q;
    wire [5:0] live_d = live_q + {5'd0, imt_alloc} + {5'd0, imt_pop_cfl} - {5'd0, imt_dealloc};

    always @(posedge clk)
        if (rst) live_q <= 6'd0;
        else     live_q <= live_d;

    wire       carry;
    wire [5:0] accum;

    itanium_bbox_accumulator #(
        .WIDTH      (6),
        .LIVE_WIDTH (6)
    ) u_accumulator (
        .clk     (clk),
        .rst     (rst),
        .reset   (reset),
        .run     (imt_en & running),
        .live    (live_q),
        .write   (write),
        .wcarry  (wdata[6]),
        .wdata   (wdata[5:0]),
        .carry_q (carry),
        .accum_q (accum)
    );

    assign events = {|live_q, imt_pop_cfl, imt_alloc, imt_en & carry};
    assign full   = live_q[5];
    assign value  = {live_q, carry, accum};

endmodule

`default_nettype wire
