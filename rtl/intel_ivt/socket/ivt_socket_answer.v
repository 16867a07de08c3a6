// Answer of the register port, from those of all boxes. A box that is not addressed answers 0; an access that no box
// accepts is refused. Combinational.
`default_nettype none

module ivt_socket_answer #(
    parameter BOXES = 2
) (
    // Access, and which boxes it reaches
    input  wire                bus_valid,
    input  wire [BOXES-1:0]    valid,

    // Answers of the boxes
    input  wire [64*BOXES-1:0] rdata,
    input  wire [BOXES-1:0]    error,

    // Answer of the socket
    output wire [63:0]         bus_rdata,
    output wire                bus_error
);

    reg [63:0] answer;
    integer    box;

    always @* begin
        answer = 64'd0;
        for (box = 0; box < BOXES; box = box + 1)
            answer = answer | rdata[64*box +: 64];
    end

    assign bus_rdata = answer;
    assign bus_error = bus_valid & ~|(valid & ~error);

endmodule

`default_nettype wire
