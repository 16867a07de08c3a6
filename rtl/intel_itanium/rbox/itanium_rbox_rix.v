// Event select of the flits, buffers and packets of a port (RIX): IPERF and its two sub-counters. The event is the OR of
// the enabled sub-events, so several in one cycle are one event. IPERF is 800h after reset, the sub-counters are 0.
`default_nettype none

module itanium_rbox_rix (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write of IPERF
    input  wire        write,
    input  wire [31:0] wdata,

    // Clear and freeze of all sub-counters
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

    // Event
    output wire        occurred,

    // State
    output wire [31:0] iperf,
    output wire [4:0]  eot_acc,
    output wire [6:0]  outb_acc
);

    pmu_register #(
        .WIDTH (32),
        .RESET (32'h0000_0800)
    ) u_iperf (
        .clk     (clk),
        .rst     (rst),
        .write   (write),
        .wdata   (wdata),
        .value_q (iperf)
    );

    // EOTMSGSEL: 0 none, which adds nothing; otherwise class + 1
    wire [2:0]  eot_sel    = iperf[19:17];
    wire [7:0]  eot_writes = {eot_wr, 1'b0};
    wire [39:0] eot_depths = {eot_depth, 5'd0};
    wire [5:0]  eot_at     = 6'd5 * {3'd0, eot_sel};
    wire        eot_carry;

    itanium_rbox_accumulator #(
        .WIDTH (5)
    ) u_eot (
        .clk   (clk),
        .rst   (rst),
        .clear (clear | write),
        .run   (iperf[21] & ~frozen),
        .depth (eot_depths[eot_at +: 5]),
        .carry (eot_carry),
        .acc_q (eot_acc)
    );

    wire        outb_carry;

    itanium_rbox_accumulator #(
        .WIDTH (7)
    ) u_outb (
        .clk   (clk),
        .rst   (rst),
        .clear (clear | write),
        .run   (iperf[27] & ~frozen),
        .depth (outb_depth),
        .carry (outb_carry),
        .acc_q (outb_acc)
    );

    // Classes
    wire        allocated  = |(arb_alloc & iperf[15:9]);
    wire        network    = iperf[7:6] == 2'd3 | pkt_vn == iperf[7:6];
    wire        received   = |(pkt_cls & iperf[5:0]) & network;

    assign occurred = iperf[31] & flt_sent
                    | iperf[30] & flt_rcvd
                    | iperf[29] & nsp_sent
                    | iperf[28] & nsp_rcvd
                    | outb_carry
                    | iperf[26] & outb_wr
                    | iperf[25] & outb_ne
                    | iperf[24] & retq_rd
                    | iperf[23] & inpckterr
                    | iperf[22] & fstenough
                    | eot_carry
                    | iperf[20] & eot_writes[eot_sel]
                    | iperf[16] & eot_ne
                    | allocated
                    | iperf[8]  & inq_dealloc
                    | received;

endmodule

`default_nettype wire
