// A toy in place of a PMU for the bench of the link: a sum that each frame adds to, and combinational functions of the frame.
//
// Frame: bit 0 of word 0 is the reset, word 1 the addend, word 2 passes through.
// Observation: word 0 the sum, word 1 the words 1 and 2 of the frame mixed, word 65 the sum mixed with word 2, the others 0.
`default_nettype none

`include "hil_pmu.vh"

module hil_pmu (
    input  wire                                 clk,
    input  wire [64*`HIL_FRAME_WORDS-1:0]       frame,
    output wire [64*`HIL_OBSERVATION_WORDS-1:0] observation
);

    reg  [63:0] sum_q;
    wire        rst          = frame[0];
    wire [63:0] added        = frame[127:64];
    wire [63:0] through      = frame[191:128];
    wire [62:0] unused_frame = frame[63:1];

    assign observation = {sum_q ^ through, 4032'd0, added ^ through, sum_q};

    always @(posedge clk)
        if (rst) sum_q <= 64'd0;
        else     sum_q <= sum_q + added;

endmodule

`default_nettype wire
