// Decides whether the execution trace buffer records a retired branch, and its target (3.3.10.1.1). Combinational.
//   kind     brt   0 all, 1 IP-relative, 2 return, 3 non-return indirect
//   outcome  tm    bit 1 taken,             bit 0 not taken
//   target   ptm   bit 1 predicted correctly, bit 0 mispredicted; a mispredicted path has no target prediction
//   path     ppm   bit 1 predicted correctly, bit 0 mispredicted
// With ptm and ppm both 01 no branch is recorded. Exceptions, rfi, failed chk are taken branches with mispredicted path.
`default_nettype none

module itanium_etb_filter (
    // PMC39
    input  wire       drt,
    input  wire       ds,
    input  wire [1:0] tm,
    input  wire [1:0] ptm,
    input  wire [1:0] ppm,
    input  wire [1:0] brt,

    // The branch
    input  wire [2:0] bt_type,
    input  wire       bt_taken,
    input  wire       bt_path_mp,
    input  wire       bt_tgt_mp,

    output wire       other,         // not a branch
    output wire       taken,
    output wire       wanted,
    output wire       wants_target
);

    assign other = bt_type >= 3'd3;
    assign taken = bt_taken | other;

    wire path_missed   = bt_path_mp | other;
    wire target_missed = bt_tgt_mp & ~path_missed;
    wire kind_fits     = brt == 2'd0 | ~other & {1'b0, brt} == bt_type + 3'd1;
    wire outcome_fits  = taken         ? tm[1]  : tm[0];
    wire target_fits   = target_missed ? ptm[0] : ptm[1];
    wire path_fits     = path_missed   ? ppm[0] : ppm[1];
    wire excluded      = ptm == 2'b01 & ppm == 2'b01;
    wire dropped       = drt & tm == 2'b10 & brt == 2'd0 & bt_type == 3'd0;

    assign wanted       = ~ds & kind_fits & outcome_fits & target_fits & path_fits & ~excluded;
    assign wants_target = taken & ~dropped;

endmodule

`default_nettype wire
