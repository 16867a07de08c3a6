// Mode of the hart, or of the instructions of a retire port, as a one-hot vector. Combinational.
//
//   U  priv  S    H  virt | mode  bit
//   0  any  any   any     | M     4
//   1   3   any   any     | M     4
//   1   1    1     0      | S     3
//   1   1    1     1      | VS    1
//   1  else        0      | U     2
//   1  else        1      | VU    0
//
// H virt: 1 if both are 1. The order of the bits is that of the xINH fields.
`default_nettype none

module riscv_hpm_mode #(
    parameter U = 1,
    parameter S = 1,
    parameter H = 1
) (
    input  wire [1:0] priv,
    input  wire       virt,
    output wire [4:0] mode
);

    localparam [1:0] MACHINE    = 2'd3;
    localparam [1:0] SUPERVISOR = 2'd1;

    wire machine    = (U == 0) | (priv == MACHINE);
    wire supervisor = ~machine & (S != 0) & (priv == SUPERVISOR);
    wire user       = ~machine & ~supervisor;
    wire guest      = (H != 0) & virt;

    assign mode = {machine, supervisor & ~guest, user & ~guest, supervisor & guest, user & guest};

endmodule

`default_nettype wire
