// Fixed counter of a channel, which counts DRAM clocks, with its control register. Its status bit and its message are
// outside, with those of the other counters. Latency 1 cycle; 0 after reset.
//
// The reset bit of its control register is not at the position that it has in the other control registers.
`default_nettype none

module ivt_imc_fixed #(
    parameter CTR_WIDTH = 48
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register access
    input  wire        write,
    input  wire        at_ctr_low,
    input  wire        at_ctr_high,
    input  wire        at_ctl,
    input  wire [31:0] wdata,
    output wire [31:0] rdata,        // 0 without a read of one of these registers

    // Box
    input  wire        frozen,
    input  wire        rst_ctrs,
    input  wire        rst_ctrl,

    // Overflow
    output wire        ov_en,
    output wire        ovf
);

    localparam        EN     = 22;
    localparam        OV_EN  = 20;
    localparam        RST    = 19;
    localparam [31:0] STORED = (32'd1 << EN) | (32'd1 << OV_EN);

    wire [31:0]          ctl;
    wire [CTR_WIDTH-1:0] ctr;
    wire [CTR_WIDTH-1:0] ctr_wdata;
    wire [31:0]          ctr_dword;
    wire                 unused_counted;

    wire        at_ctr     = at_ctr_low | at_ctr_high;
    wire        ctl_write  = at_ctl & write;
    wire        clear      = (ctl_write & wdata[RST]) | rst_ctrs;
    wire [31:0] read_value = at_ctr ? ctr_dword
                           : at_ctl ? ctl
                           :          32'd0;

    assign rdata = read_value & {32{~write}};
    assign ov_en = ctl[OV_EN];

    pmu_register #(
        .WIDTH  (32),
        .STORED (STORED)
    ) u_ctl (
        .clk     (clk),
        .rst     (rst),
        .write   (ctl_write | rst_ctrl),
        .wdata   (wdata & {32{~rst_ctrl}}),
        .value_q (ctl)
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

    pmu_counter #(
        .WIDTH     (CTR_WIDTH),
        .INC_WIDTH (1)
    ) u_ctr (
        .clk        (clk),
        .rst        (rst),
        .load       (clear | (at_ctr & write)),
        .load_value (ctr_wdata & {CTR_WIDTH{~clear}}),
        .increment  (ctl[EN] & ~frozen),
        .counted    (unused_counted),
        .carry      (ovf),
        .value_q    (ctr)
    );

endmodule

`default_nettype wire
