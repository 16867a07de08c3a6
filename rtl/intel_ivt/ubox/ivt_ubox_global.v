// Global control of the socket: freeze and unfreeze broadcasts, summary of the overflow messages. 0 after reset.
//
// Broadcasts in the next cycle, by cause in this cycle:
//
//   new summary bit  GLOBAL_CTL written with frz_all unfrz_all | frz_bcast unfrz_bcast
//         1                                     0       1      |     1          1
//         1                                   otherwise        |     1          0
//         0                                     1      any     |     1          0
//         0                                     0       1      |     0          1
//         0                                   otherwise        |     0          0
//
// If both broadcasts are sent, each box resolves them: there the freeze takes priority.
`default_nettype none

module ivt_ubox_global #(
    parameter SENDERS = 27,
    parameter CORES   = 15
) (
    // Clock and reset
    input  wire               clk,
    input  wire               rst,

    // Software write
    input  wire               ctl_write,
    input  wire               status_write,
    input  wire [31:0]        wdata,

    // Overflow messages, in the order of the summary bits
    input  wire [SENDERS-1:0] msg,
    output wire               any_new,   // one of them is newly set at the end of this cycle

    // Registers, as software reads them
    output wire [31:0]        ctl,
    output wire [31:0]        status,

    // Fields that route the PMI
    output wire               wk_on_pmi,
    output wire [CORES-1:0]   pmi_core_sel,

    // Broadcasts
    output reg                frz_bcast_q,
    output reg                unfrz_bcast_q
);

    localparam        FRZ_ALL      = 31;
    localparam        WK_ON_PMI    = 30;
    localparam        UNFRZ_ALL    = 29;
    localparam        PMI_CORE_SEL = 0;
    localparam [31:0] STORED       = (32'd1 << WK_ON_PMI) | ({{32-CORES{1'b0}}, {CORES{1'b1}}} << PMI_CORE_SEL);

    pmu_register #(
        .WIDTH  (32),
        .STORED (STORED)
    ) u_ctl (
        .clk     (clk),
        .rst     (rst),
        .write   (ctl_write),
        .wdata   (wdata),
        .value_q (ctl)
    );

    assign wk_on_pmi    = ctl[WK_ON_PMI];
    assign pmi_core_sel = ctl[PMI_CORE_SEL +: CORES];

    wire [SENDERS-1:0] ov;
    wire [SENDERS-1:0] fresh;

    pmu_sticky #(
        .WIDTH (SENDERS)
    ) u_status (
        .clk     (clk),
        .rst     (rst),
        .set     (msg),
        .clear   (wdata[SENDERS-1:0] & {SENDERS{status_write}}),
        .fresh   (fresh),
        .value_q (ov)
    );

    assign status  = {{32-SENDERS{1'b0}}, ov};
    assign any_new = |fresh;

    wire frz_all       = ctl_write & wdata[FRZ_ALL];
    wire unfrz_all     = ctl_write & wdata[UNFRZ_ALL];
    wire frz_bcast_d   = any_new | frz_all;
    wire unfrz_bcast_d = unfrz_all & ~frz_all;

    always @(posedge clk)
        if (rst) begin
            frz_bcast_q   <= 1'b0;
            unfrz_bcast_q <= 1'b0;
        end else begin
            frz_bcast_q   <= frz_bcast_d;
            unfrz_bcast_q <= unfrz_bcast_d;
        end

endmodule

`default_nettype wire
