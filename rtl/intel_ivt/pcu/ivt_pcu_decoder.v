// Decoder of the register port: selects the register of the PCU, or refuses the access. Combinational.
//
//   address     register          address     register
//   3FC         CORE_C3_CTR       C34         BOX_FILTER
//   3FD         CORE_C6_CTR       C35         BOX_STATUS
//   C24         BOX_CTL           C36 - C39   CTR0 - CTR3
//   C30 - C33   CTL0 - CTL3
//
// All registers are read and written in space 0 (MSR) of unit 0; any other access is refused.
`default_nettype none

module ivt_pcu_decoder (
    // Register port
    input  wire        bus_valid,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    output wire        bus_error,

    // Register selects: the access is to this register
    output wire        at_box_ctl,
    output wire        at_ctl,
    output wire        at_filter,
    output wire        at_box_status,
    output wire        at_ctr,
    output wire        at_c3_ctr,
    output wire        at_c6_ctr,
    output wire [1:0]  index          // number of the counter that is addressed
);

    localparam [3:0]  SPACE_MSR  = 4'd0;
    localparam [7:0]  UNIT       = 8'd0;

    localparam [31:0] C3_CTR     = 32'h0000_03FC;
    localparam [31:0] C6_CTR     = 32'h0000_03FD;
    localparam [31:0] BOX_CTL    = 32'h0000_0C24;
    localparam [31:0] CTL0       = 32'h0000_0C30;
    localparam [31:0] CTL3       = 32'h0000_0C33;
    localparam [31:0] FILTER     = 32'h0000_0C34;
    localparam [31:0] BOX_STATUS = 32'h0000_0C35;
    localparam [31:0] CTR0       = 32'h0000_0C36;
    localparam [31:0] CTR3       = 32'h0000_0C39;

    wire here = bus_valid & (bus_space == SPACE_MSR) & (bus_unit == UNIT);

    assign at_box_ctl    = here & (bus_addr == BOX_CTL);
    assign at_ctl        = here & (bus_addr >= CTL0) & (bus_addr <= CTL3);
    assign at_filter     = here & (bus_addr == FILTER);
    assign at_box_status = here & (bus_addr == BOX_STATUS);
    assign at_ctr        = here & (bus_addr >= CTR0) & (bus_addr <= CTR3);
    assign at_c3_ctr     = here & (bus_addr == C3_CTR);
    assign at_c6_ctr     = here & (bus_addr == C6_CTR);

    // CTL0 has the counter's number in the low bits of its address; the address of CTR0 is two above such an address.
    assign index = at_ctr ? bus_addr[1:0] - CTR0[1:0] : bus_addr[1:0];

    assign bus_error = bus_valid & ~(at_box_ctl | at_ctl | at_filter | at_box_status | at_ctr | at_c3_ctr | at_c6_ctr);

endmodule

`default_nettype wire
