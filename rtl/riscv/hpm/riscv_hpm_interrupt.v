// LCOFIP and LCOFIE, bit 13 of mip and mie and of what supervisor and guest see of them. 0 after reset.
//
//   register            | the bit is reached if
//   mip, mie            | always
//   sip, sie            | mideleg_lcofi
//   vsip, vsie          | mideleg_lcofi and hideleg_lcofi; in VS the numbers of sip, sie are those of vsip, vsie
//
// Otherwise it reads 0 and ignores writes.
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
    input  wire       clk,
    input  wire       rst,

    // Requests of the counters
    input  wire       request,

    // Register access
    input  wire [1:0] level,          // bits 9:8 of the number
    input  wire       mode_vs,
    input  wire       mideleg_lcofi,
    input  wire       hideleg_lcofi,
    input  wire       is_pending,     // mip, sip or vsip is addressed
    input  wire       is_enable,      // mie, sie or vsie is addressed
    input  wire       write,
    input  wire       wdata,
    output wire       rdata,          // 0 if none is addressed

    // State
    output reg        lcofip_q,
    output wire       lcofie
);

    localparam [1:0] MACHINE = 2'd3;
    localparam [1:0] GUEST   = 2'd2;

    wire is_machine   = level == MACHINE;
    wire is_guest     = (level == GUEST) | mode_vs;
    wire reached      = is_machine | (mideleg_lcofi & (~is_guest | hideleg_lcofi));
    wire write_lcofip = write & is_pending & reached;
    wire arrives;

    assign rdata = reached & ((is_pending & lcofip_q) | (is_enable & lcofie));

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
        .write   (write & is_enable & reached),
        .wdata   (wdata),
        .value_q (lcofie)
    );

endmodule

`default_nettype wire
