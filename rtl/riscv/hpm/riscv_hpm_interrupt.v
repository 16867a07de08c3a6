// LCOFIP and LCOFIE, bit 13 of mip and mie. 0 after reset.
//
// DELAY = 1: a request of this cycle arrives in the next one, regardless of what is written in the meantime.
//
//   LCOFIP_WRITE | LCOFIP after a write and a request that arrives
//   0            | 1
//   1            | as written
`default_nettype none

module riscv_hpm_interrupt #(
    parameter DELAY        = 0,
    parameter LCOFIP_WRITE = 0
) (
    // Clock and reset
    input  wire clk,
    input  wire rst,

    // Requests of the counters
    input  wire request,

    // Software write
    input  wire write_lcofip,
    input  wire write_lcofie,
    input  wire wdata,

    // State
    output reg  lcofip_q,
    output wire lcofie
);

    wire arrives;

    generate
        if (DELAY != 0) begin : g_delay
            reg request_q;

            always @(posedge clk)
                if (rst) request_q <= 1'b0;
                else     request_q <= request;

            assign arrives = request_q;
        end else begin : g_direct
            assign arrives = request;
        end
    endgenerate

    wire set      = arrives & ~((LCOFIP_WRITE != 0) & write_lcofip);
    wire lcofip_d = (write_lcofip ? wdata : lcofip_q) | set;

    always @(posedge clk)
        if (rst) lcofip_q <= 1'b0;
        else     lcofip_q <= lcofip_d;

    pmu_register #(
        .WIDTH (1)
    ) u_lcofie (
        .clk     (clk),
        .rst     (rst),
        .write   (write_lcofie),
        .wdata   (wdata),
        .value_q (lcofie)
    );

endmodule

`default_nettype wire
