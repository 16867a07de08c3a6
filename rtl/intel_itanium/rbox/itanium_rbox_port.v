// Port of the R-Box: two selects of flit, buffer and packet events (RIX), two slots of arbitration events (QLX) and two
// match sets. They drive six events, among which counters select.
`default_nettype none

module itanium_rbox_port (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register access; at_iperf by select, at_match five for each set
    input  wire        write,
    input  wire [1:0]  at_iperf,
    input  wire        at_arb,
    input  wire [9:0]  at_match,
    input  wire [31:0] wdata,
    output wire [31:0] rdata,

    // State of the box
    input  wire        clear,
    input  wire        frozen,

    // Flits
    input  wire        flt_sent,
    input  wire        flt_rcvd,
    input  wire        nsp_sent,
    input  wire        nsp_rcvd,
    input  wire        retq_rd,
    input  wire        inpckterr,
    input  wire        fstenough,

    // Output buffer
    input  wire        outb_wr,
    input  wire        outb_ne,
    input  wire [6:0]  outb_depth,

    // EOT, by class
    input  wire [6:0]  eot_wr,
    input  wire [34:0] eot_depth,
    input  wire        eot_ne,

    // Entry table and input queue
    input  wire [6:0]  arb_alloc,
    input  wire        inq_dealloc,

    // Packets
    input  wire [5:0]  pkt_cls,
    input  wire [1:0]  pkt_vn,

    // Arbitration
    input  wire [5:0]  q_bid,
    input  wire [5:0]  q_fail,
    input  wire        q_hok,
    input  wire        l_bid,
    input  wire        l_fail,
    input  wire        l_hok,
    input  wire        g_bid,
    input  wire        g_fail,
    input  wire        g_hok,
    input  wire [15:0] tgt_av,
    input  wire [29:0] et_depth,

    // Flits that cross to the port
    input  wire        mm_v,
    input  wire [63:0] mm_flit,
    input  wire [7:0]  mm_flit_hi,
    input  wire [3:0]  mm_idx,

    // Events, in the order of ev_sel
    output wire [5:0]  events
);

    wire        write_arb = write & at_arb;

    // 23:20 sub and cls, 19:16 type of slot 1; 7:4 and 3:0 of slot 0
    wire [23:0] arb_perf;

    pmu_register #(
        .WIDTH  (24),
        .STORED (24'hFF00FF)
    ) u_arb_perf (
        .clk     (clk),
        .rst     (rst),
        .write   (write_arb),
        .wdata   (wdata[23:0]),
        .value_q (arb_perf)
    );

    wire [63:0] iperfs;
    wire [63:0] match_rdata;

    genvar k;
    generate
        for (k = 0; k < 2; k = k + 1) begin : g_set
            // Sub-counters, which no other block uses
            wire [4:0] unused_eot_acc;
            wire [6:0] unused_outb_acc;
            wire [4:0] unused_et_acc;

            itanium_rbox_rix u_rix (
                .clk         (clk),
                .rst         (rst),
                .write       (write & at_iperf[k]),
                .wdata       (wdata),
                .clear       (clear),
                .frozen      (frozen),
                .flt_sent    (flt_sent),
                .flt_rcvd    (flt_rcvd),
                .nsp_sent    (nsp_sent),
                .nsp_rcvd    (nsp_rcvd),
                .retq_rd     (retq_rd),
                .inpckterr   (inpckterr),
                .fstenough   (fstenough),
                .outb_wr     (outb_wr),
                .outb_ne     (outb_ne),
                .outb_depth  (outb_depth),
                .eot_wr      (eot_wr),
                .eot_depth   (eot_depth),
                .eot_ne      (eot_ne),
                .arb_alloc   (arb_alloc),
                .inq_dealloc (inq_dealloc),
                .pkt_cls     (pkt_cls),
                .pkt_vn      (pkt_vn),
                .occurred    (events[k]),
                .iperf       (iperfs[32*k +: 32]),
                .eot_acc     (unused_eot_acc),
                .outb_acc    (unused_outb_acc)
            );

            itanium_rbox_qlx u_qlx (
                .clk      (clk),
                .rst      (rst),
                .slot     (arb_perf[16*k +: 8]),
                .clear    (clear | write_arb),
                .frozen   (frozen),
                .q_bid    (q_bid),
                .q_fail   (q_fail),
                .q_hok    (q_hok),
                .l_bid    (l_bid),
                .l_fail   (l_fail),
                .l_hok    (l_hok),
                .g_bid    (g_bid),
                .g_fail   (g_fail),
                .g_hok    (g_hok),
                .tgt_av   (tgt_av),
                .et_depth (et_depth),
                .occurred (events[2 + k]),
                .et_acc   (unused_et_acc)
            );

            itanium_rbox_match u_match (
                .clk        (clk),
                .rst        (rst),
                .write      (write),
                .at         (at_match[5*k +: 5]),
                .wdata      (wdata),
                .rdata      (match_rdata[32*k +: 32]),
                .mm_v       (mm_v),
                .mm_flit    (mm_flit),
                .mm_flit_hi (mm_flit_hi),
                .mm_idx     (mm_idx),
                .matched    (events[4 + k])
            );
        end
    endgenerate

    assign rdata = iperfs[31:0]     & {32{at_iperf[0]}}
                 | iperfs[63:32]    & {32{at_iperf[1]}}
                 | {8'd0, arb_perf} & {32{at_arb}}
                 | match_rdata[31:0]
                 | match_rdata[63:32];

endmodule

`default_nettype wire
