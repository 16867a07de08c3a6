// Accumulator of a sub-counter: it adds a live count in every clock in which it runs, and tells in the next one whether that ran over the top.
//
// Both hold while it does not run, so a carry of the last clock before a freeze is still there, and counted once, in the first after it.
// What becomes of them at the end of a clock, the first that is true:
//
//   1. CTL0.reset   both 0
//   2. a write      what is written
//   3. run          the sum, and whether it reached 2^WIDTH, once or more often
//   4. otherwise    as they are
`default_nettype none

module itanium_bbox_accumulator #(
    parameter WIDTH      = 11,
    parameter LIVE_WIDTH = 11   // at least WIDTH
) (
    // Clock and reset
    input  wire                  clk,
    input  wire                  rst,

    // CTL0.reset, and that it runs, which it does not under that
    input  wire                  reset,
    input  wire                  run,

    // Live count
    input  wire [LIVE_WIDTH-1:0] live,

    // Software write
    input  wire                  write,
    input  wire                  wcarry,
    input  wire [WIDTH-1:0]      wdata,

    // State
    output reg                   carry_q,
    output reg  [WIDTH-1:0]      accum_q
);

    wire [LIVE_WIDTH:0] sum     = {{LIVE_WIDTH + 1 - WIDTH{1'b0}}, accum_q} + {1'b0, live};
    wire                carry   = |sum[LIVE_WIDTH:WIDTH];

    wire [WIDTH:0]      added   = run   ? {carry, sum[WIDTH-1:0]} : {carry_q, accum_q};
    wire [WIDTH:0]      value_d = (write ? {wcarry, wdata} : added) & {WIDTH + 1{~reset}};

    always @(posedge clk)
        if (rst) {carry_q, accum_q} <= {WIDTH + 1{1'b0}};
        else     {carry_q, accum_q} <= value_d;

endmodule

`default_nettype wire
