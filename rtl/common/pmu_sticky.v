// Bits that stay 1 once they are set, until they are cleared. Each bit is on its own:
//
//   set clear | next value  fresh
//    0    0   | value       0
//    0    1   | 0           0
//    1    0   | 1           1 if the value was 0
//    1    1   | 1           1
//
// Setting beats clearing, so that nothing is lost to a clearing that knows only what was there before; and because that
// clearing has dealt with what was there, what is set beside it is as new as behind a 0.
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
    output wire [WIDTH-1:0] fresh,   // newly set at the end of this clock

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
