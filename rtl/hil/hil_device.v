// The PMU with its link, as bytes in and out: everything on a board except the line.
`default_nettype none

`include "hil_pmu.vh"

module hil_device #(
    parameter LOG2_MEMORY    = 12,
    parameter LOG2_PACKET    = 10,
    parameter LOG2_FIFO      = 9,
    parameter SETTLE         = 2,
    parameter SIGNATURE_BITS = 8
) (
    // Clock and reset
    input  wire       clk,
    input  wire       rst,

    // Bytes from the host
    input  wire       rx_valid,
    input  wire [7:0] rx_data,
    output wire       rx_ready,

    // Bytes to the host
    output wire       tx_valid,
    output wire [7:0] tx_data,
    input  wire       tx_ready
);

    wire                                 pmu_clk;
    wire [64*`HIL_FRAME_WORDS-1:0]       frame;
    wire [64*`HIL_OBSERVATION_WORDS-1:0] observation;

    hil_core #(
        .FRAME_WORDS       (`HIL_FRAME_WORDS),
        .OBSERVATION_WORDS (`HIL_OBSERVATION_WORDS),
        .PMU_ID            (`HIL_PMU_ID),
        .DESCRIPTION_HASH  (`HIL_DESCRIPTION_HASH),
        .RTL_HASH          (`HIL_RTL_HASH),
        .LOG2_MEMORY       (LOG2_MEMORY),
        .LOG2_PACKET       (LOG2_PACKET),
        .LOG2_FIFO         (LOG2_FIFO),
        .SETTLE            (SETTLE),
        .SIGNATURE_BITS    (SIGNATURE_BITS)
    ) u_core (
        .clk         (clk),
        .rst         (rst),
        .rx_valid    (rx_valid),
        .rx_data     (rx_data),
        .rx_ready    (rx_ready),
        .tx_valid    (tx_valid),
        .tx_data     (tx_data),
        .tx_ready    (tx_ready),
        .pmu_clk     (pmu_clk),
        .frame       (frame),
        .observation (observation)
    );

    hil_pmu u_pmu (
        .clk         (pmu_clk),
        .frame       (frame),
        .observation (observation)
    );

endmodule

`default_nettype wire
