// Modes of the sources, the hart and the retire ports, as one-hot vectors. Combinational.
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
    parameter SOURCES = 1,
    parameter U       = 1,
    parameter S       = 1,
    parameter H       = 1
) (
    // Source 0 in the low bits
    input  wire [2*SOURCES-1:0] priv,
    input  wire [SOURCES-1:0]   virt,
    output wire [5*SOURCES-1:0] modes
);

    localparam [1:0] MACHINE    = 2'd3;
    localparam [1:0] SUPERVISOR = 2'd1;

    genvar source;
    generate
        for (source = 0; source < SOURCES; source = source + 1) begin : g_source
            wire [1:0] level      = priv[2*source +: 2];
            wire       machine    = (U == 0) | (level == MACHINE);
            wire       supervisor = ~machine & (S != 0) & (level == SUPERVISOR);
            wire       user       = ~machine & ~supervisor;
            wire       guest      = (H != 0) & virt[source];

            assign modes[5*source +: 5] = {machine, supervisor & ~guest, user & ~guest, supervisor & guest, user & guest};
        end
    endgenerate

endmodule

`default_nettype wire
