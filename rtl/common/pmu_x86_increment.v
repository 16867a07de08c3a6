// Increment of a counter from the number of events in a cycle: threshold, inversion and edge detection as x86 cores
// share them. Combinational, except for the history of the edge detector, which is 0 after reset.
//
// The edge detector samples the condition. A qualifier that is part of `qualified` makes edges when it changes; a
// qualifier that gates `amount` outside of this module does not. The cores differ in which qualifier they apply at
// which of the two points.
`default_nettype none

module pmu_x86_increment #(
    parameter NUMBER_WIDTH = 2
) (
    // Clock and reset
    input  wire                    clk,
    input  wire                    rst,

    // Fields of the event select register
    input  wire [7:0]              threshold,
    input  wire                    inv,
    input  wire                    edge_detect,

    // Events
    input  wire                    sample,     // the edge detector samples in this cycle
    input  wire                    qualified,  // 0: the condition is false, inverted or not
    input  wire [NUMBER_WIDTH-1:0] number,

    output wire [NUMBER_WIDTH-1:0] amount
);

    wire threshold_met;
    wire rise;

    pmu_threshold #(
        .NUMBER_WIDTH    (NUMBER_WIDTH),
        .THRESHOLD_WIDTH (8)
    ) u_threshold (
        .number    (number),
        .threshold (threshold),
        .invert    (inv),
        .met       (threshold_met)
    );

    // With threshold 0 there is no comparison, and INV has no effect.
    wire compare   = |threshold;
    wire condition = qualified & (compare ? threshold_met : |number);

    pmu_edge u_edge (
        .clk    (clk),
        .rst    (rst),
        .sample (sample),
        .level  (condition),
        .rise   (rise)
    );

    // Increment:
    //
    //   edge threshold | amount
    //    0      0      | number of events
    //    0     >0      | 1 while the condition holds
    //    1     any     | 1 when the condition begins to hold
    wire single = edge_detect ? rise : condition;

    assign amount = (edge_detect | compare) ? {{NUMBER_WIDTH-1{1'b0}}, single} : number;

endmodule

`default_nettype wire
