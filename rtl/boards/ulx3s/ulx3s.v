// Top for the ULX3S (ECP5): 25 MHz, an FT231X as the UART.
`default_nettype none

module ulx3s #(
    parameter DIVISOR = 25  // 1,000,000 baud
) (
    input  wire       clk_25mhz,
    input  wire       ftdi_txd,    // to the FPGA
    output wire       ftdi_rxd,    // to the host
    input  wire       btn_fire1,   // reset
    output wire       wifi_gpio0,  // 1: the ESP32 does not interfere with the FPGA
    output wire       led_ready    // out of reset
);

    wire rst;

    assign wifi_gpio0 = 1'b1;
    assign led_ready  = !rst;

    board_reset u_reset (
        .clk    (clk_25mhz),
        .button (btn_fire1),
        .rst    (rst)
    );

    hil_uart_top #(
        .DIVISOR        (DIVISOR),
        .LOG2_MEMORY    (15),
        .LOG2_PACKET    (11),
        .LOG2_FIFO      (11),
        .SETTLE         (2),
        .SIGNATURE_BITS (16)
    ) u_hil (
        .clk     (clk_25mhz),
        .rst     (rst),
        .uart_rx (ftdi_txd),
        .uart_tx (ftdi_rxd)
    );

endmodule

`default_nettype wire
