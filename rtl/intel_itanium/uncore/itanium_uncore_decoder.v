// Decoder of the aperture of configuration and status registers: selects the box of the uncore. Combinational.
//
//   bits     31:16              15:12      11:0
//            window of socket   of a box   offset
//
//   window of socket      | socket               window of a box | box
//   FEB0                  | this one             F               | D-Box
//   FC00 + its number     | that one             D, C            | B-Box and Z-Box 1, 0
//                                                B, A, 9, 8      | CPE 3, 2, 1, 0
//                                                7, 4            | R-Box
//
// Every offset of a box's window is accepted; another window, another space and another unit are refused.
`default_nettype none

module itanium_uncore_decoder (
    // Number of this socket
    input  wire [7:0]   socket_id,

    // Register port
    input  wire         bus_valid,
    input  wire         bus_write,
    input  wire [3:0]   bus_space,
    input  wire [7:0]   bus_unit,
    input  wire [31:12] bus_addr,
    output wire         bus_error,

    // Accepted access
    output wire         read,
    output wire         write,

    // Box of the address, whether or not there is an access
    output reg          at_dbox,
    output reg  [1:0]   at_box,   // B-Box and Z-Box
    output reg          at_rbox,
    output reg  [3:0]   at_cpe
);

    localparam [15:0] CURRENT = 16'hFEB0;
    localparam [7:0]  NUMBERS = 8'hFC;

    always @* begin
        at_dbox = 1'b0;
        at_box  = 2'd0;
        at_rbox = 1'b0;
        at_cpe  = 4'd0;
        case (bus_addr[15:12])
            4'hF:       at_dbox   = 1'b1;
            4'hD:       at_box[1] = 1'b1;
            4'hC:       at_box[0] = 1'b1;
            4'hB:       at_cpe[3] = 1'b1;
            4'hA:       at_cpe[2] = 1'b1;
            4'h9:       at_cpe[1] = 1'b1;
            4'h8:       at_cpe[0] = 1'b1;
            4'h7, 4'h4: at_rbox   = 1'b1;
            default:    ;
        endcase
    end

    wire here     = bus_addr[31:16] == CURRENT | bus_addr[31:16] == {NUMBERS, socket_id};
    wire box      = at_dbox | |at_box | at_rbox | |at_cpe;
    wire answered = bus_space == 4'd0 & bus_unit == 8'd0 & here & box;

    assign bus_error = bus_valid & ~answered;
    assign read      = bus_valid & answered & ~bus_write;
    assign write     = bus_valid & answered & bus_write;

endmodule

`default_nettype wire
