// Box control register: level of the box freeze, and resets that act once. Every field is write-only, so every write,
// even one for a reset alone, also sets the level of the freeze. 0 after reset.
`default_nettype none

module ivt_box_ctl (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write
    input  wire        write,
    input  wire [31:0] wdata,

    // Fields
    output wire        frz,
    output wire        rst_ctrs,   // the write in this cycle clears the counters
    output wire        rst_ctrl    // the write in this cycle clears the counter control registers
);

    localparam FRZ      = 8;
    localparam RST_CTRS = 1;
    localparam RST_CTRL = 0;

    // Software must write 1 to two of the reserved bits; they have no function.
    wire [28:0] unused_wdata = {wdata[31:FRZ+1], wdata[FRZ-1:RST_CTRS+1]};

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
