// Top for the iCE40-HX8K breakout board (ICE40HX8K-B-EVN): 12 MHz, an FT2232H whose second channel is the UART.
`default_nettype none

module ice40_hx8k #(
    parameter DIVISOR = 12  // 1,000,000 baud
) (
    input  wire clk_12mhz,
    input  wire uart_rx,
    output wire uart_tx,
    output wire led_ready  // out of reset
);

    wire rst;

    assign led_ready = !rst;

    board_reset u_reset (
        .clk    (clk_12mhz),
        .button (1'b0),
        .rst    (rst)
    );

    hil_uart_top #(
        .DIVISOR        (DIVISOR),
        .LOG2_MEMORY    (12),
        .LOG2_PACKET    (10),
        .LOG2_FIFO      (9),
        .SETTLE         (2),
        .SIGNATURE_BITS (8)
    ) u_hil (
        .clk     (clk_12mhz),
        .rst     (rst),
        .uart_rx (uart_rx),
        .uart_tx (uart_tx)
    );

endmodule

`default_nettype wire
