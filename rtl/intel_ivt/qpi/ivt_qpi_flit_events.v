// Number of flits of the selected event and of the kinds that umask selects, at most one per slot. Combinational.
//
//   ext ev_sel | event        | direction | group
//    0    00h  | TxL_FLITS_G0 | transmit  |   0
//    0    01h  | RxL_FLITS_G0 | receive   |   0
//    1    00h  | TxL_FLITS_G1 | transmit  |   1
//    1    01h  | TxL_FLITS_G2 | transmit  |   2
//    1    02h  | RxL_FLITS_G1 | receive   |   1
//    1    03h  | RxL_FLITS_G2 | receive   |   2
//     others   |              | nothing
`default_nettype none

module ivt_qpi_flit_events (
    // Selection
    input  wire       ev_sel_ext,
    input  wire [7:0] ev_sel,
    input  wire [4:0] umask,       // no event has more sub-events

    // Kinds of the flits, slot 0 in the low bits
    input  wire [5:0] tx_g0,
    input  wire [9:0] tx_g1,
    input  wire [9:0] tx_g2,
    input  wire [5:0] rx_g0,
    input  wire [9:0] rx_g1,
    input  wire [9:0] rx_g2,
    output wire [1:0] count
);

    localparam [8:0] TXL_FLITS_G0 = 9'h000;
    localparam [8:0] RXL_FLITS_G0 = 9'h001;
    localparam [8:0] TXL_FLITS_G1 = 9'h100;
    localparam [8:0] TXL_FLITS_G2 = 9'h101;
    localparam [8:0] RXL_FLITS_G1 = 9'h102;
    localparam [8:0] RXL_FLITS_G2 = 9'h103;

    // The selected group, with group 0 as wide as the others
    reg [9:0] kinds;

    always @*
        case ({ev_sel_ext, ev_sel})
            TXL_FLITS_G0: kinds = {2'd0, tx_g0[5:3], 2'd0, tx_g0[2:0]};
            RXL_FLITS_G0: kinds = {2'd0, rx_g0[5:3], 2'd0, rx_g0[2:0]};
            TXL_FLITS_G1: kinds = tx_g1;
            TXL_FLITS_G2: kinds = tx_g2;
            RXL_FLITS_G1: kinds = rx_g1;
            RXL_FLITS_G2: kinds = rx_g2;
            default:      kinds = 10'd0;
        endcase

    wire slot0 = |(kinds[4:0] & umask);
    wire slot1 = |(kinds[9:5] & umask);

    assign count = {1'b0, slot0} + {1'b0, slot1};

endmodule

`default_nettype wire
