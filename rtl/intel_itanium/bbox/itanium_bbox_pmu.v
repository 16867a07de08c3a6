// Performance monitoring of a B-Box (home agent) of an Itanium 9300, connected to the register window that it shares with
// a Z-Box: counters, and the blocks whose events they count. A write takes effect in the next cycle.
`default_nettype none

module itanium_bbox_pmu #(
    parameter IBBOX_A05 = 0,  // see itanium_bbox
    parameter IBBOX_A06 = 0,  // see itanium_bbox
    parameter DBOX_A02  = 0   // see itanium_dbox
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register access, by offset in the window; the read data is 0 if no register is at the offset
    input  wire        read,
    input  wire        write,
    input  wire [11:0] offset,
    input  wire [63:0] wdata,
    output wire [63:0] rdata,

    // D-Box
    input  wire        dbx_frz,
    input  wire        dbx_unfrz,

    // Response forward packet
    input  wire        rfp_v,
    input  wire        rfp_req_loc,
    input  wire        rfp_rsp_loc,

    // In-flight memory table
    input  wire        imt_alloc,
    input  wire        imt_pop_cfl,
    input  wire        imt_dealloc,

    // Queues of the arbiter by code: an entry is written, an entry is read
    input  wire [39:0] arb_ins,
    input  wire [39:0] arb_rem,

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

    // Snoops launched, responses received
    input  wire        snp_req_loc,
    input  wire        snp_req_rem,
    input  wire        snp_rsp_loc,
    input  wire        snp_rsp_rem,

    // Command to the Z-Box, and its acknowledges
    input  wire        bz_req_v,
    input  wire [3:0]  bz_req_op,
    input  wire [4:0]  bz_req_id,
    input  wire        bz_ack_v,
    input  wire [4:0]  bz_ack_id,

    // Events that come as lines
    input  wire        nsl_succ,
    input  wire        nsl_rej,
    input  wire        trk_imt_hazard,
    input  wire [3:0]  nsl_ev,

    // Overflows to the D-Box, interrupt request to the U-Box, freeze state
    output wire        ovf,
    output wire        ovf_any,
    output wire        pmi,
    output wire        frozen
);

    localparam COUNTERS = 8;

    // Read data of the registers, and their write enables
    wire [32:0]            ctl0;
    wire [47:0]            ctl1;
    wire [43:0]            ctl2;
    wire [63:0]            ctl3;
    wire [41*COUNTERS-1:0] cnt;
    wire [40:0]            iob_cnt;
    wire [47:0]            bz_cnt;
    wire [22:0]            arb_cnt0;
    wire [22:0]            arb_cnt1;
    wire [12:0]            imt_cnt;

    wire                   write_ctl0;
    wire                   write_ctl2;
    wire                   write_ctl3;
    wire [COUNTERS-1:0]    write_cnt;
    wire                   write_iob;
    wire                   write_bz;
    wire [1:0]             write_arb;
    wire                   write_imt;

    itanium_bbox_registers #(
        .COUNTERS (COUNTERS)
    ) u_registers (
        .clk        (clk),
        .rst        (rst),
        .read       (read),
        .write      (write),
        .offset     (offset),
        .wdata      (wdata),
        .rdata      (rdata),
        .write_ctl0 (write_ctl0),
        .write_ctl2 (write_ctl2),
        .write_ctl3 (write_ctl3),
        .write_cnt  (write_cnt),
        .write_iob  (write_iob),
        .write_bz   (write_bz),
        .write_arb  (write_arb),
        .write_imt  (write_imt),
        .ctl1       (ctl1),
        .ctl2       (ctl2),
        .ctl3       (ctl3),
        .ctl0       (ctl0),
        .cnt        (cnt),
        .iob_cnt    (iob_cnt),
        .bz_cnt     (bz_cnt),
        .arb_cnt0   (arb_cnt0),
        .arb_cnt1   (arb_cnt1),
        .imt_cnt    (imt_cnt)
    );

    wire [2:0]             unused_ctl2 = ctl2[14:12];

    // Accumulators run, each with its enable, unless the box is in CTL0.reset or frozen.
    wire                   reset   = ctl0[0];
    wire                   running = ~reset & ~ctl0[32];

    wire [3:0]             rfp_events;
    wire [3:0]             imt_events;
    wire                   imt_full;
    wire [4:0]             arb_events0;
    wire [4:0]             arb_events1;
    wire [4:0]             iob_events;
    wire [5:0]             snp_events;
    wire [3:0]             bz_events;
    wire [COUNTERS-1:0]    occurs;

    itanium_bbox_rfp u_rfp (
        .rfp_v       (rfp_v),
        .rfp_req_loc (rfp_req_loc),
        .rfp_rsp_loc (rfp_rsp_loc),
        .events      (rfp_events)
    );

    itanium_bbox_imt u_imt (
        .clk         (clk),
        .rst         (rst),
        .imt_en      (ctl0[9]),
        .reset       (reset),
        .running     (running),
        .write       (write_imt),
        .wdata       (wdata[6:0]),
        .imt_alloc   (imt_alloc),
        .imt_pop_cfl (imt_pop_cfl),
        .imt_dealloc (imt_dealloc),
        .events      (imt_events),
        .full        (imt_full),
        .value       (imt_cnt)
    );

    itanium_bbox_arb u_arb (
        .clk       (clk),
        .rst       (rst),
        .arb_en    (ctl0[10]),
        .reset     (reset),
        .running   (running),
        .arbq_sel0 (ctl2[5:0]),
        .arbq_sel1 (ctl2[11:6]),
        .write0    (write_arb[0]),
        .write1    (write_arb[1]),
        .wdata     (wdata[11:0]),
        .arb_ins   (arb_ins),
        .arb_rem   (arb_rem),
        .events0   (arb_events0),
        .events1   (arb_events1),
        .value0    (arb_cnt0),
        .value1    (arb_cnt1)
    );

    wire [9:0]             snp_local;
    wire [9:0]             snp_remote;

    itanium_bbox_snoop u_snoop (
        .clk         (clk),
        .rst         (rst),
        .snp_req_loc (snp_req_loc),
        .snp_req_rem (snp_req_rem),
        .snp_rsp_loc (snp_rsp_loc),
        .snp_rsp_rem (snp_rsp_rem),
        .events      (snp_events),
        .local_q     (snp_local),
        .remote_q    (snp_remote)
    );

    itanium_bbox_iob #(
        .IBBOX_A06 (IBBOX_A06)
    ) u_iob (
        .clk               (clk),
        .rst               (rst),
        .ackcnflt_en       (ctl0[15]),
        .wrdata_en         (ctl0[14]),
        .iob_en            (ctl0[13]),
        .reset             (reset),
        .running           (running),
        .iob_remote_local  (ctl2[20:19]),
        .iob_id_out        (ctl2[18]),
        .iob_id_in         (ctl2[17]),
        .iob_trans_sel     (ctl2[16:15]),
        .ctl3              (ctl3),
        .write_ctl3        (write_ctl3),
        .write             (write_iob),
        .wdata             (wdata[20:0]),
        .iob_in_v          (iob_in_v),
        .iob_in_mc         (iob_in_mc),
        .iob_in_op         (iob_in_op),
        .iob_in_rhnid_loc  (iob_in_rhnid_loc),
        .iob_in_rsnid_loc  (iob_in_rsnid_loc),
        .iob_tag_match     (iob_tag_match),
        .iob_tag_age       (iob_tag_age),
        .iob_out_v         (iob_out_v),
        .iob_out_mc        (iob_out_mc),
        .iob_out_op        (iob_out_op),
        .iob_out_dnid_loc  (iob_out_dnid_loc),
        .iob_out_rhnid_loc (iob_out_rhnid_loc),
        .iob_out_tag_match (iob_out_tag_match),
        .iob_out_tag_age   (iob_out_tag_age),
        .snp_events        (snp_events),
        .snp_local         (snp_local),
        .snp_remote        (snp_remote),
        .events            (iob_events),
        .value             (iob_cnt)
    );

    itanium_bbox_bz u_bz (
        .clk           (clk),
        .rst           (rst),
        .bz_en         (ctl0[12]),
        .reset         (reset),
        .running       (running),
        .z_op          (ctl2[36:21]),
        .z_wmark       (ctl2[42:37]),
        .z_wmark_ge_le (ctl2[43]),
        .write_ctl2    (write_ctl2),
        .new_z_op      (wdata[36:21]),
        .write         (write_bz),
        .wdata         (wdata[6:0]),
        .bz_req_v      (bz_req_v),
        .bz_req_op     (bz_req_op),
        .bz_req_id     (bz_req_id),
        .bz_ack_v      (bz_ack_v),
        .bz_ack_id     (bz_ack_id),
        .events        (bz_events),
        .value         (bz_cnt)
    );

    itanium_bbox_events #(
        .COUNTERS (COUNTERS)
    ) u_events (
        .cnt_sel    (ctl1),
        .rfp        (rfp_events),
        .imt        (imt_events),
        .arb0       (arb_events0),
        .arb1       (arb_events1),
        .iob        (iob_events),
        .snp        (snp_events),
        .bz         (bz_events),
        .imt_full   (imt_full),
        .nsl_succ   (nsl_succ),
        .imt_hazard (trk_imt_hazard),
        .nsl_rej    (nsl_rej),
        .nsl_ev     (nsl_ev),
        .occurs     (occurs)
    );

    // State that no other block uses
    wire [COUNTERS-1:0]    unused_ov;

    itanium_bbox_bank #(
        .COUNTERS  (COUNTERS),
        .IBBOX_A05 (IBBOX_A05),
        .DBOX_A02  (DBOX_A02)
    ) u_bank (
        .clk        (clk),
        .rst        (rst),
        .dbx_frz    (dbx_frz),
        .dbx_unfrz  (dbx_unfrz),
        .occurs     (occurs),
        .write_ctl0 (write_ctl0),
        .write_cnt  (write_cnt),
        .wdata      (wdata[40:0]),
        .ovf        (ovf),
        .ovf_any    (ovf_any),
        .pmi        (pmi),
        .ctl0       (ctl0),
        .cnt        (cnt),
        .ov         (unused_ov)
    );

    assign frozen = ctl0[32];

endmodule

`default_nettype wire
