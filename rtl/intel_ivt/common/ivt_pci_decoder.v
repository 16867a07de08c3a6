// Decoder of the register port of a box in PCI configuration space: selects the register of an access, or refuses the
// access. Combinational.
//
//   offset     register                                offset     register
//   A0 + 8*i   CTR of counter i, its low dword         F4         BOX_CTL
//   A4 + 8*i   CTR of counter i, its high dword        F8         BOX_STATUS
//   D8 + 4*i   CTL of counter i
//
// All registers are in space 1 (PCI) of unit 0. An access to another space or unit, or to anything but a dword below 100,
// is refused. An access to a dword without a register is accepted and selects no register.
`default_nettype none

module ivt_pci_decoder #(
    parameter COUNTERS = 4   // 1 to 4
) (
    // Register port
    input  wire        bus_valid,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    output wire        bus_error,

    // Register selects: the access is to this register
    output wire        at_ctr_low,
    output wire        at_ctr_high,
    output wire        at_ctl,
    output wire        at_box_ctl,
    output wire        at_box_status,
    output wire [1:0]  index          // number of the counter that is addressed
);

    localparam [3:0] SPACE_PCI  = 4'd1;
    localparam [7:0] UNIT       = 8'd0;

    // Dwords from the start of the space
    localparam [5:0] CTR0       = 6'h28;
    localparam [5:0] CTL0       = 6'h36;
    localparam [5:0] BOX_CTL    = 6'h3D;
    localparam [5:0] BOX_STATUS = 6'h3E;
    localparam [5:0] CTR_END    = CTR0 + 2 * COUNTERS[5:0];
    localparam [5:0] CTL_END    = CTL0 + COUNTERS[5:0];

    wire       granted = (bus_space == SPACE_PCI) & (bus_unit == UNIT) & ~|bus_addr[31:8] & ~|bus_addr[1:0];
    wire       here    = bus_valid & granted;
    wire [5:0] dword   = bus_addr[7:2];
    wire       at_ctr  = here & (dword >= CTR0) & (dword < CTR_END);

    assign at_ctr_low    = at_ctr & ~dword[0];
    assign at_ctr_high   = at_ctr & dword[0];
    assign at_ctl        = here & (dword >= CTL0) & (dword < CTL_END);
    assign at_box_ctl    = here & (dword == BOX_CTL);
    assign at_box_status = here & (dword == BOX_STATUS);

    // A dword with the counter's number in the low bits of its index is CTR0; CTL0 is two dwords above such a dword.
    assign index = at_ctl ? dword[1:0] - CTL0[1:0] : dword[2:1];

    assign bus_error = bus_valid & ~granted;

endmodule

`default_nettype wire
