// Decoder of the register port: selects the register of the port, or refuses the access. Combinational.
//
//   function offset    register
//      2     A0 - F8   those of every box in PCI configuration space
//      6     228, 22C  PKT_MATCH0, PKT_MATCH1
//      6     238, 23C  PKT_MASK0, PKT_MASK1
//      0     D4        QPI_RATE_STATUS, if has_rate
//
// The address is the number of the function, followed by the twelve bits of the offset. All functions are in space 1
// (PCI) of unit 0. An access to another space or unit, or to anything but a dword of a function, is refused. An access to
// a dword without a register is accepted and selects no register.
`default_nettype none

module ivt_qpi_decoder (
    // Configuration
    input  wire        has_rate,

    // Register port
    input  wire        bus_valid,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    output wire        bus_error,

    // Register selects: the access is to this register
    output wire        at_box,      // the registers of every box in PCI configuration space
    output wire        at_match0,
    output wire        at_match1,
    output wire        at_mask0,
    output wire        at_mask1,
    output wire        at_rate
);

    localparam [3:0]  SPACE_PCI  = 4'd1;
    localparam [7:0]  UNIT       = 8'd0;

    // The first 256 bytes of function 2, which the common decoder decodes
    localparam [6:0]  PMON       = 7'h20;

    // Function and offset
    localparam [14:0] PKT_MATCH0 = 15'h6228;
    localparam [14:0] PKT_MATCH1 = 15'h622C;
    localparam [14:0] PKT_MASK0  = 15'h6238;
    localparam [14:0] PKT_MASK1  = 15'h623C;
    localparam [14:0] RATE       = 15'h00D4;

    wire        granted = (bus_space == SPACE_PCI) & (bus_unit == UNIT) & ~|bus_addr[31:15] & ~|bus_addr[1:0];
    wire        here    = bus_valid & granted;
    wire [14:0] place   = bus_addr[14:0];

    assign at_box    = here & (place[14:8] == PMON);
    assign at_match0 = here & (place == PKT_MATCH0);
    assign at_match1 = here & (place == PKT_MATCH1);
    assign at_mask0  = here & (place == PKT_MASK0);
    assign at_mask1  = here & (place == PKT_MASK1);
    assign at_rate   = here & (place == RATE) & has_rate;

    assign bus_error = bus_valid & ~granted;

endmodule

`default_nettype wire
