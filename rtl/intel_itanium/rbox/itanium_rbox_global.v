// Global control of the R-Box: GBLCFG, the freeze of all its counters, overflow and interrupt lines.
//
// Priority of causes at the clock edge, for the freeze state:
//   1. rst                                                              not frozen
//   2. D-Box freezes, frz is written, or an overflow freezes            frozen
//   3. D-Box unfreezes, or unfrz is written                             not frozen
`default_nettype none

module itanium_rbox_global #(
    parameter DBOX_A02 = 0   // see itanium_dbox
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write of GBLCFG
    input  wire        write,
    input  wire [31:0] wdata,

    // D-Box
    input  wire        dbx_frz,
    input  wire        dbx_unfrz,

    // An overflow that freezes, an overflow
    input  wire        trigger,
    input  wire        overflow,

    // Clear of all counts and sub-counters in this cycle
    output wire        clear,

    // Overflow that freezes, any overflow and interrupt request, one cycle after the overflow
    output wire        ovf,
    output wire        ovf_any,  // constant 0 with DBOX_A02 = 0
    output wire        pmi,

    // State
    output wire        frozen,
    output wire [8:0]  gblcfg
);

    wire       write_frz   = write & wdata[11];
    wire       write_unfrz = write & wdata[9];
    wire       unused_fresh;

    // 7 pmi_en, 4:0 daf
    wire [7:0] config_bits;

    assign clear = write & wdata[10];

    pmu_register #(
        .WIDTH  (8),
        .STORED (8'h9F)
    ) u_config (
        .clk     (clk),
        .rst     (rst),
        .write   (write),
        .wdata   (wdata[7:0]),
        .value_q (config_bits)
    );

    pmu_sticky #(
        .WIDTH (1)
    ) u_stat (
        .clk     (clk),
        .rst     (rst),
        .set     (dbx_frz | write_frz | trigger),
        .clear   (dbx_unfrz | write_unfrz),
        .fresh   (unused_fresh),
        .value_q (frozen)
    );

    reg ovf_q;
    reg pmi_q;

    always @(posedge clk)
        if (rst) begin
            ovf_q <= 1'b0;
            pmi_q <= 1'b0;
        end else begin
            ovf_q <= trigger;
            pmi_q <= trigger & config_bits[7];
        end

    generate
        if (DBOX_A02 != 0) begin : g_any
            reg ovf_any_q;

            always @(posedge clk)
                if (rst) ovf_any_q <= 1'b0;
                else     ovf_any_q <= overflow;

            assign ovf_any = ovf_any_q;
        end else begin : g_no_any
            wire unused_overflow = overflow;

            assign ovf_any = 1'b0;
        end
    endgenerate

    assign ovf    = ovf_q;
    assign pmi    = pmi_q;
    assign gblcfg = {frozen, config_bits};

    wire [20:0] unused_wdata = {wdata[31:12], wdata[8]};

endmodule

`default_nettype wire
