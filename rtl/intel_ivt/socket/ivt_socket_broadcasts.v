// Link of the U-Box's two broadcasts to one box, with the same latency for both.
`default_nettype none

module ivt_socket_broadcasts #(
    parameter LAT_WIDTH = 3
) (
    // Clock and reset
    input  wire                 clk,
    input  wire                 rst,

    // Latency of the link in cycles, effective in the same cycle
    input  wire [LAT_WIDTH-1:0] latency,

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
    ) u_frz_delay (
        .clk     (clk),
        .rst     (rst),
        .in      (frz_sent),
        .latency (latency),
        .out     (frz_bcast)
    );

    pmu_delay #(
        .DEPTH     (LAT_MAX),
        .LAT_WIDTH (LAT_WIDTH)
    ) u_unfrz_delay (
        .clk     (clk),
        .rst     (rst),
        .in      (unfrz_sent),
        .latency (latency),
        .out     (unfrz_bcast)
    );

endmodule

`default_nettype wire
