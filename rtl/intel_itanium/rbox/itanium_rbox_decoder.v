// Decoder of the offsets of the R-Box. Combinational. Windows 4000 and 7000, in hexadecimal:
//
//   7080 + 100 p + 8 k                      IPERF k of port p
//   4290 + 8 l, 4490 + 8 l                  ARB_PERF of port l of the left and the right side
//   4A00 + 100 k + 28 l + 8 r               register r of match set k of port l of the left side, 4C00 + ... of the right
//   4E00 + 10 n, 4E08 + 10 n                CNT and CNT_CTRL of counter n
//   4F00                                    GBLCFG
//
// Left ports are 0 to 4 and 11, right ones 5 to 10, each with l from 0 on. Without a register all bits are 0.
`default_nettype none

module itanium_rbox_decoder (
    input  wire [15:0]  offset,

    output wire         at_global,
    output wire [31:0]  at_counter,  // bit 2n: CNT, bit 2n + 1: CNT_CTRL
    output wire [23:0]  at_iperf,    // bit 2p + k
    output wire [11:0]  at_arb,      // bit p
    output wire [119:0] at_match     // bit 10p + 5k + r
);

    wire        aligned = offset[2:0] == 3'd0;
    wire [7:0]  page    = offset[15:8];
    wire [4:0]  cell_no = offset[7:3];

    assign at_global  = aligned & page == 8'h4F & cell_no == 5'd0;
    assign at_counter = {31'd0, aligned & page == 8'h4E} << cell_no;

    genvar p;
    genvar k;
    genvar r;
    generate
        for (p = 0; p < 12; p = p + 1) begin : g_port
            localparam       RIGHT      = p >= 5 && p <= 10;
            localparam       INDEX      = p == 11 ? 5 : RIGHT ? p - 5 : p;
            localparam [7:0] IPERF_PAGE = 8'h70 + p;
            localparam [7:0] ARB_PAGE   = RIGHT ? 8'h44 : 8'h42;
            localparam [4:0] ARB_CELL   = 18 + INDEX;

            assign at_arb[p] = aligned & page == ARB_PAGE & cell_no == ARB_CELL;

            for (k = 0; k < 2; k = k + 1) begin : g_set
                localparam [4:0] IPERF_CELL = 16 + k;
                localparam [7:0] MATCH_PAGE = (RIGHT ? 8'h4C : 8'h4A) + k;

                assign at_iperf[2*p + k] = aligned & page == IPERF_PAGE & cell_no == IPERF_CELL;

                for (r = 0; r < 5; r = r + 1) begin : g_register
                    localparam [4:0] MATCH_CELL = 5*INDEX + r;

                    assign at_match[10*p + 5*k + r] = aligned & page == MATCH_PAGE & cell_no == MATCH_CELL;
                end
            end
        end
    endgenerate

endmodule

`default_nettype wire
