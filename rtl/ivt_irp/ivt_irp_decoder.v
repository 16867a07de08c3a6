// Decoder of the register port of the IRP. Its registers are where every box in PCI configuration space has them, but
// for the counters, of which all but the first are one place higher. So the common decoder gets the address that it
// knows for the same register:
//
//   offset    counter   common decoder
//   A0, A4       0      A0, A4
//   A8, AC      none    nowhere
//   B0 - C4    1 - 3    A8 - BC
`default_nettype none

module ivt_irp_decoder #(
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
    output wire [1:0]  index          // ... of this counter
);

    // Dwords from the start of the space
    localparam [5:0] NOWHERE = 6'h00;
    localparam [5:0] GAP     = 6'h2A;
    localparam [5:0] CTR1    = 6'h2C;
    localparam [5:0] CTR_END = 6'h32;

    wire [5:0] dword   = bus_addr[7:2];
    wire       in_gap  = (dword >= GAP) & (dword < CTR1);
    wire       shifted = (dword >= CTR1) & (dword < CTR_END);
    wire [5:0] common  = in_gap  ? NOWHERE
                       : shifted ? dword - (CTR1 - GAP)
                       :           dword;

    ivt_pci_decoder #(
        .COUNTERS (COUNTERS)
    ) u_common (
        .bus_valid     (bus_valid),
        .bus_space     (bus_space),
        .bus_unit      (bus_unit),
        .bus_addr      ({bus_addr[31:8], common, bus_addr[1:0]}),
        .bus_error     (bus_error),
        .at_ctr_low    (at_ctr_low),
        .at_ctr_high   (at_ctr_high),
        .at_ctl        (at_ctl),
        .at_box_ctl    (at_box_ctl),
        .at_box_status (at_box_status),
        .index         (index)
    );

endmodule

`default_nettype wire
