// Performance monitoring of the R-Box, connected to its register access: twelve ports, eight counters for the ports of
// each side, and the global control. An offset without a register reads 0 and ignores writes.
`default_nettype none

module itanium_rbox_pmu #(
    parameter DBOX_A02 = 0   // see itanium_dbox
) (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // Register access; all registers have 32 bits
    input  wire         read,
    input  wire         write,
    input  wire [15:0]  offset,
    input  wire [31:0]  wdata,
    output wire [31:0]  rdata,

    // D-Box
    input  wire         dbx_frz,
    input  wire         dbx_unfrz,
    output wire         ovf,
    output wire         ovf_any,

    // U-Box
    output wire         pmi,

    // Freeze state
    output wire         frozen,

    // What follows is by port, port 0 in the low bits.

    // Flits
    input  wire [11:0]  flt_sent,
    input  wire [11:0]  flt_rcvd,
    input  wire [11:0]  nsp_sent,
    input  wire [11:0]  nsp_rcvd,
    input  wire [11:0]  retq_rd,
    input  wire [11:0]  inpckterr,
    input  wire [11:0]  fstenough,

    // Output buffer
    input  wire [11:0]  outb_wr,
    input  wire [11:0]  outb_ne,
    input  wire [83:0]  outb_depth,

    // EOT, by class
    input  wire [83:0]  eot_wr,
    input  wire [419:0] eot_depth,
    input  wire [11:0]  eot_ne,

    // Entry table and input queue
    input  wire [83:0]  arb_alloc,
    input  wire [11:0]  inq_dealloc,

    // Packets
    input  wire [71:0]  pkt_cls,
    input  wire [23:0]  pkt_vn,

    // Arbitration
    input  wire [71:0]  q_bid,
    input  wire [71:0]  q_fail,
    input  wire [11:0]  q_hok,
    input  wire [11:0]  l_bid,
    input  wire [11:0]  l_fail,
    input  wire [11:0]  l_hok,
    input  wire [11:0]  g_bid,
    input  wire [11:0]  g_fail,
    input  wire [11:0]  g_hok,
    input  wire [191:0] tgt_av,
    input  wire [359:0] et_depth,

    // Flits that cross to the port
    input  wire [11:0]  mm_v,
    input  wire [767:0] mm_flit,
    input  wire [95:0]  mm_flit_hi,
    input  wire [47:0]  mm_idx
);

    wire         at_global;
    wire [31:0]  at_counter;
    wire [23:0]  at_iperf;
    wire [11:0]  at_arb;
    wire [119:0] at_match;

    itanium_rbox_decoder u_decoder (
        .offset     (offset),
        .at_global  (at_global),
        .at_counter (at_counter),
        .at_iperf   (at_iperf),
        .at_arb     (at_arb),
        .at_match   (at_match)
    );

    wire         clear;
    wire [1:0]   triggers;
    wire [1:0]   overflows;
    wire [8:0]   gblcfg;

    itanium_rbox_global #(
        .DBOX_A02 (DBOX_A02)
    ) u_global (
        .clk       (clk),
        .rst       (rst),
        .write     (write & at_global),
        .wdata     (wdata),
        .dbx_frz   (dbx_frz),
        .dbx_unfrz (dbx_unfrz),
        .trigger   (|triggers),
        .overflow  (|overflows),
        .clear     (clear),
        .ovf       (ovf),
        .ovf_any   (ovf_any),
        .pmi       (pmi),
        .frozen    (frozen),
        .gblcfg    (gblcfg)
    );

    // Six events and the read data of each port
    wire [71:0]  events;
    wire [383:0] port_rdata;

    genvar p;
    generate
        for (p = 0; p < 12; p = p + 1) begin : g_port
            itanium_rbox_port u_port (
                .clk         (clk),
                .rst         (rst),
                .write       (write),
                .at_iperf    (at_iperf[2*p +: 2]),
                .at_arb      (at_arb[p]),
                .at_match    (at_match[10*p +: 10]),
                .wdata       (wdata),
                .rdata       (port_rdata[32*p +: 32]),
                .clear       (clear),
                .frozen      (frozen),
                .flt_sent    (flt_sent[p]),
                .flt_rcvd    (flt_rcvd[p]),
                .nsp_sent    (nsp_sent[p]),
                .nsp_rcvd    (nsp_rcvd[p]),
                .retq_rd     (retq_rd[p]),
                .inpckterr   (inpckterr[p]),
                .fstenough   (fstenough[p]),
                .outb_wr     (outb_wr[p]),
                .outb_ne     (outb_ne[p]),
                .outb_depth  (outb_depth[7*p +: 7]),
                .eot_wr      (eot_wr[7*p +: 7]),
                .eot_depth   (eot_depth[35*p +: 35]),
                .eot_ne      (eot_ne[p]),
                .arb_alloc   (arb_alloc[7*p +: 7]),
                .inq_dealloc (inq_dealloc[p]),
                .pkt_cls     (pkt_cls[6*p +: 6]),
                .pkt_vn      (pkt_vn[2*p +: 2]),
                .q_bid       (q_bid[6*p +: 6]),
                .q_fail      (q_fail[6*p +: 6]),
                .q_hok       (q_hok[p]),
                .l_bid       (l_bid[p]),
                .l_fail      (l_fail[p]),
                .l_hok       (l_hok[p]),
                .g_bid       (g_bid[p]),
                .g_fail      (g_fail[p]),
                .g_hok       (g_hok[p]),
                .tgt_av      (tgt_av[16*p +: 16]),
                .et_depth    (et_depth[30*p +: 30]),
                .mm_v        (mm_v[p]),
                .mm_flit     (mm_flit[64*p +: 64]),
                .mm_flit_hi  (mm_flit_hi[8*p +: 8]),
                .mm_idx      (mm_idx[4*p +: 4]),
                .events      (events[6*p +: 6])
            );
        end
    endgenerate

    // Side 0 is the left one with ports 0 to 4 and 11, side 1 the right one with ports 5 to 10.
    wire [71:0]  side_events = {events[65:30], events[71:66], events[29:0]};
    wire [63:0]  side_rdata;

    genvar s;
    generate
        for (s = 0; s < 2; s = s + 1) begin : g_side
            itanium_rbox_side u_side (
                .clk      (clk),
                .rst      (rst),
                .write    (write),
                .at       (at_counter[16*s +: 16]),
                .wdata    (wdata),
                .rdata    (side_rdata[32*s +: 32]),
                .clear    (clear),
                .frozen   (frozen),
                .events   (side_events[36*s +: 36]),
                .trigger  (triggers[s]),
                .overflow (overflows[s])
            );
        end
    endgenerate

    reg [31:0] value;
    integer    i;

    always @* begin
        value = side_rdata[31:0] | side_rdata[63:32] | {23'd0, gblcfg} & {32{at_global}};
        for (i = 0; i < 12; i = i + 1)
            value = value | port_rdata[32*i +: 32];
    end

    assign rdata = value & {32{read}};

endmodule

`default_nettype wire
