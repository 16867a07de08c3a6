// Registers of the taggers of one thread: PMC32 to 36, 38 and 41, and copies of the breakpoint registers.
`default_nettype none

module itanium_tag_registers (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // Software writes
    input  wire         write_pmc,
    input  wire         write_ibr,
    input  wire         write_dbr,
    input  wire [7:0]   index,
    input  wire [63:0]  wdata,

    // State
    output wire [57:0]  pmc32,
    output wire [40:0]  pmc33,
    output wire [57:0]  pmc34,
    output wire [40:0]  pmc35,
    output wire [3:0]   pmc36,
    output wire [13:0]  pmc38,
    output wire [48:0]  pmc41,
    output wire [511:0] ibr,
    output wire [511:0] dbr
);

    localparam [57:0] MATCHER  = 58'h30F01FFFFFFFFFF;
    localparam [40:0] ENCODING = 41'h1FFFFFFFFFF;

    pmu_register #(.WIDTH(58), .STORED(MATCHER), .RESET(MATCHER)) u_pmc32 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_pmc & index == 8'd32),
        .wdata   (wdata[57:0]),
        .value_q (pmc32)
    );

    pmu_register #(.WIDTH(41), .STORED(ENCODING), .RESET(ENCODING)) u_pmc33 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_pmc & index == 8'd33),
        .wdata   (wdata[40:0]),
        .value_q (pmc33)
    );

    pmu_register #(.WIDTH(58), .STORED(MATCHER), .RESET(MATCHER)) u_pmc34 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_pmc & index == 8'd34),
        .wdata   (wdata[57:0]),
        .value_q (pmc34)
    );

    pmu_register #(.WIDTH(41), .STORED(ENCODING), .RESET(ENCODING)) u_pmc35 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_pmc & index == 8'd35),
        .wdata   (wdata[40:0]),
        .value_q (pmc35)
    );

    pmu_register #(.WIDTH(4), .STORED(4'hF)) u_pmc36 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_pmc & index == 8'd36),
        .wdata   (wdata[3:0]),
        .value_q (pmc36)
    );

    pmu_register #(.WIDTH(14), .STORED(14'h3FFF), .RESET(14'h0DB6)) u_pmc38 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_pmc & index == 8'd38),
        .wdata   (wdata[13:0]),
        .value_q (pmc38)
    );

    pmu_register #(.WIDTH(49), .STORED(49'h1FFFFFFFFFFFF), .RESET(49'h02078FEFEFEFE)) u_pmc41 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_pmc & index == 8'd41),
        .wdata   (wdata[48:0]),
        .value_q (pmc41)
    );

    genvar i;
    generate
        for (i = 0; i < 8; i = i + 1) begin : g_breakpoint
            pmu_register #(.WIDTH(64), .STORED(64'hFFFFFFFFFFFFFFFF)) u_ibr (
                .clk     (clk),
                .rst     (rst),
                .write   (write_ibr & index == i[7:0]),
                .wdata   (wdata),
                .value_q (ibr[64*i +: 64])
            );

            pmu_register #(.WIDTH(64), .STORED(64'hFFFFFFFFFFFFFFFF)) u_dbr (
                .clk     (clk),
                .rst     (rst),
                .write   (write_dbr & index == i[7:0]),
                .wdata   (wdata),
                .value_q (dbr[64*i +: 64])
            );
        end
    endgenerate

endmodule

`default_nettype wire
