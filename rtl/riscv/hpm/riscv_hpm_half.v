// Selects the half of a 64-bit register that software reads; for XLEN = 64 all of it. 0 if it reads neither.
// Combinational.
`default_nettype none

module riscv_hpm_half #(
    parameter XLEN   = 64,
    parameter HALVES = 1    // 64/XLEN
) (
    input  wire [63:0]       value,
    input  wire [HALVES-1:0] read,   // at most one bit 1
    output wire [XLEN-1:0]   rdata
);

    generate
        if (HALVES == 2) begin : g_halves
            assign rdata = (value[XLEN-1:0] & {XLEN{read[0]}}) | (value[63:64-XLEN] & {XLEN{read[HALVES-1]}});
        end else begin : g_full
            assign rdata = value & {XLEN{read[0]}};
        end
    endgenerate

endmodule

`default_nettype wire
