// Decoder of the register port: selects the register of the B-Box, or refuses the access. Combinational.
//
//   address   register
//   0 - 3     EVT_SEL0 - EVT_SEL3
//   4 - 7     CNT0 - CNT3
//
// All registers are read and written in space 0 of unit 0; any other access is refused.
`default_nettype none

module nhmex_bbox_decoder (
    // Register port
    input  wire        bus_valid,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    output wire        bus_error,

    // Register selects: the access is to this register
    output wire        at_evt_sel,
    output wire        at_cnt,
    output wire [1:0]  index       // number of the counter that is addressed
);

    localparam [3:0] SPACE = 4'd0;
    localparam [7:0] UNIT  = 8'd0;

    localparam KIND = 2;   // address bit that distinguishes counters from control registers

    wire granted = (bus_space == SPACE) & (bus_unit == UNIT) & ~|bus_addr[31:KIND+1];
    wire here    = bus_valid & granted;

    assign at_evt_sel = here & ~bus_addr[KIND];
    assign at_cnt     = here & bus_addr[KIND];
    assign index      = bus_addr[KIND-1:0];

    assign bus_error  = bus_valid & ~granted;

endmodule

`default_nettype wire
