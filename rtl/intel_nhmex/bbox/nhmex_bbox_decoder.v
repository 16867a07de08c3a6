// Decoder of the register port: which register of the B-Box an access is to, and whether there is one.
//
//   address   register
//   0 - 3     EVT_SEL0 - EVT_SEL3
//   4 - 7     CNT0 - CNT3
//
// All of them are read and written in space 0 of unit 0; any other access is refused.
`default_nettype none

module nhmex_bbox_decoder (
    // Register port
    input  wire        bus_valid,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    output wire        bus_error,

    // An access to ...
    output wire        at_evt_sel,
    output wire        at_cnt,
    output wire [1:0]  index       // ... of this counter
);

    localparam [3:0] SPACE = 4'd0;
    localparam [7:0] UNIT  = 8'd0;

    localparam KIND = 2;   // address bit that tells counters from their controls

    wire granted = (bus_space == SPACE) & (bus_unit == UNIT) & ~|bus_addr[31:KIND+1];
    wire here    = bus_valid & granted;

    assign at_evt_sel = here & ~bus_addr[KIND];
    assign at_cnt     = here & bus_addr[KIND];
    assign index      = bus_addr[KIND-1:0];

    assign bus_error  = bus_valid & ~granted;

endmodule

`default_nettype wire
