// The frame that the PMU sees. It has a clock of its own, which the program gives it once a word that changes, so that nothing that
// hangs on the frame moves at other times.
`default_nettype none

module hil_frame #(
    parameter WORDS = 16
) (
    // Clock of the frame, the values below stand before and after its edge
    input  wire                frame_clk,

    // What changes
    input  wire                zero,        // everything becomes 0
    input  wire [15:0]         word,
    input  wire [7:0]          mask,        // bytes of that word
    input  wire                merge,       // or into what was there
    input  wire [63:0]         value,

    // Frame
    output wire [64*WORDS-1:0] frame
);

    genvar index, lane;
    generate
        for (index = 0; index < WORDS; index = index + 1) begin : g_word
            localparam [31:0] NUMBER = index;
            wire here = word == NUMBER[15:0];

            for (lane = 0; lane < 8; lane = lane + 1) begin : g_lane
                reg  [7:0] byte_q;
                wire       load   = zero | (here & mask[lane]);
                wire [7:0] former = byte_q & {8{merge}};

                assign frame[64*index + 8*lane +: 8] = byte_q;

                always @(posedge frame_clk)
                    if (load) byte_q <= zero ? 8'd0 : former | value[8*lane +: 8];
            end
        end
    endgenerate

endmodule

`default_nettype wire
