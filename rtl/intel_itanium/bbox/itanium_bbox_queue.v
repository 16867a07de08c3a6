// Number of entries in a queue of the arbiter. It is not limited to the depth: it wraps around. 0 after reset.
`default_nettype none

module itanium_bbox_queue #(
    parameter WIDTH = 6
) (
    // Clock and reset
    input  wire             clk,
    input  wire             rst,

    // An entry is written, an entry is read
    input  wire             insert,
    input  wire             remove,

    // State
    output reg  [WIDTH-1:0] occupancy_q
);

    wire [WIDTH-1:0] occupancy_d = occupancy_q + {{WIDTH - 1{1'b0}}, insert} - {{WIDTH - 1{1'b0}}, remove};

    always @(posedge clk)
        if (rst) occupancy_q <= {WIDTH{1'b0}};
        else     occupancy_q <= occupancy_d;

endmodule

`default_nettype wire
