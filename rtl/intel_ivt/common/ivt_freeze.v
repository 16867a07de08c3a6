// Global freeze latch of a box. Freeze takes priority over unfreeze, so that no overflow is lost. The box's own message
// freezes it before the resulting broadcast arrives, and also if no broadcast results. Latency 1 cycle; 0 after reset.
`default_nettype none

module ivt_freeze (
    // Clock and reset
    input  wire clk,
    input  wire rst,

    // Requests
    input  wire own_msg,
    input  wire frz_bcast,
    input  wire unfrz_bcast,

    // Latch
    output wire frz_lat
);

    wire unused_fresh;

    pmu_sticky #(
        .WIDTH (1)
    ) u_lat (
        .clk     (clk),
        .rst     (rst),
        .set     (own_msg | frz_bcast),
        .clear   (unfrz_bcast),
        .fresh   (unused_fresh),
        .value_q (frz_lat)
    );

endmodule

`default_nettype wire
