// Detects the selected event of rings, egress or the path to the QPI agents in this cycle. Several sub-events in one
// cycle count once. Combinational.
//
//   ev_sel | event                | umask bits
//     0Eh  | TxR_AK               | ignored
//     10h  | TxR_BL               | 0 to cache, 1 to core, 2 to QPI
//     22h  | IGR_NO_CREDIT_CYCLES | 0, 1 AD to QPI 0, 1; 2, 3 BL likewise
//     2Ah  | TxR_AD_CYCLES_FULL   | 0, 1 schedulers
//     32h  | TxR_AK_CYCLES_FULL   | likewise
//     36h  | TxR_BL_CYCLES_FULL   | likewise
//     3Eh  | RING_AD_USED         | 0 - 7 directions, virtual rings and polarities
//     3Fh  | RING_AK_USED         | likewise
//     40h  | RING_BL_USED         | likewise
//     59h  | IGR_CREDITS_AD_QPI2  | ignored
//     5Ah  | IGR_CREDITS_BL_QPI2  | ignored
//   others |                      | nothing
`default_nettype none

module ivt_ha_ring_events (
    // Selection
    input  wire [7:0] ev_sel,
    input  wire [7:0] umask,

    // Messages sent
    input  wire       e_txr_ak,
    input  wire [7:0] e_txr_bl,

    // Ingress credits, egress
    input  wire [7:0] e_igr_nocrd,
    input  wire [1:0] e_txr_ad_full,
    input  wire [1:0] e_txr_ak_full,
    input  wire [1:0] e_txr_bl_full,

    // Rings
    input  wire [7:0] e_ring_ad,
    input  wire [7:0] e_ring_ak,
    input  wire [7:0] e_ring_bl,

    // Credits of QPI link 2
    input  wire       igr_crd_ad2,
    input  wire       igr_crd_bl2,
    output reg        hit
);

    localparam [7:0] TXR_AK               = 8'h0E;
    localparam [7:0] TXR_BL               = 8'h10;
    localparam [7:0] IGR_NO_CREDIT_CYCLES = 8'h22;
    localparam [7:0] TXR_AD_CYCLES_FULL   = 8'h2A;
    localparam [7:0] TXR_AK_CYCLES_FULL   = 8'h32;
    localparam [7:0] TXR_BL_CYCLES_FULL   = 8'h36;
    localparam [7:0] RING_AD_USED         = 8'h3E;
    localparam [7:0] RING_AK_USED         = 8'h3F;
    localparam [7:0] RING_BL_USED         = 8'h40;
    localparam [7:0] IGR_CREDITS_AD_QPI2  = 8'h59;
    localparam [7:0] IGR_CREDITS_BL_QPI2  = 8'h5A;

    // Bits of umask that select a sub-event
    localparam [7:0] TXR_BL_BITS = 8'b0000_0111;
    localparam [7:0] CREDIT_BITS = 8'b0000_1111;

    always @*
        case (ev_sel)
            TXR_AK:               hit = e_txr_ak;
            TXR_BL:               hit = |(e_txr_bl & umask & TXR_BL_BITS);
            IGR_NO_CREDIT_CYCLES: hit = |(e_igr_nocrd & umask & CREDIT_BITS);
            TXR_AD_CYCLES_FULL:   hit = |(e_txr_ad_full & umask[1:0]);
            TXR_AK_CYCLES_FULL:   hit = |(e_txr_ak_full & umask[1:0]);
            TXR_BL_CYCLES_FULL:   hit = |(e_txr_bl_full & umask[1:0]);
            RING_AD_USED:         hit = |(e_ring_ad & umask);
            RING_AK_USED:         hit = |(e_ring_ak & umask);
            RING_BL_USED:         hit = |(e_ring_bl & umask);
            IGR_CREDITS_AD_QPI2:  hit = igr_crd_ad2;
            IGR_CREDITS_BL_QPI2:  hit = igr_crd_bl2;
            default:              hit = 1'b0;
        endcase

endmodule

`default_nettype wire
