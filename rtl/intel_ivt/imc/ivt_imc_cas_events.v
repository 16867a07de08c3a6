// Detects a CAS to the selected rank and one of the selected banks in this cycle. Combinational.
//
//   ev_sel  | event        | umask bits
//   B0h + r | RD_CAS_RANKr | banks of a read of rank r
//   B8h + r | WR_CAS_RANKr | banks of a write of rank r
//   others  |              | nothing
`default_nettype none

module ivt_imc_cas_events (
    // Selection
    input  wire [7:0] ev_sel,
    input  wire [7:0] umask,

    // CAS with its rank and bank
    input  wire       rd_cas_v,
    input  wire [2:0] rd_cas_rank,
    input  wire [2:0] rd_cas_bank,
    input  wire       wr_cas_v,
    input  wire [2:0] wr_cas_rank,
    input  wire [2:0] wr_cas_bank,
    output wire       hit
);

    localparam [4:0] RD_CAS_RANK = 5'h16;   // B0h without the bits of the rank
    localparam [4:0] WR_CAS_RANK = 5'h17;   // B8h likewise

    wire [2:0] rank   = ev_sel[2:0];
    wire       rd_hit = (ev_sel[7:3] == RD_CAS_RANK) & rd_cas_v & (rd_cas_rank == rank) & umask[rd_cas_bank];
    wire       wr_hit = (ev_sel[7:3] == WR_CAS_RANK) & wr_cas_v & (wr_cas_rank == rank) & umask[wr_cas_bank];

    assign hit = rd_hit | wr_hit;

endmodule

`default_nettype wire
