// From the number of events in a clock to what a counter would add: threshold, inversion and edge detection as x86 cores
// share them.
//
// The condition is the level that the edge detector looks at. What must not be part of it stays outside: a qualifier
// that the user of this module puts into `qualified` makes edges by its own changes, one that he puts behind `amount`
// does not. There the cores differ.
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
    input  wire                    sample,     // the edge detector looks at this clock
    input  wire                    qualified,  // 0: no condition, inverted or not
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

    // With threshold 0 there is no comparison, and INV means nothing.
    wire compare   = |threshold;
    wire condition = qualified & (compare ? threshold_met : |number);

    pmu_edge u_edge (
        .clk    (clk),
        .rst    (rst),
        .sample (sample),
        .level  (condition),
        .rise   (rise)
    );

    // How much to add:
    //
    //   edge threshold | amount
    //    0      0      | number of events
    //    0     >0      | 1 while the condition holds
    //    1     any     | 1 when the condition begins to hold
    wire single = edge_detect ? rise : condition;

    assign amount = (edge_detect | compare) ? {{NUMBER_WIDTH-1{1'b0}}, single} : number;

endmodule

`default_nettype wire
