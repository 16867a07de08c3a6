// LLC lookups and victims that match umask and filters, without the thread filter. Combinational.
//
//   umask bit | a lookup counts if it                          | a victim counts if it
//       0     | (nothing counts without this bit)              | was M
//       1     | reads data                                     | was E
//       2     | writes                                         | was S
//       3     | is a remote snoop                              | was a miss
//       4     | comes from the IPQ or the IRQ                  |
//       6     | goes to a node of the nid mask                 | goes to a node of the nid mask
//
// Bits 1 to 4 of a lookup, and 0 to 3 of a victim, are alternatives. Bit 6 restricts them, and without any
// of them it selects all. A lookup must also have found the line in one of the states of the filter.
`default_nettype none

module ivt_cbox_llc (
    // Selection
    input  wire [7:0]  umask,
    input  wire [5:0]  filter_state,
    input  wire [15:0] filter_nid,

    // Lookup
    input  wire        lk_v,
    input  wire [3:0]  lk_kind,
    input  wire [5:0]  lk_state,
    input  wire [3:0]  lk_nid,
    output wire        lookup,

    // Victim
    input  wire        vic_v,
    input  wire [3:0]  vic_flags,
    input  wire [3:0]  vic_nid,
    output wire        victim
);

    localparam LOOKUP = 0;
    localparam KIND   = 1;
    localparam FLAG   = 0;
    localparam NID    = 6;

    // Bits without a meaning for either event.
    wire [1:0]  unused_umask = {umask[7], umask[5]};

    wire        by_nid = umask[NID];
    wire [15:0] nodes  = filter_nid | {16{~by_nid}};
    wire [3:0]  kinds  = umask[KIND +: 4];
    wire [3:0]  flags  = umask[FLAG +: 4];

    wire        any_kind = by_nid & ~|kinds;
    wire        any_flag = by_nid & ~|flags;

    assign lookup = lk_v & umask[LOOKUP] & (|(filter_state & lk_state)) & (any_kind | (|(kinds & lk_kind)))
                  & nodes[lk_nid];
    assign victim = vic_v & (any_flag | (|(flags & vic_flags))) & nodes[vic_nid];

endmodule

`default_nettype wire
