// Box control register: level of the box freeze, and resets that act once. These fields are write-only, so every write,
// even one for a reset alone, also sets the level of the freeze. Depending on IVT_A09, there are also two enables, which
// software can read and every write sets. 0 after reset.
`default_nettype none

module ivt_box_ctl #(
    parameter IVT_A09 = 0  // see ivt_socket
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write
    input  wire        write,
    input  wire [31:0] wdata,

    // Register, as software reads it
    output wire [31:0] value,

    // Fields
    output wire        box_ov_enable,       // overflows send a message; constant 0 without this field
    output wire        box_freeze_enable,   // the box can be frozen; constant 0 without this field
    output wire        frz,
    output wire        rst_ctrs,            // the write in this cycle clears the counters
    output wire        rst_ctrl             // the write in this cycle clears the counter control registers
);

    localparam OV_ENABLE     = 17;
    localparam FREEZE_ENABLE = 16;
    localparam FRZ           = 8;
    localparam RST_CTRS      = 1;
    localparam RST_CTRL      = 0;

    wire [26:0] unused_wdata = {wdata[31:OV_ENABLE+1], wdata[FREEZE_ENABLE-1:FRZ+1], wdata[FRZ-1:RST_CTRS+1]};

    generate
        if (IVT_A09 != 0) begin : g_enables
            pmu_register #(
                .WIDTH (1)
            ) u_box_ov_enable (
                .clk     (clk),
                .rst     (rst),
                .write   (write),
                .wdata   (wdata[OV_ENABLE]),
                .value_q (box_ov_enable)
            );

            pmu_register #(
                .WIDTH (1)
            ) u_box_freeze_enable (
                .clk     (clk),
                .rst     (rst),
                .write   (write),
                .wdata   (wdata[FREEZE_ENABLE]),
                .value_q (box_freeze_enable)
            );
        end else begin : g_no_enables
            // Software must write 1 to these two reserved bits; they have no function.
            wire [1:0] unused_enables = wdata[OV_ENABLE:FREEZE_ENABLE];

            assign box_ov_enable     = 1'b0;
            assign box_freeze_enable = 1'b0;
        end
    endgenerate

    assign value = {14'd0, box_ov_enable, box_freeze_enable, 16'd0};

    pmu_register #(
        .WIDTH (1)
    ) u_frz (
        .clk     (clk),
        .rst     (rst),
        .write   (write),
        .wdata   (wdata[FRZ]),
        .value_q (frz)
    );

    assign rst_ctrs = write & wdata[RST_CTRS];
    assign rst_ctrl = write & wdata[RST_CTRL];

endmodule

`default_nettype wire
