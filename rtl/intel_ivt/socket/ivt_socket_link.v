// Links between the U-Box and one box: that of the box's overflow message, and that of the two broadcasts.
`default_nettype none

module ivt_socket_link #(
    parameter LAT_WIDTH = 3
) (
    // Clock and reset
    input  wire                 clk,
    input  wire                 rst,

    // Latencies of the links in cycles, effective in the same cycle
    input  wire [LAT_WIDTH-1:0] msg_lat,
    input  wire [LAT_WIDTH-1:0] bcast_lat,

    // Message as the box sends it, and as the U-Box receives it
    input  wire                 msg_sent,
    output wire                 msg,

    // Broadcasts as the U-Box sends them, and as the box receives them
    input  wire                 frz_sent,
    input  wire                 unfrz_sent,
    output wire                 frz_bcast,
    output wire                 unfrz_bcast
);

    localparam LAT_MAX = (1 << LAT_WIDTH) - 1;

    pmu_delay #(
        .DEPTH     (LAT_MAX),
        .LAT_WIDTH (LAT_WIDTH)
    ) u_msg_delay (
        .clk     (clk),
        .rst     (rst),
        .in      (msg_sent),
        .latency (msg_lat),
        .out     (msg)
    );

    ivt_socket_broadcasts #(
        .LAT_WIDTH (LAT_WIDTH)
    ) u_broadcasts (
        .clk         (clk),
        .rst         (rst),
        .latency     (bcast_lat),
        .frz_sent    (frz_sent),
        .unfrz_sent  (unfrz_sent),
        .frz_bcast   (frz_bcast),
        .unfrz_bcast (unfrz_bcast)
    );

endmodule

`default_nettype wire
