// mcounteren, scounteren, hcounteren and mcountinhibit, one bit for each counter. A register that the hart does not have
// is 0. mcountinhibit has a parameter for its reset value; the others are 0 after reset.
`default_nettype none

module riscv_hpm_enables #(
    parameter        U                 = 0,
    parameter        S                 = 0,
    parameter        H                 = 0,
    parameter [31:0] MCOUNTEREN_WR     = 32'hFFFF_FFFF,   // writable bits
    parameter [31:0] SCOUNTEREN_WR     = 32'hFFFF_FFFF,
    parameter [31:0] HCOUNTEREN_WR     = 32'hFFFF_FFFF,
    parameter        MCOUNTINHIBIT     = 0,
    parameter [31:0] MCOUNTINHIBIT_WR  = 32'hFFFF_FFFD,
    parameter [31:0] MCOUNTINHIBIT_RST = 32'h0000_0000
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register access
    input  wire        is_mcounteren,
    input  wire        is_scounteren,
    input  wire        is_hcounteren,
    input  wire        is_mcountinhibit,
    input  wire        is_scountinhibit,
    input  wire        write,
    input  wire [31:0] wdata,
    output wire [31:0] rdata,          // 0 if none is addressed

    // State
    output wire [31:0] mcounteren,
    output wire [31:0] scounteren,
    output wire [31:0] hcounteren,
    output wire [31:0] mcountinhibit
);

    wire [31:0] inhibit_rdata;

    generate
        if (U != 0) begin : g_user
            pmu_register #(
                .WIDTH  (32),
                .STORED (MCOUNTEREN_WR)
            ) u_mcounteren (
                .clk     (clk),
                .rst     (rst),
                .write   (write & is_mcounteren),
                .wdata   (wdata),
                .value_q (mcounteren)
            );
        end else begin : g_no_user
            wire unused_mask = |MCOUNTEREN_WR;

            assign mcounteren = 32'd0;
        end

        if (S != 0) begin : g_supervisor
            pmu_register #(
                .WIDTH  (32),
                .STORED (SCOUNTEREN_WR)
            ) u_scounteren (
                .clk     (clk),
                .rst     (rst),
                .write   (write & is_scounteren),
                .wdata   (wdata),
                .value_q (scounteren)
            );
        end else begin : g_no_supervisor
            wire unused_mask = |SCOUNTEREN_WR;

            assign scounteren = 32'd0;
        end

        if (H != 0) begin : g_guest
            pmu_register #(
                .WIDTH  (32),
                .STORED (HCOUNTEREN_WR)
            ) u_hcounteren (
                .clk     (clk),
                .rst     (rst),
                .write   (write & is_hcounteren),
                .wdata   (wdata),
                .value_q (hcounteren)
            );
        end else begin : g_no_guest
            wire unused_mask = |HCOUNTEREN_WR;

            assign hcounteren = 32'd0;
        end

        if (MCOUNTINHIBIT != 0) begin : g_inhibit
            riscv_hpm_inhibit #(
                .WRITABLE (MCOUNTINHIBIT_WR),
                .RESET    (MCOUNTINHIBIT_RST)
            ) u_inhibit (
                .clk              (clk),
                .rst              (rst),
                .is_mcountinhibit (is_mcountinhibit),
                .is_scountinhibit (is_scountinhibit),
                .write            (write),
                .wdata            (wdata),
                .rdata            (inhibit_rdata),
                .mcounteren       (mcounteren),
                .mcountinhibit    (mcountinhibit)
            );
        end else begin : g_no_inhibit
            wire unused_inhibit = clk | rst | write | (|wdata) | is_mcountinhibit | is_scountinhibit
                                | (|MCOUNTINHIBIT_WR) | (|MCOUNTINHIBIT_RST);

            assign mcountinhibit = 32'd0;
            assign inhibit_rdata = 32'd0;
        end
    endgenerate

    assign rdata = (mcounteren & {32{is_mcounteren}})
                 | (scounteren & {32{is_scounteren}})
                 | (hcounteren & {32{is_hcounteren}})
                 | inhibit_rdata;

endmodule

`default_nettype wire
