// Detects ADDR_OPC_MATCH (20h) for a packet that umask selects. Combinational.
//
//   umask bits 1:0 | packets            umask bit | further packets
//         0        | none                   2     | opcode, on the AD ring
//         1        | address                3     | opcode, on the BL ring
//         2        | opcode                 4     | opcode, on the AK ring
//         3        | both at once
`default_nettype none

module ivt_ha_match_event (
    // Selection
    input  wire [7:0] ev_sel,
    input  wire [4:0] umask,      // no event has more sub-events

    // Packet
    input  wire       am_v,
    input  wire [2:0] am_ring,    // bit 0 AD, 1 BL, 2 AK
    input  wire       addr_hit,
    input  wire       opc_hit,
    output wire       hit
);

    localparam [7:0] ADDR_OPC_MATCH = 8'h20;

    // A half that is not selected counts as present; with neither selected there is no match.
    wire base = (|umask[1:0]) & (addr_hit | ~umask[0]) & (opc_hit | ~umask[1]);
    wire ring = opc_hit & |(am_ring & umask[4:2]);

    assign hit = (ev_sel == ADDR_OPC_MATCH) & am_v & (base | ring);

endmodule

`default_nettype wire
