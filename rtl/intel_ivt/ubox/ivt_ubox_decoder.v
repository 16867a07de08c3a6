// Decoder of the register port: selects the register of the U-Box, or refuses the access. Combinational.
//
//   address     register              address     register
//   C00         GLOBAL_CTL            C09         UCLK_FIXED_CTR
//   C01         GLOBAL_STATUS         C10 - C11   CTL0 - CTL1
//   C06         GLOBAL_CONFIG         C15         BOX_STATUS
//   C08         UCLK_FIXED_CTL        C16 - C17   CTR0 - CTR1
//
// All registers are read and written in space 0 (MSR) of unit 0; any other access is refused.
`default_nettype none

module ivt_ubox_decoder (
    // Register port
    input  wire        bus_valid,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    output wire        bus_error,

    // Register selects: the access is to this register
    output wire        at_global_ctl,
    output wire        at_global_status,
    output wire        at_global_config,
    output wire        at_fixed_ctl,
    output wire        at_fixed_ctr,
    output wire        at_ctl,
    output wire        at_box_status,
    output wire        at_ctr,
    output wire        index   // number of the counter that is addressed
);

    localparam [3:0]  SPACE_MSR     = 4'd0;
    localparam [7:0]  UNIT          = 8'd0;
    localparam [26:0] BLOCK         = 27'h000_0060;  // C00 without the bits of the offset

    localparam [4:0]  GLOBAL_CTL    = 5'h00;
    localparam [4:0]  GLOBAL_STATUS = 5'h01;
    localparam [4:0]  GLOBAL_CONFIG = 5'h06;
    localparam [4:0]  FIXED_CTL     = 5'h08;
    localparam [4:0]  FIXED_CTR     = 5'h09;
    localparam [3:0]  CTL           = 4'h8;          // 10h without the bit of the counter
    localparam [4:0]  BOX_STATUS    = 5'h15;
    localparam [3:0]  CTR           = 4'hB;          // 16h without the bit of the counter

    wire       here   = bus_valid & (bus_space == SPACE_MSR) & (bus_unit == UNIT) & (bus_addr[31:5] == BLOCK);
    wire [4:0] offset = bus_addr[4:0];

    assign at_global_ctl    = here & (offset == GLOBAL_CTL);
    assign at_global_status = here & (offset == GLOBAL_STATUS);
    assign at_global_config = here & (offset == GLOBAL_CONFIG);
    assign at_fixed_ctl     = here & (offset == FIXED_CTL);
    assign at_fixed_ctr     = here & (offset == FIXED_CTR);
    assign at_ctl           = here & (offset[4:1] == CTL);
    assign at_box_status    = here & (offset == BOX_STATUS);
    assign at_ctr           = here & (offset[4:1] == CTR);
    assign index            = offset[0];

    assign bus_error = bus_valid & ~(at_global_ctl | at_global_status | at_global_config | at_fixed_ctl | at_fixed_ctr |
                                     at_ctl | at_box_status | at_ctr);

endmodule

`default_nettype wire
