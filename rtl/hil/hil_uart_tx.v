// UART transmitter: 8 data bits, no parity, 1 stop bit, no pause between bytes.
`default_nettype none

module hil_uart_tx #(
    parameter DIVISOR = 4  // cycles for each bit, at least 2
) (
    // Clock and reset
    input  wire       clk,
    input  wire       rst,

    // Bytes
    input  wire       valid,
    input  wire [7:0] data,
    output wire       ready,

    // Pin
    output wire       uart_tx
);

    localparam COUNT_BITS = $clog2(DIVISOR);
    localparam [COUNT_BITS-1:0] LAST = DIVISOR[COUNT_BITS-1:0] - 1'b1;
    localparam [3:0] BITS = 4'd10;

    reg [COUNT_BITS-1:0] count_q;
    reg [3:0]            left_q;   // bits still to send, including the one on the line
    reg [8:0]            shift_q;  // the bit on the line is bit 0

    wire ends = count_q == LAST;

    assign ready   = (left_q == 4'd0) | ((left_q == 4'd1) & ends);
    assign uart_tx = shift_q[0];

    always @(posedge clk)
        if (rst) begin
            count_q <= {COUNT_BITS{1'b0}};
            left_q  <= 4'd0;
            shift_q <= 9'h1FF;
        end else if (valid & ready) begin
            count_q <= {COUNT_BITS{1'b0}};
            left_q  <= BITS;
            shift_q <= {data, 1'b0};
        end else if (left_q != 4'd0) begin
            count_q <= ends ? {COUNT_BITS{1'b0}} : count_q + 1'b1;
            left_q  <= left_q - {3'd0, ends};
            if (ends) shift_q <= {1'b1, shift_q[8:1]};
        end

endmodule

`default_nettype wire
