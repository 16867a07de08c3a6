// Global freeze latch of a box. Freeze takes priority over unfreeze, so that no overflow is lost. The box's own message
// freezes it before the resulting broadcast arrives, and also if no broadcast results. Depending on IVT_A09, the box can
// disable all freezes, but not the unfreeze. Latency 1 cycle; 0 after reset.
`default_nettype none

module ivt_freeze #(
    parameter IVT_A09 = 0  // see ivt_socket
) (
    // Clock and reset
    input  wire clk,
    input  wire rst,

    // The box can be frozen; without effect if IVT_A09 is 0
    input  wire box_freeze_enable,

    // Requests
    input  wire own_msg,
    input  wire frz_bcast,
    input  wire unfrz_bcast,

    // Latch
    output wire frz_lat
);

    wire freeze = own_msg | frz_bcast;
    wire unused_fresh;

    pmu_sticky #(
        .WIDTH (1)
    ) u_lat (
        .clk     (clk),
        .rst     (rst),
        .set     ((IVT_A09 != 0) ? freeze & box_freeze_enable : freeze),
        .clear   (unfrz_bcast),
        .fresh   (unused_fresh),
        .value_q (frz_lat)
    );

endmodule

`default_nettype wire
