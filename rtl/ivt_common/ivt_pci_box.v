// What most boxes in PCI configuration space have besides the events: ivt_pci_bank with an overflow status of the counters
// alone.
`default_nettype none

module ivt_pci_box #(
    parameter        COUNTERS   = 4,
    parameter        CTR_WIDTH  = 44,
    parameter        RAW_WIDTH  = 10,
    parameter [31:0] CTL_STORED = 32'hFF54_FFFF
) (
    // Clock and reset
    input  wire                          clk,
    input  wire                          rst,

    // Register access
    input  wire                          write,
    input  wire                          at_ctr_low,
    input  wire                          at_ctr_high,
    input  wire                          at_ctl,
    input  wire                          at_box_ctl,
    input  wire                          at_box_status,
    input  wire [1:0]                    index,         // the addressed counter
    input  wire [31:0]                   wdata,
    output wire [31:0]                   rdata,         // 0 without a read of one of these registers

    // Freeze broadcasts and overflow message
    input  wire                          frz_bcast,
    input  wire                          unfrz_bcast,
    output wire                          ovf_msg,

    // Event selection, counter 0 lowest
    output wire [8*COUNTERS-1:0]         umask,
    output wire [8*COUNTERS-1:0]         ev_sel,
    input  wire [RAW_WIDTH*COUNTERS-1:0] raw
);

    wire [COUNTERS-1:0] ov;
    wire [COUNTERS-1:0] ov_en;
    wire [COUNTERS-1:0] ovf;
    wire [COUNTERS-1:0] unused_ev_sel_ext;
    wire                unused_frozen;
    wire                unused_rst_ctrs;
    wire                unused_rst_ctrl;

    wire [31:0] box_status = {{32-COUNTERS{1'b0}}, ov};

    ivt_pci_bank #(
        .COUNTERS   (COUNTERS),
        .CTR_WIDTH  (CTR_WIDTH),
        .RAW_WIDTH  (RAW_WIDTH),
        .CTL_STORED (CTL_STORED)
    ) u_regs (
        .clk           (clk),
        .rst           (rst),
        .write         (write),
        .at_ctr_low    (at_ctr_low),
        .at_ctr_high   (at_ctr_high),
        .at_ctl        (at_ctl),
        .at_box_ctl    (at_box_ctl),
        .at_box_status (at_box_status),
        .index         (index),
        .wdata         (wdata),
        .box_status    (box_status),
        .rdata         (rdata),
        .own_msg       (ovf_msg),
        .frz_bcast     (frz_bcast),
        .unfrz_bcast   (unfrz_bcast),
        .frozen        (unused_frozen),
        .rst_ctrs      (unused_rst_ctrs),
        .rst_ctrl      (unused_rst_ctrl),
        .ev_sel_ext    (unused_ev_sel_ext),
        .umask         (umask),
        .ev_sel        (ev_sel),
        .raw           (raw),
        .ov_en         (ov_en),
        .ovf           (ovf)
    );

    ivt_overflow #(
        .COUNTERS (COUNTERS)
    ) u_overflow (
        .clk       (clk),
        .rst       (rst),
        .ovf       (ovf),
        .ov_en     (ov_en),
        .w1c       (wdata[COUNTERS-1:0] & {COUNTERS{at_box_status & write}}),
        .ov        (ov),
        .ovf_msg_q (ovf_msg)
    );

endmodule

`default_nettype wire
