// Detects an event that every counter of R2PCIe or R3QPI can select, in this cycle. Combinational.
//
//   ev_sel | event         | counts
//     01h  | CLOCKTICKS    | always; umask is ignored
//     07h  | RING_AD_USED  | a packet on a part of the ring that umask selects
//     08h  | RING_AK_USED  | likewise
//     09h  | RING_BL_USED  | likewise
//     0Ah  | RING_IV_USED  | likewise
//   others |               | nothing
//
// The parts of a ring are its directions, virtual rings and polarities, all eight of them, although the named masks of
// R3QPI select one virtual ring or both. Packets on several parts count as one.
`default_nettype none

module ivt_ring_events (
    // Selection
    input  wire [7:0] ev_sel,
    input  wire [7:0] umask,

    // Packets
    input  wire [7:0] ring_ad,
    input  wire [7:0] ring_ak,
    input  wire [7:0] ring_bl,
    input  wire [7:0] ring_iv,
    output reg        hit
);

    localparam [7:0] CLOCKTICKS   = 8'h01;
    localparam [7:0] RING_AD_USED = 8'h07;
    localparam [7:0] RING_AK_USED = 8'h08;
    localparam [7:0] RING_BL_USED = 8'h09;
    localparam [7:0] RING_IV_USED = 8'h0A;

    always @*
        case (ev_sel)
            CLOCKTICKS:   hit = 1'b1;
            RING_AD_USED: hit = |(ring_ad & umask);
            RING_AK_USED: hit = |(ring_ak & umask);
            RING_BL_USED: hit = |(ring_bl & umask);
            RING_IV_USED: hit = |(ring_iv & umask);
            default:      hit = 1'b0;
        endcase

endmodule

`default_nettype wire
