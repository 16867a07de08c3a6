// Privilege filter: the OS bit admits CPL 0, the USR bit admits every other CPL. Combinational.
//
//   os usr | admitted CPL
//    0  0  | none
//    0  1  | 1 to 3
//    1  0  | 0
//    1  1  | 0 to 3
`default_nettype none

module pmu_privilege #(
    parameter CPL_WIDTH = 2
) (
    input  wire [CPL_WIDTH-1:0] cpl,
    input  wire                 os,
    input  wire                 usr,
    output wire                 admitted
);

    assign admitted = (|cpl) ? usr : os;

endmodule

`default_nettype wire
