// Control register of one counter and its fields. A box stores the bits that it has; other fields are 0. 0 after reset.
`default_nettype none

module ivt_ctl #(
    parameter [31:0] STORED = 32'hFF5C_FFFF
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write
    input  wire        write,
    input  wire [31:0] wdata,
    input  wire        rst_ctrl,   // the box clears its control registers

    // In a box with optional overflow reporting: whether the bit ov_en exists in this cycle.
    input  wire        has_ov_en,

    // Register, as software reads it
    output wire [31:0] value,

    // Fields
    output wire [7:0]  thresh,
    output wire        en,
    output wire        ov_en,
    output wire        tid_en,
    output wire        edge_det,
    output wire        rst_ctr,    // the write in this cycle clears the counter
    output wire [7:0]  umask,
    output wire [7:0]  ev_sel
);

    localparam EN       = 22;
    localparam OV_EN    = 20;
    localparam TID_EN   = 19;
    localparam EDGE_DET = 18;
    localparam RST      = 17;

    // Existing bits: without ov_en the bit is neither written nor read, even if it was stored before.
    wire [31:0] exist = {{31-OV_EN{1'b1}}, has_ov_en, {OV_EN{1'b1}}};
    wire [31:0] stored;

    pmu_register #(
        .WIDTH  (32),
        .STORED (STORED)
    ) u_value (
        .clk     (clk),
        .rst     (rst),
        .write   (write | rst_ctrl),
        .wdata   (wdata & exist & {32{~rst_ctrl}}),
        .value_q (stored)
    );

    assign value    = stored & exist;

    assign thresh   = value[31:24];
    assign en       = value[EN];
    assign ov_en    = value[OV_EN];
    assign tid_en   = value[TID_EN];
    assign edge_det = value[EDGE_DET];
    assign rst_ctr  = write & wdata[RST];
    assign umask    = value[15:8];
    assign ev_sel   = value[7:0];

endmodule

`default_nettype wire
