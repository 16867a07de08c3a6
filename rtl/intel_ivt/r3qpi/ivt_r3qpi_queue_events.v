// Detects an event of the queues that only counters 0 and 1 can select, in this cycle. Combinational.
//
//   ev_sel | event           | umask bits
//     10h  | RxR_CYCLES_NE   | 0 HOM, 1 SNP, 2 NDR
//     11h  | RxR_INSERTS     | likewise, and 3 DRS, 4 NCB, 5 NCS
//     12h  | RxR_AD_BYPASSED | ignored
//     23h  | TxR_CYCLES_NE   | ignored
//     25h  | TxR_CYCLES_FULL | ignored
//     26h  | TxR_NACK_CW     | 0 AD, 1 AK, 2 BL
//     28h  | TxR_NACK_CCW    | likewise
//   others |                 | nothing
`default_nettype none

module ivt_r3qpi_queue_events (
    // Selection
    input  wire [7:0] ev_sel,
    input  wire [5:0] umask,         // no event has more sub-events

    // Queues
    input  wire [2:0] rxr_ne,
    input  wire [5:0] rxr_ins,
    input  wire       rxr_ad_byp,
    input  wire       txr_ne,
    input  wire       txr_full,
    input  wire [2:0] txr_nack_cw,
    input  wire [2:0] txr_nack_ccw,
    output reg        hit
);

    localparam [7:0] RXR_CYCLES_NE   = 8'h10;
    localparam [7:0] RXR_INSERTS     = 8'h11;
    localparam [7:0] RXR_AD_BYPASSED = 8'h12;
    localparam [7:0] TXR_CYCLES_NE   = 8'h23;
    localparam [7:0] TXR_CYCLES_FULL = 8'h25;
    localparam [7:0] TXR_NACK_CW     = 8'h26;
    localparam [7:0] TXR_NACK_CCW    = 8'h28;

    always @*
        case (ev_sel)
            RXR_CYCLES_NE:   hit = |(rxr_ne & umask[2:0]);
            RXR_INSERTS:     hit = |(rxr_ins & umask);
            RXR_AD_BYPASSED: hit = rxr_ad_byp;
            TXR_CYCLES_NE:   hit = txr_ne;
            TXR_CYCLES_FULL: hit = txr_full;
            TXR_NACK_CW:     hit = |(txr_nack_cw & umask[2:0]);
            TXR_NACK_CCW:    hit = |(txr_nack_ccw & umask[2:0]);
            default:         hit = 1'b0;
        endcase

endmodule

`default_nettype wire
