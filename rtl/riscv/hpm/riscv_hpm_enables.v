// mcounteren, scounteren and hcounteren. A register that the hart does not have is 0. All are 0 after reset.
`default_nettype none

module riscv_hpm_enables #(
    parameter        U             = 1,
    parameter        S             = 1,
    parameter        H             = 1,
    parameter [31:0] MCOUNTEREN_WR = 32'hFFFF_FFFF,   // writable bits
    parameter [31:0] SCOUNTEREN_WR = 32'hFFFF_FFFF,
    parameter [31:0] HCOUNTEREN_WR = 32'hFFFF_FFFF
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register access
    input  wire        is_mcounteren,
    input  wire        is_scounteren,
    input  wire        is_hcounteren,
    input  wire        write,
    input  wire [31:0] wdata,
    output wire [31:0] rdata,          // 0 if none is addressed

    // State
    output wire [31:0] mcounteren,
    output wire [31:0] scounteren,
    output wire [31:0] hcounteren
);

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
            assign hcounteren = 32'd0;
        end

        if (U == 0) begin : g_no_enables
            wire unused_access = clk | rst | write | (|wdata);
        end
    endgenerate

    assign rdata = (mcounteren & {32{is_mcounteren}})
                 | (scounteren & {32{is_scounteren}})
                 | (hcounteren & {32{is_hcounteren}});

endmodule

`default_nettype wire
