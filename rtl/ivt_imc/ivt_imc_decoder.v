// Decoder of the register port of a channel: that of every box in PCI configuration space, and the fixed counter.
//
//   offset   register
//   D0       FIXED_CTR, its low dword
//   D4       ... and its high dword
//   F0       FIXED_CTL
`default_nettype none

module ivt_imc_decoder #(
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
    output wire [1:0]  index,              // ... of this counter

    // ... or to the fixed counter
    output wire        at_fixed_ctr_low,
    output wire        at_fixed_ctr_high,
    output wire        at_fixed_ctl
);

    localparam [7:0] FIXED_CTR_LOW  = 8'hD0;
    localparam [7:0] FIXED_CTR_HIGH = 8'hD4;
    localparam [7:0] FIXED_CTL      = 8'hF0;

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

    assign at_fixed_ctr_low  = here & (offset == FIXED_CTR_LOW);
    assign at_fixed_ctr_high = here & (offset == FIXED_CTR_HIGH);
    assign at_fixed_ctl      = here & (offset == FIXED_CTL);

endmodule

`default_nettype wire
