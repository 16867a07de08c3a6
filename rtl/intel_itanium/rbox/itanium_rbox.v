// R-Box (crossbar router) of an Itanium 9300 processor, limited to performance monitoring: 16 counters of 48 bits for the
// events of twelve ports. The address is the offset of a register, window included.
`default_nettype none

module itanium_rbox #(
    parameter DBOX_A02 = 0   // see itanium_dbox
) (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // Register port
    input  wire         bus_valid,
    input  wire         bus_write,
    input  wire [3:0]   bus_space,
    input  wire [7:0]   bus_unit,
    input  wire [31:0]  bus_addr,
    input  wire [63:0]  bus_wdata,
    output wire [63:0]  bus_rdata,
    output wire         bus_error,

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

    wire        read;
    wire        write;
    wire [15:0] offset;
    wire [31:0] rdata;

    itanium_csr_port #(
        .OFFSET_WIDTH (16)
    ) u_port (
        .bus_valid (bus_valid),
        .bus_write (bus_write),
        .bus_space (bus_space),
        .bus_unit  (bus_unit),
        .bus_addr  (bus_addr),
        .bus_error (bus_error),
        .read      (read),
        .write     (write),
        .offset    (offset)
    );

    itanium_rbox_pmu #(
        .DBOX_A02 (DBOX_A02)
    ) u_pmu (
        .clk         (clk),
        .rst         (rst),
        .read        (read),
        .write       (write),
        .offset      (offset),
        .wdata       (bus_wdata[31:0]),
        .rdata       (rdata),
        .dbx_frz     (dbx_frz),
        .dbx_unfrz   (dbx_unfrz),
        .ovf         (ovf),
        .ovf_any     (ovf_any),
        .pmi         (pmi),
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
        .q_bid       (q_bid),
        .q_fail      (q_fail),
        .q_hok       (q_hok),
        .l_bid       (l_bid),
        .l_fail      (l_fail),
        .l_hok       (l_hok),
        .g_bid       (g_bid),
        .g_fail      (g_fail),
        .g_hok       (g_hok),
        .tgt_av      (tgt_av),
        .et_depth    (et_depth),
        .mm_v        (mm_v),
        .mm_flit     (mm_flit),
        .mm_flit_hi  (mm_flit_hi),
        .mm_idx      (mm_idx)
    );

    assign bus_rdata = {32'd0, rdata};

    wire [31:0] unused_wdata = bus_wdata[63:32];

endmodule

`default_nettype wire
