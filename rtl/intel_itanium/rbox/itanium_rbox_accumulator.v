// Sub-counter of the R-Box: adds a depth in each cycle and produces an event each time that it wraps. The number of these
// events, times 2^WIDTH, plus the remainder in the sub-counter is the sum of the depths.
//
// Priority of causes at the clock edge:
//   1. rst, clear   becomes 0
//   2. run          becomes the sum modulo 2^WIDTH
// A carry in the cycle of a clear is still an event.
`default_nettype none

module itanium_rbox_accumulator #(
    parameter WIDTH = 5
) (
    // Clock and reset
    input  wire             clk,
    input  wire             rst,

    // Control
    input  wire             clear,
    input  wire             run,

    // Counting
    input  wire [WIDTH-1:0] depth,
    output wire             carry,

    // State
    output reg  [WIDTH-1:0] acc_q
);

    wire [WIDTH:0]   sum   = {1'b0, acc_q} + {1'b0, depth};
    wire [WIDTH-1:0] acc_d = clear ? {WIDTH{1'b0}}
                           : run   ? sum[WIDTH-1:0]
                           :         acc_q;

    assign carry = run & sum[WIDTH];

    always @(posedge clk)
        if (rst) acc_q <= {WIDTH{1'b0}};
        else     acc_q <= acc_d;

endmodule

`default_nettype wire
