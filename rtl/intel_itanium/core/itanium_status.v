// PMC0 and the effects of an overflow: freeze, interrupt, notification (3.3.4, 3.4.1). Latency 1 cycle.
//
// Priority of causes at the clock edge, for each bit of PMC0:
//   1. rst     the bit is 0
//   2. set     an overflow sets the counter's bit and, with oi, fr, regardless of a write in this cycle
//   3. write   wdata
`default_nettype none

module itanium_status (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write of PMC0
    input  wire        write,
    input  wire [15:0] wdata,

    // Counters 15 to 4
    input  wire [11:0] carry,
    input  wire [11:0] oi,
    input  wire [11:0] ev,
    input  wire [11:0] ov,
    input  wire        masked,       // PMV.m

    // State
    output reg  [15:0] pmc0_q,
    output wire        fr,

    // Interrupt
    output wire        pmi_level,
    output reg         pmi_irq_q,
    output reg  [11:0] ext_notify_q
);

    localparam STORED = 16'hFFF1;

    wire        freezes = |(carry & oi);
    wire [15:0] kept    = write ? wdata & STORED : pmc0_q;
    wire [15:0] pmc0_d  = kept | {carry, 3'd0, freezes};

    assign fr        = pmc0_q[0];
    assign pmi_level = |(ov & oi);

    always @(posedge clk)
        if (rst) begin
            pmc0_q       <= 16'd0;
            pmi_irq_q    <= 1'b0;
            ext_notify_q <= 12'd0;
        end else begin
            pmc0_q       <= pmc0_d;
            pmi_irq_q    <= freezes & ~masked;
            ext_notify_q <= carry & ev;
        end

endmodule

`default_nettype wire
