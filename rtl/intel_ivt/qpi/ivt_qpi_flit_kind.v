// Sub-events of the flit events to which a flit belongs, by its class. Each class is in the first group; those from 1 to
// 10 are also in the second or the third. Combinational.
//
//   class    G0 mask bit      class   G1 mask bit      class   G2 mask bit
//   0        0 idle             1     0 SNP              6     0 NDR AD
//   4, 8     1 data             2     1 HOM request      7     1 NDR AK
//   others   2 no data          3     2 HOM other        8     2 NCB data
//   to 11                       4     3 DRS data         9     3 NCB other
//                               5     4 DRS other       10     4 NCS
`default_nettype none

module ivt_qpi_flit_kind (
    input  wire       valid,
    input  wire [3:0] cls,
    output wire [2:0] g0,
    output wire [4:0] g1,
    output wire [4:0] g2
);

    localparam [3:0] IDLE     = 4'd0;
    localparam [3:0] SNP      = 4'd1;
    localparam [3:0] DRS_DATA = 4'd4;
    localparam [3:0] NDR_AD   = 4'd6;
    localparam [3:0] NCB_DATA = 4'd8;
    localparam [3:0] OTHER    = 4'd11;

    wire idle = cls == IDLE;
    wire data = (cls == DRS_DATA) | (cls == NCB_DATA);
    wire none = cls > OTHER;

    assign g0 = {~idle & ~data & ~none, data, idle} & {3{valid}};

    genvar k;
    generate
        for (k = 0; k < 5; k = k + 1) begin : g_kind
            assign g1[k] = valid & (cls == SNP + k[3:0]);
            assign g2[k] = valid & (cls == NDR_AD + k[3:0]);
        end
    endgenerate

endmodule

`default_nettype wire
