// Values of a CSR access: the old value that it reads, and the new one that it writes. Combinational.
//
//   space | instruction     | new value
//   0     | CSRRW, CSRRWI   | operand
//   1     | CSRRS, CSRRSI   | old value with the bits of the operand set
//   2     | CSRRC, CSRRCI   | old value with the bits of the operand cleared
//
// In other spaces the access is refused, and the new value has no effect. A read returns the old value on bus_rdata, a
// write on csr_old.
`default_nettype none

module riscv_hpm_operation #(
    parameter XLEN = 64
) (
    // Access, if it is accepted
    input  wire            read,
    input  wire            write,
    input  wire [1:0]      bus_space,      // bits 1:0
    input  wire [63:0]     bus_wdata,

    // Addressed register; the values of the others are 0
    input  wire [XLEN-1:0] counter_rdata,
    input  wire [31:0]     word_rdata,

    output wire [XLEN-1:0] wdata,
    output wire [63:0]     bus_rdata,
    output wire [63:0]     csr_old
);

    localparam SET   = 0;
    localparam CLEAR = 1;

    wire [XLEN-1:0] operand = bus_wdata[XLEN-1:0];
    wire [XLEN-1:0] old;

    assign wdata = bus_space[CLEAR] ? old & ~operand
                 : bus_space[SET]   ? old | operand
                 :                    operand;

    generate
        if (XLEN == 64) begin : g_rv64
            assign old       = counter_rdata | {32'd0, word_rdata};
            assign bus_rdata = old & {64{read}};
            assign csr_old   = old & {64{write}};
        end else begin : g_rv32
            wire unused_wdata = |bus_wdata[63:XLEN];

            assign old       = counter_rdata | word_rdata;
            assign bus_rdata = {32'd0, old & {XLEN{read}}};
            assign csr_old   = {32'd0, old & {XLEN{write}}};
        end
    endgenerate

endmodule

`default_nettype wire
