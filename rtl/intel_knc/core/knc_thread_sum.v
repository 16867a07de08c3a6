// Sum of the occurrences of the threads that pass. Combinational.
//
// The largest sum, four lanes at their maximum, is 252, which fits: nothing saturates.
`default_nettype none

module knc_thread_sum #(
    parameter LANE_WIDTH = 6
) (
    input  wire [4*LANE_WIDTH-1:0] lanes,    // thread 0 in the low bits
    input  wire [3:0]              passing,
    output wire [LANE_WIDTH+1:0]   sum
);

    wire [LANE_WIDTH-1:0] lane0 = lanes[0*LANE_WIDTH +: LANE_WIDTH] & {LANE_WIDTH{passing[0]}};
    wire [LANE_WIDTH-1:0] lane1 = lanes[1*LANE_WIDTH +: LANE_WIDTH] & {LANE_WIDTH{passing[1]}};
    wire [LANE_WIDTH-1:0] lane2 = lanes[2*LANE_WIDTH +: LANE_WIDTH] & {LANE_WIDTH{passing[2]}};
    wire [LANE_WIDTH-1:0] lane3 = lanes[3*LANE_WIDTH +: LANE_WIDTH] & {LANE_WIDTH{passing[3]}};

    assign sum = {2'b00, lane0} + {2'b00, lane1} + {2'b00, lane2} + {2'b00, lane3};

endmodule

`default_nettype wire
