// Sub-counter of the R-Box: it adds a depth in each clock and turns it into an event for each time it runs over its top. The count of these,
// times 2^WIDTH, plus what is left here is the sum of the depths.
//
// Priority of what happens at the clock edge:
//   1. rst, clear   becomes 0
//   2. run          becomes the sum modulo 2^WIDTH
// A carry is an event also in the clock of a clear.
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
