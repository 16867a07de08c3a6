// Value that a CSR instruction writes, from the value that it reads. Combinational.
//
//   space | instruction     | value
//   0     | CSRRW, CSRRWI   | operand
//   1     | CSRRS, CSRRSI   | old value with the bits of the operand set
//   2     | CSRRC, CSRRCI   | old value with the bits of the operand cleared
//
// In other spaces the access is refused, and the value has no effect.
`default_nettype none

module riscv_hpm_operation #(
    parameter XLEN = 64
) (
    input  wire [1:0]      space,    // bits 1:0 of the address space
    input  wire [XLEN-1:0] old,
    input  wire [XLEN-1:0] operand,
    output wire [XLEN-1:0] value
);

    localparam SET   = 0;
    localparam CLEAR = 1;

    assign value = space[CLEAR] ? old & ~operand
                 : space[SET]   ? old | operand
                 :                operand;

endmodule

`default_nettype wire
