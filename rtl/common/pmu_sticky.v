// Sticky bits: each stays 1 once it is set, until it is cleared. The bits are independent and 0 after reset.
//
//   set clear | next value  fresh
//    0    0   | value       0
//    0    1   | 0           0
//    1    0   | 1           1 if the value was 0
//    1    1   | 1           1
//
// Set takes priority over clear, because a clear acknowledges only what was there before: an occurrence in the cycle of
// the clear is not lost. For the same reason a bit that is set in that cycle is fresh, as if the value had been 0.
`default_nettype none

module pmu_sticky #(
    parameter WIDTH = 1
) (
    // Clock and reset
    input  wire             clk,
    input  wire             rst,

    // Requests
    input  wire [WIDTH-1:0] set,
    input  wire [WIDTH-1:0] clear,
    output wire [WIDTH-1:0] fresh,   // newly set at the end of this cycle

    // State
    output reg  [WIDTH-1:0] value_q
);

    wire [WIDTH-1:0] kept    = value_q & ~clear;
    wire [WIDTH-1:0] value_d = kept | set;

    assign fresh = set & ~kept;

    always @(posedge clk)
        if (rst) value_q <= {WIDTH{1'b0}};
        else     value_q <= value_d;

endmodule

`default_nettype wire
