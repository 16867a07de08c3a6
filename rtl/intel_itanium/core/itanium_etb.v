// Branch entries of the execution trace buffer (3.3.10.1): the source in its cycle, the target one cycle later.
// If the cycle after a source brings another source at
//   the target's address  the entry of that source also represents the target
//   another address       the entry of the target comes before that of the source
`default_nettype none

module itanium_etb (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Configuration
    input  wire        active,        // PMC42.mode is 0
    input  wire [15:0] pmc39,

    // The thread
    input  wire        fr,
    input  wire        psr_up,
    input  wire        psr_pp,
    input  wire        psr_is,
    input  wire [1:0]  psr_cpl,

    // A branch of this thread
    input  wire        bt_valid,
    input  wire [2:0]  bt_type,
    input  wire        bt_taken,
    input  wire        bt_path_mp,
    input  wire        bt_tgt_mp,
    input  wire        bt_be_mp,
    input  wire [59:0] bt_ip,
    input  wire        bt_b1,
    input  wire [1:0]  bt_slot,
    input  wire        bt_tgt_v,
    input  wire [59:0] bt_tgt,
    input  wire        bt_tag,

    // Entries of this cycle
    output wire        target,
    output wire [63:0] target_entry,
    output wire        source,
    output wire [63:0] source_entry,
    output wire [3:0]  source_ext
);

    reg         pending_q;
    reg  [59:0] target_q;
    wire        enabled;
    wire        other;
    wire        taken;
    wire        wanted;
    wire        wants_target;

    wire        unused_reserved = pmc39[5];

    itanium_monitor u_monitor (
        .plm     (pmc39[3:0]),
        .pm      (pmc39[6]),
        .psr_up  (psr_up),
        .psr_pp  (psr_pp),
        .psr_cpl (psr_cpl),
        .enabled (enabled)
    );

    itanium_etb_filter u_filter (
        .drt          (pmc39[4]),
        .ds           (pmc39[7]),
        .tm           (pmc39[9:8]),
        .ptm          (pmc39[11:10]),
        .ppm          (pmc39[13:12]),
        .brt          (pmc39[15:14]),
        .bt_type      (bt_type),
        .bt_taken     (bt_taken),
        .bt_path_mp   (bt_path_mp),
        .bt_tgt_mp    (bt_tgt_mp),
        .other        (other),
        .taken        (taken),
        .wanted       (wanted),
        .wants_target (wants_target)
    );

    wire mispredicted = bt_path_mp | bt_tgt_mp | bt_be_mp | other;
    wire pending_d    = source & wants_target & bt_tgt_v;

    assign source       = active & bt_valid & ~fr & enabled & ~psr_is & bt_tag & wanted;
    assign source_entry = {bt_ip, taken ? bt_slot : 2'd3, mispredicted, 1'b1};
    assign source_ext   = {2'd0, bt_be_mp, bt_b1};
    assign target       = active & pending_q & ~(source & bt_ip == target_q);
    assign target_entry = {target_q, 4'b0010};

    always @(posedge clk)
        if (rst) begin
            pending_q <= 1'b0;
            target_q  <= 60'd0;
        end else begin
            pending_q <= pending_d;
            if (pending_d) target_q <= bt_tgt;
        end

endmodule

`default_nettype wire
