// PMU of one link of R3QPI, between the rings and a QPI link: three counters and the freeze of the box. 0 after reset.
`default_nettype none

module ivt_r3qpi #(
    parameter IVT_A16 = 0  // decision IVT-A16, overflow without ov_en: 0 no status bit, 1 status bit but no message
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register port
    input  wire        bus_valid,
    input  wire        bus_write,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    input  wire [63:0] bus_wdata,
    output wire [63:0] bus_rdata,
    output wire        bus_error,

    // Freeze broadcasts
    input  wire        frz_bcast,
    input  wire        unfrz_bcast,

    // Rings
    input  wire [7:0]  ring_ad,
    input  wire [7:0]  ring_ak,
    input  wire [7:0]  ring_bl,
    input  wire [7:0]  ring_iv,

    // Ingress queues
    input  wire [2:0]  rxr_ne,
    input  wire [5:0]  rxr_ins,
    input  wire [35:0] rxr_occ,
    input  wire        rxr_ad_byp,

    // Egress queues
    input  wire        txr_ne,
    input  wire        txr_full,
    input  wire [2:0]  txr_nack_cw,
    input  wire [2:0]  txr_nack_ccw,

    // Credits
    input  wire [6:0]  q0_ad_empty,
    input  wire [6:0]  q1_ad_empty,
    input  wire [6:0]  q0_bl_empty,
    input  wire [6:0]  q1_bl_empty,
    input  wire [7:0]  c_lo_empty,
    input  wire [6:0]  c_hi_empty,
    input  wire [3:0]  hr_empty,
    input  wire        vna_out,
    input  wire        vna_used,
    input  wire [2:0]  vna_acq_ad,
    input  wire [2:0]  vna_acq_bl,
    input  wire [5:0]  vna_rej,
    input  wire [5:0]  vn0_used,
    input  wire [5:0]  vn0_rej,
    input  wire [5:0]  vn1_used,
    input  wire [5:0]  vn1_rej,

    // Overflow message
    output wire        ovf_msg
);

    localparam COUNTERS  = 3;
    localparam CTR_WIDTH = 44;
    localparam RAW_WIDTH = 10;

    // This box has no tid_en.
    localparam [31:0] CTL_STORED = 32'hFF54_FFFF;

    wire [31:0]                   rdata;
    wire                          unused_ctl_write;
    wire [COUNTERS-1:0]           unused_ev_sel_ext;
    wire [8*COUNTERS-1:0]         umask;
    wire [8*COUNTERS-1:0]         ev_sel;
    wire [RAW_WIDTH*COUNTERS-1:0] raw;

    // All accesses are dword accesses.
    wire [31:0]                   unused_bus_wdata = bus_wdata[63:32];

    assign bus_rdata = {32'd0, rdata};

    ivt_pci_box #(
        .COUNTERS   (COUNTERS),
        .CTR_WIDTH  (CTR_WIDTH),
        .RAW_WIDTH  (RAW_WIDTH),
        .CTL_STORED (CTL_STORED),
        .IVT_A16    (IVT_A16)
    ) u_box (
        .clk           (clk),
        .rst           (rst),
        .bus_valid     (bus_valid),
        .bus_write     (bus_write),
        .bus_space     (bus_space),
        .bus_unit      (bus_unit),
        .bus_addr      (bus_addr),
        .wdata         (bus_wdata[31:0]),
        .rdata         (rdata),
        .bus_error     (bus_error),
        .ctl_write     (unused_ctl_write),
        .frz_bcast     (frz_bcast),
        .unfrz_bcast   (unfrz_bcast),
        .ovf_msg       (ovf_msg),
        .ev_sel_ext    (unused_ev_sel_ext),
        .umask         (umask),
        .ev_sel        (ev_sel),
        .raw           (raw)
    );

    ivt_r3qpi_events #(
        .COUNTERS  (COUNTERS),
        .RAW_WIDTH (RAW_WIDTH)
    ) u_events (
        .ev_sel       (ev_sel),
        .umask        (umask),
        .ring_ad      (ring_ad),
        .ring_ak      (ring_ak),
        .ring_bl      (ring_bl),
        .ring_iv      (ring_iv),
        .rxr_ne       (rxr_ne),
        .rxr_ins      (rxr_ins),
        .rxr_occ      (rxr_occ),
        .rxr_ad_byp   (rxr_ad_byp),
        .txr_ne       (txr_ne),
        .txr_full     (txr_full),
        .txr_nack_cw  (txr_nack_cw),
        .txr_nack_ccw (txr_nack_ccw),
        .q0_ad_empty  (q0_ad_empty),
        .q1_ad_empty  (q1_ad_empty),
        .q0_bl_empty  (q0_bl_empty),
        .q1_bl_empty  (q1_bl_empty),
        .c_lo_empty   (c_lo_empty),
        .c_hi_empty   (c_hi_empty),
        .hr_empty     (hr_empty),
        .vna_out      (vna_out),
        .vna_used     (vna_used),
        .vna_acq_ad   (vna_acq_ad),
        .vna_acq_bl   (vna_acq_bl),
        .vna_rej      (vna_rej),
        .vn0_used     (vn0_used),
        .vn0_rej      (vn0_rej),
        .vn1_used     (vn1_used),
        .vn1_rej      (vn1_rej),
        .raw          (raw)
    );

endmodule

`default_nettype wire
