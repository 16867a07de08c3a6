// Decoder of the register port: selects the register of this C-Box, or refuses the access. Combinational.
//
//   D00 + 20 * box_id +    register      D00 + 20 * box_id +    register
//   04                     BOX_CTL       15                     BOX_STATUS, if has_status
//   10 - 13                CTL0 - CTL3   16 - 19                CTR0 - CTR3
//   14                     BOX_FILTER    1A                     BOX_FILTER1
//
// All registers are read and written in space 0 (MSR) of unit 0; any other access is refused.
`default_nettype none

module ivt_cbox_decoder (
    // Configuration
    input  wire [3:0]  box_id,
    input  wire        has_status,

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
    output wire        at_filter1,
    output wire [1:0]  index         // number of the counter that is addressed
);

    localparam [3:0]  SPACE_MSR  = 4'd0;
    localparam [7:0]  UNIT       = 8'd0;
    localparam [26:0] FIRST_BOX  = 27'h000_0068;  // D00 without the bits of the offset

    localparam [4:0]  BOX_CTL    = 5'h04;
    localparam [2:0]  CTL        = 3'h4;          // 10h without the bits of the counter
    localparam [4:0]  FILTER     = 5'h14;
    localparam [4:0]  BOX_STATUS = 5'h15;
    localparam [4:0]  CTR0       = 5'h16;
    localparam [4:0]  CTR3       = 5'h19;
    localparam [4:0]  FILTER1    = 5'h1A;

    wire [26:0] block  = FIRST_BOX + {23'd0, box_id};
    wire        here   = bus_valid & (bus_space == SPACE_MSR) & (bus_unit == UNIT) & (bus_addr[31:5] == block);
    wire [4:0]  offset = bus_addr[4:0];

    assign at_box_ctl    = here & (offset == BOX_CTL);
    assign at_ctl        = here & (offset[4:2] == CTL);
    assign at_filter     = here & (offset == FILTER);
    assign at_box_status = here & (offset == BOX_STATUS) & has_status;
    assign at_ctr        = here & (offset >= CTR0) & (offset <= CTR3);
    assign at_filter1    = here & (offset == FILTER1);

    // CTL0 has the counter's number in the low bits of its address; the address of CTR0 is two above such an address.
    assign index = at_ctr ? offset[1:0] - CTR0[1:0] : offset[1:0];

    assign bus_error = bus_valid & ~(at_box_ctl | at_ctl | at_filter | at_box_status | at_ctr | at_filter1);

endmodule

`default_nettype wire
