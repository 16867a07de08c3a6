// Common logic of all boxes in PCI configuration space: the decoder of their register port, the counter registers, box
// control and the two freezes. Logic outside decides, by the fields and overflows that this module drives, what is
// counted and the effect of an overflow; the status register is read through this module and stored outside.
`default_nettype none

module ivt_pci_bank #(
    parameter        COUNTERS   = 4,
    parameter        CTR_WIDTH  = 48,
    parameter        RAW_WIDTH  = 10,
    parameter [31:0] CTL_STORED = 32'hFF54_FFFF,
    parameter        IVT_A09    = 0,              // see ivt_socket
    parameter        IVT_A06    = 0               // see ivt_imc
) (
    // Clock and reset
    input  wire                          clk,
    input  wire                          rst,

    // Register port
    input  wire                          bus_valid,
    input  wire                          bus_write,
    input  wire [3:0]                    bus_space,
    input  wire [7:0]                    bus_unit,
    input  wire [31:0]                   bus_addr,
    input  wire [31:0]                   wdata,
    input  wire [31:0]                   box_status,
    output wire [31:0]                   rdata,         // 0 without a read of one of these registers
    output wire                          bus_error,

    // Write enables
    output wire                          ctl_write,     // write to the control register of any counter
    output wire                          status_write,

    // Overflows send a message; constant 0 if IVT_A09 is 0
    output wire                          box_ov_enable,

    // Freeze requests, and freeze and reset of everything that counts in the box
    input  wire                          own_msg,
    input  wire                          frz_bcast,
    input  wire                          unfrz_bcast,
    output wire                          frozen,
    output wire                          rst_ctrs,
    output wire                          rst_ctrl,

    // Event selection and overflow, counter 0 in the low bits
    output wire [COUNTERS-1:0]           ev_sel_ext,
    output wire [8*COUNTERS-1:0]         umask,
    output wire [8*COUNTERS-1:0]         ev_sel,
    input  wire [RAW_WIDTH*COUNTERS-1:0] raw,
    output wire [COUNTERS-1:0]           ov_en,
    output wire [COUNTERS-1:0]           ovf
);

    wire                  at_ctr_low;
    wire                  at_ctr_high;
    wire                  at_ctl;
    wire                  at_box_ctl;
    wire                  at_box_status;
    wire [1:0]            index;         // number of the addressed counter

    wire [31:0]           ctl;
    wire [CTR_WIDTH-1:0]  ctr;
    wire [CTR_WIDTH-1:0]  ctr_wdata;
    wire [31:0]           ctr_dword;
    wire [31:0]           box_ctl;
    wire                  box_freeze_enable;
    wire                  frz;
    wire                  frz_lat;
    wire [8*COUNTERS-1:0] thresh;
    wire [COUNTERS-1:0]   edge_det;
    wire [COUNTERS-1:0]   unused_tid_en;

    wire        at_ctr       = at_ctr_low | at_ctr_high;
    wire        read_box_ctl = (IVT_A09 != 0) & at_box_ctl;   // otherwise it reads 0
    wire [31:0] read_value   = at_ctr        ? ctr_dword
                             : at_ctl        ? ctl
                             : at_box_status ? box_status
                             : read_box_ctl  ? box_ctl
                             :                 32'd0;

    assign rdata        = read_value & {32{~bus_write}};
    assign ctl_write    = at_ctl & bus_write;
    assign status_write = at_box_status & bus_write;
    assign frozen       = (IVT_A09 != 0) ? box_freeze_enable & (frz | frz_lat) : frz | frz_lat;

    ivt_pci_decoder #(
        .COUNTERS (COUNTERS)
    ) u_decoder (
        .bus_valid     (bus_valid),
        .bus_space     (bus_space),
        .bus_unit      (bus_unit),
        .bus_addr      (bus_addr),
        .bus_error     (bus_error),
        .at_ctr_low    (at_ctr_low),
        .at_ctr_high   (at_ctr_high),
        .at_ctl        (at_ctl),
        .at_box_ctl    (at_box_ctl),
        .at_box_status (at_box_status),
        .index         (index)
    );

    ivt_pci_dwords #(
        .CTR_WIDTH (CTR_WIDTH)
    ) u_dwords (
        .high      (at_ctr_high),
        .wdata     (wdata),
        .rdata     (ctr_dword),
        .ctr       (ctr),
        .ctr_wdata (ctr_wdata)
    );

    ivt_box_ctl #(
        .IVT_A09 (IVT_A09)
    ) u_box_ctl (
        .clk               (clk),
        .rst               (rst),
        .write             (at_box_ctl & bus_write),
        .wdata             (wdata),
        .value             (box_ctl),
        .box_ov_enable     (box_ov_enable),
        .box_freeze_enable (box_freeze_enable),
        .frz               (frz),
        .rst_ctrs          (rst_ctrs),
        .rst_ctrl          (rst_ctrl)
    );

    // Unless the access is to a high dword, bits 31:0 of ctr_wdata are wdata, so the control registers use them.
    ivt_bank #(
        .COUNTERS    (COUNTERS),
        .INDEX_WIDTH (2),
        .CTR_WIDTH   (CTR_WIDTH),
        .RAW_WIDTH   (RAW_WIDTH),
        .CTL_STORED  (CTL_STORED),
        .IVT_A06     (IVT_A06)
    ) u_bank (
        .clk            (clk),
        .rst            (rst),
        .index          (index),
        .ctl_write      (ctl_write),
        .ctr_write      (at_ctr & bus_write),
        .wdata          (ctr_wdata),
        .ctl            (ctl),
        .ctr            (ctr),
        .has_ov_en      (1'b1),
        .frozen         (frozen),
        .rst_ctrs       (rst_ctrs),
        .rst_ctrl       (rst_ctrl),
        .thresh         (thresh),
        .ev_sel_ext     (ev_sel_ext),
        .ov_en          (ov_en),
        .tid_en         (unused_tid_en),
        .edge_det       (edge_det),
        .umask          (umask),
        .ev_sel         (ev_sel),
        .slice_thresh   (thresh),
        .slice_edge_det (edge_det),
        .slice_admitted ({COUNTERS{1'b1}}),
        .raw            (raw),
        .ovf            (ovf)
    );

    ivt_freeze #(
        .IVT_A09 (IVT_A09)
    ) u_freeze (
        .clk               (clk),
        .rst               (rst),
        .box_freeze_enable (box_freeze_enable),
        .own_msg           (own_msg),
        .frz_bcast         (frz_bcast),
        .unfrz_bcast       (unfrz_bcast),
        .frz_lat           (frz_lat)
    );

endmodule

`default_nettype wire
