// Accumulator of a sub-counter: while it runs it adds a live count in each cycle; carry_q is 1 a cycle after a wrap.
//
// Both registers keep their values while it does not run: a carry from just before a freeze counts once, after it.
// Priority of causes at the clock edge:
//
//   1. CTL0.reset   both become 0
//   2. a write      the written values
//   3. run          the sum, and whether it reached 2^WIDTH, once or more often
//   4. otherwise    unchanged
`default_nettype none

module itanium_bbox_accumulator #(
    parameter WIDTH      = 11,
    parameter LIVE_WIDTH = 11   // at least WIDTH
) (
    // Clock and reset
    input  wire                  clk,
    input  wire                  rst,

    // CTL0.reset, and the enable, which is 0 during it
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
