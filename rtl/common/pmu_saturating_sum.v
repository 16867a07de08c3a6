// Sum of the lanes whose gate bit is set, limited to the largest number that fits in SUM_WIDTH bits. Combinational.
//
// The inner sum is wide enough for all lanes at their maximum, so only the final limit can lose occurrences. It must be
// wider than SUM_WIDTH; otherwise there is nothing to limit.
`default_nettype none

module pmu_saturating_sum #(
    parameter LANES      = 8,
    parameter LANE_WIDTH = 2,
    parameter SUM_WIDTH  = 2
) (
    input  wire [LANES*LANE_WIDTH-1:0] lanes,  // lane 0 in the low bits
    input  wire [LANES-1:0]            gate,
    output wire [SUM_WIDTH-1:0]        sum
);

    // LANES lanes need ceil(log2(LANES)) more bits than one.
    localparam FULL_WIDTH = LANE_WIDTH + $clog2(LANES);

    reg [FULL_WIDTH-1:0] full;
    integer              lane;

    always @* begin
        full = {FULL_WIDTH{1'b0}};
        for (lane = 0; lane < LANES; lane = lane + 1)
            full = full + {{FULL_WIDTH-LANE_WIDTH{1'b0}},
                           lanes[lane*LANE_WIDTH +: LANE_WIDTH] & {LANE_WIDTH{gate[lane]}}};
    end

    assign sum = (|full[FULL_WIDTH-1:SUM_WIDTH]) ? {SUM_WIDTH{1'b1}} : full[SUM_WIDTH-1:0];

endmodule

`default_nettype wire
