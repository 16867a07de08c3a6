// Overflow status of the counters of a box, and its message to the U-Box. Latency 1 cycle; 0 after reset.
//
// Only a newly set bit sends the message: one cycle long for one or more counters in a cycle, and none for a counter
// whose last overflow software has not acknowledged.
`default_nettype none

module ivt_overflow #(
    parameter COUNTERS = 4
) (
    // Clock and reset
    input  wire                clk,
    input  wire                rst,

    // One bit per counter
    input  wire [COUNTERS-1:0] ovf,
    input  wire [COUNTERS-1:0] ov_en,
    input  wire [COUNTERS-1:0] w1c,   // software writes 1 to the status bit
    output wire [COUNTERS-1:0] ov,

    // Message
    output reg                 ovf_msg_q
);

    wire [COUNTERS-1:0] fresh;

    pmu_sticky #(
        .WIDTH (COUNTERS)
    ) u_ov (
        .clk     (clk),
        .rst     (rst),
        .set     (ovf & ov_en),
        .clear   (w1c),
        .fresh   (fresh),
        .value_q (ov)
    );

    wire ovf_msg_d = |fresh;

    always @(posedge clk)
        if (rst) ovf_msg_q <= 1'b0;
        else     ovf_msg_q <= ovf_msg_d;

endmodule

`default_nettype wire
