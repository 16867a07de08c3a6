// One lane: decides whether its occurrence passes its gate, and which threads own it. Combinational.
//   forced code   both threads
//   causal code   the thread in the foreground
//   other code    the thread that the lane names
`default_nettype none

module itanium_lane #(
    parameter IPF_A48 = 0   // see itanium_core
) (
    // The lane
    input  wire       valid,
    input  wire [7:0] code,
    input  wire       tid,
    input  wire [1:0] tag,
    input  wire       dtag,
    input  wire       pf,

    input  wire       act_tid,

    output wire       passes,
    output wire [1:0] owners
);

    wire       gate_dtag;
    wire       gate_channel0;
    wire       gate_channel1;
    wire       gate_prefetch;
    wire       internal;
    wire       causal;
    wire       forced;
    wire       unused_filtered;
    wire       unused_hard;
    wire [2:0] unused_l1d_set;
    wire [3:0] unused_l2d_set;

    itanium_code_rules #(
        .IPF_A48 (IPF_A48)
    ) u_rules (
        .code          (code),
        .gate_dtag     (gate_dtag),
        .gate_channel0 (gate_channel0),
        .gate_channel1 (gate_channel1),
        .gate_prefetch (gate_prefetch),
        .internal      (internal),
        .causal        (causal),
        .forced        (forced),
        .filtered      (unused_filtered),
        .hard          (unused_hard),
        .l1d_set       (unused_l1d_set),
        .l2d_set       (unused_l2d_set)
    );

    wire blocked = gate_dtag     & ~dtag
                 | gate_channel0 & ~tag[0]
                 | gate_channel1 & ~tag[1]
                 | gate_prefetch & ~(pf ? tag[1] : tag[0]);
    wire owner   = causal ? act_tid : tid;

    assign passes = valid & ~internal & ~blocked;
    assign owners = {forced | owner, forced | ~owner};

endmodule

`default_nettype wire
