// Register that only software changes. Bits that are not stored ignore writes and read 0. RESET after reset.
`default_nettype none

module pmu_register #(
    parameter             WIDTH  = 32,
    parameter [WIDTH-1:0] STORED = {WIDTH{1'b1}},
    parameter [WIDTH-1:0] RESET  = {WIDTH{1'b0}}   // 0 in bits that are not stored
) (
    // Clock and reset
    input  wire             clk,
    input  wire             rst,

    // Software write
    input  wire             write,
    input  wire [WIDTH-1:0] wdata,

    // State
    output reg  [WIDTH-1:0] value_q
);

    wire [WIDTH-1:0] value_d = write ? (wdata & STORED) : value_q;

    always @(posedge clk)
        if (rst) value_q <= RESET;
        else     value_q <= value_d;

endmodule

`default_nettype wire
