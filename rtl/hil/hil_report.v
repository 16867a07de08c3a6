// Bytes of the run status: status[1], cycles executed[4], cycles since reset[8], CRC signature[8]. Combinational.
`default_nettype none

module hil_report (
    // Byte
    input  wire [4:0]  index,
    output wire [7:0]  data,

    // Run status
    input  wire [7:0]  status,
    input  wire [31:0] executed,
    input  wire [47:0] clocks,
    input  wire [63:0] signature
);

    wire [255:0] record = {88'd0, signature, 16'd0, clocks, executed, status};

    assign data = record[{index, 3'd0} +: 8];

endmodule

`default_nettype wire
