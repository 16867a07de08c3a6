// Frame register: drives the inputs of the PMU. It has a separate clock signal with one edge for each word that changes,
// so that the frame and the logic connected to it do not change at other times.
`default_nettype none

module hil_frame #(
    parameter WORDS = 16
) (
    // Clock signal of the frame; the values below are stable before and after its edge
    input  wire                frame_clk,

    // Change
    input  wire                zero,        // 1: the complete frame becomes 0
    input  wire [15:0]         word,
    input  wire [7:0]          mask,        // bytes of that word
    input  wire                merge,       // 1: OR into the present bytes
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
