// Inputs of a counter slice that make its comparison that of the PCU. Combinational.
//
// There are two kinds of comparison. A number of cores can also be compared for being below the threshold, and has
// separate edge detection. This module makes that inverted comparison: the slice gets the result as a number of 0 or 1,
// and 1 as the threshold. The slice makes all other comparisons. Threshold 0 turns both off, except for a number of
// cores that qualifies an event: it is compared with 1 then.
`default_nettype none

module ivt_pcu_condition #(
    parameter NUMBER_WIDTH = 4,
    parameter RAW_WIDTH    = 10,
    parameter PCU_A04      = 0    // see ivt_pcu
) (
    // Selection
    input  wire                    occupancy,       // a number of cores is selected
    input  wire                    qualified,       // it qualifies an event
    input  wire                    use_occupancy,   // bit 7 of the event code, which controls the edge detection

    // Fields
    input  wire [4:0]              thresh,
    input  wire                    occ_invert,
    input  wire                    occ_edge_det,
    input  wire                    edge_det,

    // Events of this cycle
    input  wire [NUMBER_WIDTH-1:0] number,

    // Inputs of the slice
    output wire [7:0]              slice_thresh,
    output wire                    slice_edge_det,
    output wire [RAW_WIDTH-1:0]    raw
);

    wire below;
    wire compare  = |thresh;
    wire inverted = occupancy & occ_invert & compare;
    wire with_one = (PCU_A04 != 0) ? inverted | (qualified & ~compare) : inverted;

    pmu_threshold #(
        .NUMBER_WIDTH    (NUMBER_WIDTH),
        .THRESHOLD_WIDTH (5)
    ) u_below (
        .number    (number),
        .threshold (thresh),
        .invert    (1'b1),
        .met       (below)
    );

    assign slice_thresh   = with_one ? 8'd1 : {3'd0, thresh};
    assign slice_edge_det = use_occupancy ? occ_edge_det : edge_det;
    assign raw            = inverted ? {{RAW_WIDTH-1{1'b0}}, below} : {{RAW_WIDTH-NUMBER_WIDTH{1'b0}}, number};

endmodule

`default_nettype wire
