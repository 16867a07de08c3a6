// Sum of event lines that are packed without gaps. Combinational.
//
// Bit k of a line adds 2^k. SUM_WIDTH is large enough for the largest sum that the selection of the lines allows, so
// nothing saturates.
`default_nettype none

module riscv_hpm_sum #(
    parameter                BITS      = 1,
    parameter [8*BITS-1:0]   WEIGHTS   = {8*BITS{1'b0}},  // for each bit its position in its line
    parameter                SUM_WIDTH = 1
) (
    input  wire [BITS-1:0]      lines,
    output reg  [SUM_WIDTH-1:0] sum
);

    localparam [SUM_WIDTH-1:0] ONE = 1;

    integer position;

    always @* begin
        sum = {SUM_WIDTH{1'b0}};
        for (position = 0; position < BITS; position = position + 1)
            sum = sum + ((ONE << WEIGHTS[8*position +: 8]) & {SUM_WIDTH{lines[position]}});
    end

endmodule

`default_nettype wire
