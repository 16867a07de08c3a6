// UART receiver: 8 data bits, no parity, 1 stop bit.
//
// A start bit that has ended at its middle is noise and ignored. A byte without a stop bit is dropped; the check of its
// packet detects that.
`default_nettype none

module hil_uart_rx #(
    parameter DIVISOR = 4  // cycles for each bit, at least 2
) (
    // Clock and reset
    input  wire       clk,
    input  wire       rst,

    // Pin
    input  wire       uart_rx,

    // Byte, valid for one cycle
    output wire       valid,
    output wire [7:0] data
);

    localparam COUNT_BITS = $clog2(DIVISOR);
    localparam [COUNT_BITS-1:0] LAST   = DIVISOR[COUNT_BITS-1:0] - 1'b1;
    localparam [COUNT_BITS-1:0] MIDDLE = LAST - DIVISOR[COUNT_BITS:1] + 1'b1;
    localparam [3:0] STOP = 4'd9;

    reg [1:0]            line_q;
    reg                  busy_q;
    reg [COUNT_BITS-1:0] count_q;
    reg [3:0]            bit_q;
    reg [7:0]            shift_q;

    wire line   = line_q[1];
    wire sample = busy_q & (count_q == LAST);
    wire noise  = (bit_q == 4'd0) & line;
    wire last   = bit_q == STOP;

    assign valid = sample & last & line;
    assign data  = shift_q;

    always @(posedge clk)
        if (rst) line_q <= 2'b11;
        else     line_q <= {line_q[0], uart_rx};

    // While no byte is in progress, the count waits half a bit before its end, to sample at the middle of each bit.
    always @(posedge clk)
        if (rst) begin
            busy_q  <= 1'b0;
            count_q <= MIDDLE;
            bit_q   <= 4'd0;
        end else if (!busy_q) begin
            busy_q  <= !line;
            count_q <= MIDDLE;
            bit_q   <= 4'd0;
        end else if (sample) begin
            busy_q  <= !(noise | last);
            count_q <= {COUNT_BITS{1'b0}};
            bit_q   <= bit_q + 4'd1;
        end else begin
            count_q <= count_q + 1'b1;
        end

    always @(posedge clk)
        if (sample & !last) shift_q <= {line, shift_q[7:1]};

endmodule

`default_nettype wire
