// Detects an event that only counters 0 and 1 can select, in this cycle. Combinational.
//
//   ev_sel | event         | umask bits
//     10h  | RxR_CYCLES_NE | 4 NCB, 5 NCS
//     11h  | RxR_INSERTS   | likewise
//     26h  | TxR_NACK_CW   | 0 AD, 1 AK, 2 BL
//     28h  | TxR_NACK_CCW  | likewise
//   others |               | nothing
`default_nettype none

module ivt_r2pcie_queue_events (
    // Selection
    input  wire [7:0] ev_sel,
    input  wire [5:0] umask,         // no event has more sub-events

    // Queues
    input  wire [1:0] rxr_ne,
    input  wire [1:0] rxr_ins,
    input  wire [2:0] txr_nack_cw,
    input  wire [2:0] txr_nack_ccw,
    output reg        hit
);

    localparam [7:0] RXR_CYCLES_NE = 8'h10;
    localparam [7:0] RXR_INSERTS   = 8'h11;
    localparam [7:0] TXR_NACK_CW   = 8'h26;
    localparam [7:0] TXR_NACK_CCW  = 8'h28;

    wire       unused_umask = umask[3];
    wire [1:0] ingress      = umask[5:4];
    wire [2:0] egress       = umask[2:0];

    always @*
        case (ev_sel)
            RXR_CYCLES_NE: hit = |(rxr_ne & ingress);
            RXR_INSERTS:   hit = |(rxr_ins & ingress);
            TXR_NACK_CW:   hit = |(txr_nack_cw & egress);
            TXR_NACK_CCW:  hit = |(txr_nack_ccw & egress);
            default:       hit = 1'b0;
        endcase

endmodule

`default_nettype wire
