// Ownership of one counter index between the two cores while northbridge events are counted on it. No owner after reset.
//
// Owner of the index in this cycle, by priority:
//   1. the owner of the previous cycle, if it still claims
//   2. core 0, if it claims
//   3. core 1, if it claims
//   4. no core
// The decision is combinational: a claim blocks the other core in its first cycle, and an index that its owner releases
// is not idle for a cycle if the other core waits for it.
`default_nettype none

module k8_nb_owner (
    // Clock and reset
    input  wire       clk,
    input  wire       rst,

    // One bit per core
    input  wire [1:0] claim,
    output wire [1:0] block   // the other core owns the index
);

    // One bit per core, never both set.
    localparam [1:0] NOBODY = 2'b00;
    localparam [1:0] CORE0  = 2'b01;
    localparam [1:0] CORE1  = 2'b10;

    reg  [1:0] owner_q;
    wire [1:0] kept    = owner_q & claim;
    wire [1:0] owner_d = (|kept)  ? kept
                       : claim[0] ? CORE0
                       : claim[1] ? CORE1
                       :            NOBODY;

    assign block = {owner_d[0], owner_d[1]};

    always @(posedge clk)
        if (rst) owner_q <= NOBODY;
        else     owner_q <= owner_d;

endmodule

`default_nettype wire
