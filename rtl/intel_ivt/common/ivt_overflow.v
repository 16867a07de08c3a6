// Overflow status of the counters of a box, and its message to the U-Box. Latency 1 cycle; 0 after reset.
//
// Only a newly set bit sends the message: one cycle long for one or more counters in a cycle, and none for a counter
// whose last overflow software has not acknowledged. Depending on IVT_A16, ov_en enables both the bit and the message,
// or the message only; then an overflow without ov_en, if not acknowledged, also keeps the next one from sending it.
// Depending on IVT_A09, the box can disable its message.
`default_nettype none

module ivt_overflow #(
    parameter COUNTERS = 4,
    parameter IVT_A16  = 0,  // see ivt_socket
    parameter IVT_A09  = 0   // see ivt_socket
) (
    // Clock and reset
    input  wire                clk,
    input  wire                rst,

    // Overflows send a message; without effect if IVT_A09 is 0
    input  wire                box_ov_enable,

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
        .set     ((IVT_A16 != 0) ? ovf : ovf & ov_en),
        .clear   (w1c),
        .fresh   (fresh),
        .value_q (ov)
    );

    wire any_fresh = |((IVT_A16 != 0) ? fresh & ov_en : fresh);
    wire ovf_msg_d = (IVT_A09 != 0) ? any_fresh & box_ov_enable : any_fresh;

    always @(posedge clk)
        if (rst) ovf_msg_q <= 1'b0;
        else     ovf_msg_q <= ovf_msg_d;

endmodule

`default_nettype wire
