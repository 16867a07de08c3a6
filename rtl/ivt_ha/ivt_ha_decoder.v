// Decoder of the register port of a Home Agent: that of every box in PCI configuration space, and the match registers.
//
//   offset   register
//   40       BOX_ADDRMATCH0
//   44       BOX_ADDRMATCH1
//   48       BOX_OPCODEMATCH
`default_nettype none

module ivt_ha_decoder #(
    parameter COUNTERS = 4
) (
    // Register port
    input  wire        bus_valid,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    output wire        bus_error,

    // An access to ...
    output wire        at_ctr_low,
    output wire        at_ctr_high,
    output wire        at_ctl,
    output wire        at_box_ctl,
    output wire        at_box_status,
    output wire [1:0]  index,           // ... of this counter

    // ... or to a match register
    output wire        at_addrmatch0,
    output wire        at_addrmatch1,
    output wire        at_opcodematch
);

    localparam [7:0] ADDRMATCH0  = 8'h40;
    localparam [7:0] ADDRMATCH1  = 8'h44;
    localparam [7:0] OPCODEMATCH = 8'h48;

    ivt_pci_decoder #(
        .COUNTERS (COUNTERS)
    ) u_common (
        .bus_valid     (bus_valid),
        .bus_space     (bus_space),
        .bus_unit      (bus_unit),
        .bus_addr      (bus_addr),
        .bus_error     (bus_error),
        .at_ctr_low    (at_ctr_low),
        .at_ctr_high   (at_ctr_high),
        .at_ctl        (at_ctl),
        .at_box_ctl    (at_box_ctl),
        .at_box_status (at_box_status),
        .index         (index)
    );

    // What is not refused has no more than the bits of the offset.
    wire       here   = bus_valid & ~bus_error;
    wire [7:0] offset = bus_addr[7:0];

    assign at_addrmatch0  = here & (offset == ADDRMATCH0);
    assign at_addrmatch1  = here & (offset == ADDRMATCH1);
    assign at_opcodematch = here & (offset == OPCODEMATCH);

endmodule

`default_nettype wire
