// What a slice gets for its counter, so that its comparison is that of the PCU.
//
// There are two kinds of comparison. A number of cores may also be compared for being below the threshold, and has its
// own edge detection. That inverted comparison is made here; the slice is given its result as a number of 0 or 1, and 1
// as the threshold. Everything else the slice compares itself. Threshold 0 turns both off.
`default_nettype none

module ivt_pcu_condition #(
    parameter NUMBER_WIDTH = 4,
    parameter RAW_WIDTH    = 10
) (
    // Selection
    input  wire                    occupancy,       // a number of cores
    input  wire                    use_occupancy,   // bit 7 of the event code, which decides about the edge detection

    // Fields
    input  wire [4:0]              thresh,
    input  wire                    occ_invert,
    input  wire                    occ_edge_det,
    input  wire                    edge_det,

    // Events of this clock
    input  wire [NUMBER_WIDTH-1:0] number,

    // For the slice
    output wire [7:0]              slice_thresh,
    output wire                    slice_edge_det,
    output wire [RAW_WIDTH-1:0]    raw
);

    wire below;
    wire inverted = occupancy & occ_invert & (|thresh);

    pmu_threshold #(
        .NUMBER_WIDTH    (NUMBER_WIDTH),
        .THRESHOLD_WIDTH (5)
    ) u_below (
        .number    (number),
        .threshold (thresh),
        .invert    (1'b1),
        .met       (below)
    );

    assign slice_thresh   = inverted ? 8'd1 : {3'd0, thresh};
    assign slice_edge_det = use_occupancy ? occ_edge_det : edge_det;
    assign raw            = inverted ? {{RAW_WIDTH-1{1'b0}}, below} : {{RAW_WIDTH-NUMBER_WIDTH{1'b0}}, number};

endmodule

`default_nettype wire
