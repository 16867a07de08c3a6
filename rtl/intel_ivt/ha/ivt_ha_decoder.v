// Decoder of the match registers, which only a Home Agent has. Combinational.
//
//   offset   register
//   40       BOX_ADDRMATCH0
//   44       BOX_ADDRMATCH1
//   48       BOX_OPCODEMATCH
`default_nettype none

module ivt_ha_decoder (
    // Accepted access to the box
    input  wire       bus_valid,
    input  wire [7:0] offset,

    // Register selects: the access is to this register
    output wire       at_addrmatch0,
    output wire       at_addrmatch1,
    output wire       at_opcodematch
);

    localparam [7:0] ADDRMATCH0  = 8'h40;
    localparam [7:0] ADDRMATCH1  = 8'h44;
    localparam [7:0] OPCODEMATCH = 8'h48;

    assign at_addrmatch0  = bus_valid & (offset == ADDRMATCH0);
    assign at_addrmatch1  = bus_valid & (offset == ADDRMATCH1);
    assign at_opcodematch = bus_valid & (offset == OPCODEMATCH);

endmodule

`default_nettype wire
