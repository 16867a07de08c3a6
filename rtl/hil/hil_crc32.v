// Adds one byte to the check of a packet: CRC-32/ISO-HDLC without its initial value and final inversion. Combinational.
`default_nettype none

module hil_crc32 (
    input  wire [31:0] crc,
    input  wire [7:0]  data,
    output wire [31:0] next
);

    localparam [31:0] POLYNOMIAL = 32'hEDB8_8320;

    function [31:0] after;
        input [31:0] start;
        integer      step;
        begin
            after = start;
            for (step = 0; step < 8; step = step + 1)
                after = {1'b0, after[31:1]} ^ (POLYNOMIAL & {32{after[0]}});
        end
    endfunction

    assign next = after(crc ^ {24'd0, data});

endmodule

`default_nettype wire
