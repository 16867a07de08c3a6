// Top for the Arty A7 (Artix-7): 100 MHz, an FT2232H whose second channel is the UART.
`default_nettype none

module arty_a7 #(
    parameter DIVISOR = 100  // 1,000,000 baud
) (
    input  wire clk_100mhz,
    input  wire uart_txd_in,   // to the FPGA
    output wire uart_rxd_out,  // to the host
    input  wire ck_rst_n,      // reset button, 0 when pressed
    output wire led_ready      // out of reset
);

    wire rst;

    assign led_ready = !rst;

    board_reset u_reset (
        .clk    (clk_100mhz),
        .button (!ck_rst_n),
        .rst    (rst)
    );

    hil_uart_top #(
        .DIVISOR        (DIVISOR),
        .LOG2_MEMORY    (15),
        .LOG2_PACKET    (11),
        .LOG2_FIFO      (11),
        .SETTLE         (6),
        .SIGNATURE_BITS (16)
    ) u_hil (
        .clk     (clk_100mhz),
        .rst     (rst),
        .uart_rx (uart_txd_in),
        .uart_tx (uart_rxd_out)
    );

endmodule

`default_nettype wire
