// Comparison of a number of events with a threshold, both unsigned. Combinational.
//
//   invert | `met`
//      0   | number >= threshold
//      1   | number <  threshold
//
// No threshold is special in this module: 0 is always reached and never undercut. A PMU in which 0 turns the comparison
// off decides that outside.
`default_nettype none

module pmu_threshold #(
    parameter NUMBER_WIDTH    = 2,
    parameter THRESHOLD_WIDTH = 8   // at least NUMBER_WIDTH
) (
    input  wire [NUMBER_WIDTH-1:0]    number,
    input  wire [THRESHOLD_WIDTH-1:0] threshold,
    input  wire                       invert,
    output wire                       met
);

    // All threshold bits are compared: a threshold above every possible number is never reached.
    wire below = {{THRESHOLD_WIDTH-NUMBER_WIDTH{1'b0}}, number} < threshold;

    assign met = below == invert;

endmodule

`default_nettype wire
