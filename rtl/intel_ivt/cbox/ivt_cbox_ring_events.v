// Detects the event that counter 2 or 3 selects, without occupancies, in this cycle. None has a thread. Combinational.
//
//   ev_sel | event          | counts
//     00h  | CLOCKTICKS     | always
//     1Bh  | RING_AD_USED   | a lane in use that umask selects
//     1Ch  | RING_AK_USED   | likewise
//     1Dh  | RING_BL_USED   | likewise
//     1Eh  | RING_IV_USED   | likewise
//   others |                | nothing
`default_nettype none

module ivt_cbox_ring_events (
    // Selection
    input  wire [7:0] ev_sel,
    input  wire [7:0] umask,
    input  wire       no_thread_ok,

    // Lanes in use
    input  wire [7:0] e_ring_ad,
    input  wire [7:0] e_ring_ak,
    input  wire [7:0] e_ring_bl,
    input  wire [7:0] e_ring_iv,
    output wire       hit
);

    localparam [7:0] CLOCKTICKS   = 8'h00;
    localparam [7:0] RING_AD_USED = 8'h1B;
    localparam [7:0] RING_AK_USED = 8'h1C;
    localparam [7:0] RING_BL_USED = 8'h1D;
    localparam [7:0] RING_IV_USED = 8'h1E;

    reg happens;

    always @*
        case (ev_sel)
            CLOCKTICKS:   happens = 1'b1;
            RING_AD_USED: happens = |(e_ring_ad & umask);
            RING_AK_USED: happens = |(e_ring_ak & umask);
            RING_BL_USED: happens = |(e_ring_bl & umask);
            RING_IV_USED: happens = |(e_ring_iv & umask);
            default:      happens = 1'b0;
        endcase

    assign hit = happens & no_thread_ok;

endmodule

`default_nettype wire
