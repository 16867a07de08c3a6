// The complete board logic on the two pins of a UART. Board tops instantiate it, and so does the simulated board.
`default_nettype none

module hil_uart_top #(
    parameter DIVISOR        = 12,  // cycles for each bit, at least 2
    parameter LOG2_MEMORY    = 12,
    parameter LOG2_PACKET    = 10,
    parameter LOG2_FIFO      = 9,
    parameter SETTLE         = 2,
    parameter SIGNATURE_BITS = 8
) (
    // Clock and reset
    input  wire clk,
    input  wire rst,

    // Pins
    input  wire uart_rx,
    output wire uart_tx
);

    wire       rx_valid;
    wire [7:0] rx_data;
    wire       kept_valid;
    wire [7:0] kept_data;
    wire       kept_ready;
    wire       tx_valid;
    wire [7:0] tx_data;
    wire       tx_ready;

    // The line has no flow control. A byte that finds no room is lost, and the check of its packet detects that.
    wire       unused_ready;

    hil_uart_rx #(.DIVISOR(DIVISOR)) u_rx (
        .clk     (clk),
        .rst     (rst),
        .uart_rx (uart_rx),
        .valid   (rx_valid),
        .data    (rx_data)
    );

    hil_fifo #(.LOG2(LOG2_FIFO)) u_fifo (
        .clk         (clk),
        .rst         (rst),
        .in_valid    (rx_valid),
        .in_data     (rx_data),
        .in_ready    (unused_ready),
        .out_valid_q (kept_valid),
        .out_data    (kept_data),
        .out_ready   (kept_ready)
    );

    hil_device #(
        .LOG2_MEMORY    (LOG2_MEMORY),
        .LOG2_PACKET    (LOG2_PACKET),
        .LOG2_FIFO      (LOG2_FIFO),
        .SETTLE         (SETTLE),
        .SIGNATURE_BITS (SIGNATURE_BITS)
    ) u_device (
        .clk      (clk),
        .rst      (rst),
        .rx_valid (kept_valid),
        .rx_data  (kept_data),
        .rx_ready (kept_ready),
        .tx_valid (tx_valid),
        .tx_data  (tx_data),
        .tx_ready (tx_ready)
    );

    hil_uart_tx #(.DIVISOR(DIVISOR)) u_tx (
        .clk     (clk),
        .rst     (rst),
        .valid   (tx_valid),
        .data    (tx_data),
        .ready   (tx_ready),
        .uart_tx (uart_tx)
    );

endmodule

`default_nettype wire
