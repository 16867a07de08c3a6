// Range tag of one channel for one instruction (3.3.5). A channel without a constraint tags every instruction.
//   address match   normal   IP[63:56] as the address register; IP[55:4] where the mask is 1
//                   fine     the same down to bit 16; the low 16 bits between two limits; channels 0 and 1
//   tag             unconstrained, or IA-64 at an enabled privilege level with a match (or without, if inverted)
`default_nettype none

module itanium_tag_range #(
    parameter HAS_FINE = 1,
    parameter IPF_R142 = 0   // see itanium_core
) (
    // The pair of registers, and the upper limit of its range in fine mode
    input  wire [63:0] address,
    input  wire [63:0] mask,
    input  wire [15:0] limit,

    // Configuration
    input  wire        fine,
    input  wire        ignored,
    input  wire        inverted,

    // The instruction
    input  wire        psr_is,
    input  wire [1:0]  psr_cpl,
    input  wire [59:0] ip,        // bits 63:4

    output wire        tag
);

    wire [59:0] differs = ip ^ address[63:4];
    wire        top     = differs[59:52] == 8'd0;
    wire        high    = (differs[51:12] & mask[55:16]) == 40'd0;
    wire        low     = (differs[11:0] & mask[15:4]) == 12'd0;
    wire [15:0] offset  = {ip[11:0], 4'd0};
    wire        below   = (IPF_R142 != 0) ? offset <= limit : offset < limit;
    wire        between = offset > address[15:0] & below;
    wire        match   = top & high & (fine ? HAS_FINE != 0 & between : low);
    wire [3:0]  levels  = mask[59:56];

    wire [6:0]  unused_mask = {mask[62:60], mask[3:0]};

    assign tag = ignored | mask[63] | ~psr_is & levels[psr_cpl] & (match ^ inverted);

endmodule

`default_nettype wire
