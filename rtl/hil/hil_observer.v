// Takes the words of an observation in sequence: the first in the cycle of start, each of the others when the one before
// it has been used. No word is valid after reset.
`default_nettype none

module hil_observer #(
    parameter WORDS      = 16,
    parameter INDEX_BITS = 4
) (
    // Clock and reset
    input  wire                  clk,
    input  wire                  rst,

    // Observation
    input  wire [64*WORDS-1:0]   observation,

    // Control
    input  wire                  start,
    output wire                  done,       // the last word is used in this cycle

    // Words
    output reg                   valid_q,
    output reg  [63:0]           word_q,
    output reg  [INDEX_BITS-1:0] index_q,    // index of word_q
    output wire [INDEX_BITS-1:0] index_d,    // index of word_q in the next cycle
    output wire                  is_last,
    input  wire                  used
);

    localparam [31:0] LAST = WORDS - 1;

    wire next = valid_q & used;
    wire load = start | (next & !is_last);

    assign is_last = index_q == LAST[INDEX_BITS-1:0];
    assign done    = next & is_last;
    assign index_d = start ? {INDEX_BITS{1'b0}} : next ? index_q + 1'b1 : index_q;

    always @(posedge clk)
        if (rst | done) valid_q <= 1'b0;
        else if (start) valid_q <= 1'b1;

    always @(posedge clk) begin
        index_q <= index_d;
        if (load) word_q <= observation[{index_d, 6'd0} +: 64];
    end

endmodule

`default_nettype wire
