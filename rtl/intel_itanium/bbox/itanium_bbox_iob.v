// Input and output buffer toward QPI: matched packets, transactions, and IOB_PERF_CNT, which also has the snoop counts.
//
//   iob_trans_sel | insert, remove   | accumulated
//    0, 1         | of transactions  | outstanding transactions
//    2            | of snoops        | outstanding snoops
//    3            | never            | 0
//
// iob_remote_local selects the snoops: 1 local, 2 remote, 0 and 3 both.
`default_nettype none

module itanium_bbox_iob #(
    parameter IBBOX_A06 = 0   // see itanium_bbox
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // CTL0; running: neither reset nor frozen
    input  wire        ackcnflt_en,
    input  wire        wrdata_en,
    input  wire        iob_en,
    input  wire        reset,
    input  wire        running,

    // CTL2
    input  wire [1:0]  iob_remote_local,
    input  wire        iob_id_out,
    input  wire        iob_id_in,
    input  wire [1:0]  iob_trans_sel,

    // CTL3 and its write
    input  wire [63:0] ctl3,
    input  wire        write_ctl3,

    // Write of IOB_PERF_CNT: 20:11 iob_live_cnt, 10:0 accum_cnt
    input  wire        write,
    input  wire [20:0] wdata,

    // Packet that arrives from QPI, and its tag for the tracker
    input  wire        iob_in_v,
    input  wire [3:0]  iob_in_mc,
    input  wire [3:0]  iob_in_op,
    input  wire        iob_in_rhnid_loc,
    input  wire        iob_in_rsnid_loc,
    output wire        iob_tag_match,
    output wire        iob_tag_age,

    // Packet that leaves, and the tag of its transaction
    input  wire        iob_out_v,
    input  wire [3:0]  iob_out_mc,
    input  wire [3:0]  iob_out_op,
    input  wire        iob_out_dnid_loc,
    input  wire        iob_out_rhnid_loc,
    input  wire        iob_out_tag_match,
    input  wire        iob_out_tag_age,

    // Snoops: events in the order of itanium_bbox_snoop, and live counts
    input  wire [5:0]  snp_events,
    input  wire [9:0]  snp_local,
    input  wire [9:0]  snp_remote,

    // Events: 4 output packet, 3 input packet, 2 remove, 1 insert, 0 overflow
    output wire [4:0]  events,

    // IOB_PERF_CNT: 40:31 snp_live_cnt_remote, 30:21 snp_live_cnt_local, 20:11 iob_live_cnt, 10:0 accum_cnt
    output wire [40:0] value
);

    wire        in_packet;
    wire        out_packet;
    wire        in_transaction;
    wire        out_transaction;
    wire        completion;

    itanium_bbox_iob_match #(
        .IBBOX_A06 (IBBOX_A06)
    ) u_match (
        .ackcnflt_en       (ackcnflt_en),
        .wrdata_en         (wrdata_en),
        .iob_remote_local  (iob_remote_local),
        .iob_id_out        (iob_id_out),
        .iob_id_in         (iob_id_in),
        .ctl3              (ctl3),
        .iob_in_v          (iob_in_v),
        .iob_in_mc         (iob_in_mc),
        .iob_in_op         (iob_in_op),
        .iob_in_rhnid_loc  (iob_in_rhnid_loc),
        .iob_in_rsnid_loc  (iob_in_rsnid_loc),
        .iob_out_v         (iob_out_v),
        .iob_out_mc        (iob_out_mc),
        .iob_out_op        (iob_out_op),
        .iob_out_dnid_loc  (iob_out_dnid_loc),
        .iob_out_rhnid_loc (iob_out_rhnid_loc),
        .in_packet         (in_packet),
        .out_packet        (out_packet),
        .in_transaction    (in_transaction),
        .out_transaction   (out_transaction),
        .completion        (completion)
    );

    wire        insert;
    wire        remove;
    wire [9:0]  live;

    itanium_bbox_iob_live u_live (
        .clk               (clk),
        .rst               (rst),
        .iob_trans_sel     (iob_trans_sel),
        .write_ctl3        (write_ctl3),
        .write             (write),
        .wdata             (wdata[20:11]),
        .in_transaction    (in_transaction),
        .out_transaction   (out_transaction),
        .completion        (completion),
        .iob_out_tag_match (iob_out_tag_match),
        .iob_out_tag_age   (iob_out_tag_age),
        .insert            (insert),
        .remove            (remove),
        .age_q             (iob_tag_age),
        .live_q            (live)
    );

    assign iob_tag_match = insert;

    wire        of_snoops     = iob_trans_sel == 2'd2;
    wire        of_local      = of_snoops & iob_remote_local != 2'd2;
    wire        of_remote     = of_snoops & iob_remote_local != 2'd1;

    wire        snp_launched  = of_local & snp_events[1] | of_remote & snp_events[2];
    wire        snp_responded = of_local & snp_events[4] | of_remote & snp_events[5];

    wire [10:0] accumulated   = {1'b0, live & {10{~iob_trans_sel[1]}}}
                              + {1'b0, snp_local & {10{of_local}}}
                              + {1'b0, snp_remote & {10{of_remote}}};

    wire        carry;
    wire [10:0] accum;

    itanium_bbox_accumulator #(
        .WIDTH      (11),
        .LIVE_WIDTH (11)
    ) u_accumulator (
        .clk     (clk),
        .rst     (rst),
        .reset   (reset),
        .run     (iob_en & running),
        .live    (accumulated),
        .write   (write),
        .wcarry  (1'b0),
        .wdata   (wdata[10:0]),
        .carry_q (carry),
        .accum_q (accum)
    );

    assign events = {out_packet, in_packet, remove | snp_responded, insert | snp_launched, iob_en & carry};
    assign value  = {snp_remote, snp_local, live, accum};

    wire [1:0] unused_snp_events = {snp_events[3], snp_events[0]};

endmodule

`default_nettype wire
