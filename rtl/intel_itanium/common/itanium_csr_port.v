// Register port of a box of the Itanium 9300 uncore that is alone: one space; the address is the offset in the window.
// Every offset of the window is accepted; another space, another unit and an address above the window are refused.
`default_nettype none

module itanium_csr_port #(
    parameter       OFFSET_WIDTH = 12,
    parameter [3:0] SPACE        = 4'd0
) (
    // Register port
    input  wire                    bus_valid,
    input  wire                    bus_write,
    input  wire [3:0]              bus_space,
    input  wire [7:0]              bus_unit,
    input  wire [31:0]             bus_addr,
    output wire                    bus_error,

    // Accepted access
    output wire                    read,
    output wire                    write,
    output wire [OFFSET_WIDTH-1:0] offset
);

    wire answered = bus_space == SPACE & bus_unit == 8'd0 & bus_addr[31:OFFSET_WIDTH] == {32-OFFSET_WIDTH{1'b0}};

    assign bus_error = bus_valid & ~answered;
    assign read      = bus_valid & answered & ~bus_write;
    assign write     = bus_valid & answered & bus_write;
    assign offset    = bus_addr[OFFSET_WIDTH-1:0];

endmodule

`default_nettype wire
