// The two filter registers, which all counters of the box share, and their fields. 0 after reset.
`default_nettype none

module ivt_cbox_filter #(
    parameter CBOX_A29 = 0  // see ivt_cbox
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write
    input  wire        filter_write,
    input  wire        filter1_write,
    input  wire [31:0] wdata,

    // Registers, as software reads them
    output wire [31:0] filter,
    output wire [31:0] filter1,

    // Fields of BOX_FILTER
    output wire [5:0]  state,
    output wire [4:0]  tid,

    // Fields of BOX_FILTER1
    output wire        isoc,
    output wire        nc,
    output wire [8:0]  opc,
    output wire [15:0] nid
);

    // Drivers also write link (8:5 of BOX_FILTER) and c6 (29 of BOX_FILTER1), which can be stored without effect.
    localparam [31:0] FILTER_STORED  = (CBOX_A29 != 0) ? 32'h007E_01FF : 32'h007E_001F;
    localparam [31:0] FILTER1_STORED = (CBOX_A29 != 0) ? 32'hFFF0_FFFF : 32'hDFF0_FFFF;

    pmu_register #(
        .WIDTH  (32),
        .STORED (FILTER_STORED)
    ) u_filter (
        .clk     (clk),
        .rst     (rst),
        .write   (filter_write),
        .wdata   (wdata),
        .value_q (filter)
    );

    pmu_register #(
        .WIDTH  (32),
        .STORED (FILTER1_STORED)
    ) u_filter1 (
        .clk     (clk),
        .rst     (rst),
        .write   (filter1_write),
        .wdata   (wdata),
        .value_q (filter1)
    );

    assign state = filter[22:17];
    assign tid   = filter[4:0];

    assign isoc  = filter1[31];
    assign nc    = filter1[30];
    assign opc   = filter1[28:20];
    assign nid   = filter1[15:0];

endmodule

`default_nettype wire
