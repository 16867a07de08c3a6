// Common logic of most boxes in PCI configuration space, events excluded: ivt_pci_bank with an overflow status that has
// only the counters.
`default_nettype none

module ivt_pci_box #(
    parameter        COUNTERS   = 4,
    parameter        CTR_WIDTH  = 44,
    parameter        RAW_WIDTH  = 10,
    parameter [31:0] CTL_STORED = 32'hFF54_FFFF,
    parameter        IVT_A16    = 0,              // see ivt_socket
    parameter        IVT_A09    = 0               // see ivt_socket
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
    output wire [31:0]                   rdata,         // 0 without a read of one of these registers
    output wire                          bus_error,
    output wire                          ctl_write,     // write to the control register of any counter

    // Freeze broadcasts and overflow message
    input  wire                          frz_bcast,
    input  wire                          unfrz_bcast,
    output wire                          ovf_msg,

    // Event selection, counter 0 in the low bits
    output wire [COUNTERS-1:0]           ev_sel_ext,
    output wire [8*COUNTERS-1:0]         umask,
    output wire [8*COUNTERS-1:0]         ev_sel,
    input  wire [RAW_WIDTH*COUNTERS-1:0] raw
);

    wire [COUNTERS-1:0] ov;
    wire [COUNTERS-1:0] ov_en;
    wire [COUNTERS-1:0] ovf;
    wire                status_write;
    wire                box_ov_enable;
    wire                unused_frozen;
    wire                unused_rst_ctrs;
    wire                unused_rst_ctrl;

    wire [31:0] box_status = {{32-COUNTERS{1'b0}}, ov};

    ivt_pci_bank #(
        .COUNTERS   (COUNTERS),
        .CTR_WIDTH  (CTR_WIDTH),
        .RAW_WIDTH  (RAW_WIDTH),
        .CTL_STORED (CTL_STORED),
        .IVT_A09    (IVT_A09)
    ) u_regs (
        .clk           (clk),
        .rst           (rst),
        .bus_valid     (bus_valid),
        .bus_write     (bus_write),
        .bus_space     (bus_space),
        .bus_unit      (bus_unit),
        .bus_addr      (bus_addr),
        .wdata         (wdata),
        .box_status    (box_status),
        .rdata         (rdata),
        .bus_error     (bus_error),
        .ctl_write     (ctl_write),
        .status_write  (status_write),
        .box_ov_enable (box_ov_enable),
        .own_msg       (ovf_msg),
        .frz_bcast     (frz_bcast),
        .unfrz_bcast   (unfrz_bcast),
        .frozen        (unused_frozen),
        .rst_ctrs      (unused_rst_ctrs),
        .rst_ctrl      (unused_rst_ctrl),
        .ev_sel_ext    (ev_sel_ext),
        .umask         (umask),
        .ev_sel        (ev_sel),
        .raw           (raw),
        .ov_en         (ov_en),
        .ovf           (ovf)
    );

    ivt_overflow #(
        .COUNTERS (COUNTERS),
        .IVT_A16  (IVT_A16),
        .IVT_A09  (IVT_A09)
    ) u_overflow (
        .clk           (clk),
        .rst           (rst),
        .box_ov_enable (box_ov_enable),
        .ovf           (ovf),
        .ov_en         (ov_en),
        .w1c           (wdata[COUNTERS-1:0] & {COUNTERS{status_write}}),
        .ov            (ov),
        .ovf_msg_q     (ovf_msg)
    );

endmodule

`default_nettype wire
