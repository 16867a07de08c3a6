// One of the eight main counters: a 40-bit count and ov, which an overflow sets and only a write clears. 0 after reset.
//
// Priority of causes at the clock edge:
//
//   cnt                                       ov
//   1. CTL0.reset   0                         1. a write      its bit 40
//   2. a write      its bits 39:0             2. an overflow  1
//   3. counts       + 1, wrapping             3. otherwise    unchanged
//   4. otherwise    unchanged
`default_nettype none

module itanium_bbox_counter (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // CTL0, and its aov in the next cycle
    input  wire        reset,
    input  wire        cnt_en,
    input  wire        frozen,
    input  wire        sov,
    input  wire        aov,
    input  wire        aov_d,

    // The selected event occurs in this cycle
    input  wire        occurs,

    // Software write
    input  wire        write,
    input  wire [40:0] wdata,

    // Freeze request: ov and aov become 1 together at the end of this cycle
    output wire        trigger,

    // ... and an overflow, not a register write, is the cause
    output wire        natural,

    // Overflow in this cycle, whether or not it requests a freeze
    output wire        overflow,

    // State: 40 ov, 39:0 cnt
    output reg  [40:0] value_q
);

    wire        ov      = value_q[40];
    wire        stopped = ov & sov & ~aov;
    wire        counts  = occurs & cnt_en & ~frozen & ~reset & ~stopped & ~write;

    wire [40:0] sum     = {1'b0, value_q[39:0]} + {40'd0, counts};
    wire        ov_d    = write ? wdata[40] : ov | overflow;
    wire [39:0] cnt_d   = (write ? wdata[39:0] : sum[39:0]) & {40{~reset}};

    assign overflow = sum[40];

    // As long as both stay 1 there is no other request; otherwise no unfreeze would last until ov is cleared.
    assign trigger = ov_d & aov_d & ~(ov & aov);
    assign natural = overflow & aov_d & ~ov;

    always @(posedge clk)
        if (rst) value_q <= 41'd0;
        else     value_q <= {ov_d, cnt_d};

endmodule

`default_nettype wire
