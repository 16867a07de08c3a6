// Fixed counter of the U-Box, which counts cycles, with its control register and overflow message. 0 after reset.
//
// The counter has no status bit in the box, only its bit in GLOBAL_STATUS: every overflow with ov_en sends a message.
`default_nettype none

module ivt_ubox_fixed #(
    parameter CTR_WIDTH = 44
) (
    // Clock and reset
    input  wire                 clk,
    input  wire                 rst,

    // Software write
    input  wire                 ctl_write,
    input  wire                 ctr_write,
    input  wire [CTR_WIDTH-1:0] wdata,

    // Freeze of the box
    input  wire                 frozen,

    // Registers, as software reads them
    output wire [31:0]          ctl,
    output wire [CTR_WIDTH-1:0] ctr,

    // Message
    output reg                  uf_msg_q
);

    localparam        EN     = 22;
    localparam        OV_EN  = 20;
    localparam [31:0] STORED = (32'd1 << EN) | (32'd1 << OV_EN);

    wire ovf;
    wire unused_counted;

    pmu_register #(
        .WIDTH  (32),
        .STORED (STORED)
    ) u_ctl (
        .clk     (clk),
        .rst     (rst),
        .write   (ctl_write),
        .wdata   (wdata[31:0]),
        .value_q (ctl)
    );

    pmu_counter #(
        .WIDTH     (CTR_WIDTH),
        .INC_WIDTH (1)
    ) u_ctr (
        .clk        (clk),
        .rst        (rst),
        .load       (ctr_write),
        .load_value (wdata),
        .increment  (ctl[EN] & ~frozen),
        .counted    (unused_counted),
        .carry      (ovf),
        .value_q    (ctr)
    );

    wire uf_msg_d = ovf & ctl[OV_EN];

    always @(posedge clk)
        if (rst) uf_msg_q <= 1'b0;
        else     uf_msg_q <= uf_msg_d;

endmodule

`default_nettype wire
