// mcountinhibit, and its bits that supervisor mode controls through scountinhibit. RESET after reset.
//
// scountinhibit reads and writes only the bits of counters that mcounteren delegates.
`default_nettype none

module riscv_hpm_inhibit #(
    parameter [31:0] WRITABLE = 32'hFFFF_FFFD,
    parameter [31:0] RESET    = 32'h0000_0000   // 0 in bits that are not writable
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register access
    input  wire        is_mcountinhibit,
    input  wire        is_scountinhibit,
    input  wire        write,
    input  wire [31:0] wdata,
    output wire [31:0] rdata,             // 0 if neither is addressed

    input  wire [31:0] mcounteren,

    // State, one bit for each counter
    output wire [31:0] mcountinhibit
);

    wire [31:0] reached = mcounteren | {32{is_mcountinhibit}};

    pmu_register #(
        .WIDTH  (32),
        .STORED (WRITABLE),
        .RESET  (RESET)
    ) u_mcountinhibit (
        .clk     (clk),
        .rst     (rst),
        .write   (write & (is_mcountinhibit | is_scountinhibit)),
        .wdata   ((wdata & reached) | (mcountinhibit & ~reached)),
        .value_q (mcountinhibit)
    );

    assign rdata = mcountinhibit & reached & {32{is_mcountinhibit | is_scountinhibit}};

endmodule

`default_nettype wire
