// Main counters of the box, CTL0, which controls them, and the freeze that their overflows request.
`default_nettype none

module itanium_bbox_bank #(
    parameter COUNTERS  = 8,
    parameter IBBOX_A05 = 0,  // see itanium_bbox
    parameter DBOX_A02  = 0   // see itanium_dbox
) (
    // Clock and reset
    input  wire                   clk,
    input  wire                   rst,

    // D-Box
    input  wire                   dbx_frz,
    input  wire                   dbx_unfrz,

    // The event that each counter selects occurs in this cycle
    input  wire [COUNTERS-1:0]    occurs,

    // Software writes
    input  wire                   write_ctl0,
    input  wire [COUNTERS-1:0]    write_cnt,
    input  wire [40:0]            wdata,

    // An overflow requested a freeze in the previous cycle
    output wire                   ovf,

    // ... and requests an interrupt
    output wire                   pmi,

    // A counter overflowed in the previous cycle, or a freeze was requested; constant 0 with DBOX_A02 = 0
    output wire                   ovf_any,

    // CTL0: 32 frz, 31:24 aov, 23:16 sov, 15 ackcnflt_en, 14 wrdata_en, 13 iob_en, 12 bz_en, 11 stored, 10 arb_en, 9 imt_en, 8:1 cnt_en, 0 reset
    output wire [32:0]            ctl0,

    // Counters, 40 ov, 39:0 cnt each, counter 0 in the low bits; and the ov bits of all
    output wire [41*COUNTERS-1:0] cnt,
    output wire [COUNTERS-1:0]    ov
);

    wire [31:0]         control;
    wire [COUNTERS-1:0] cnt_en  = control[8:1];
    wire [COUNTERS-1:0] sov     = control[23:16];
    wire [COUNTERS-1:0] aov     = control[31:24];
    wire [COUNTERS-1:0] aov_d   = write_ctl0 ? wdata[31:24] : aov;
    wire [COUNTERS-1:0] trigger;
    wire [COUNTERS-1:0] natural;
    wire [COUNTERS-1:0] overflow;
    wire                frozen;

    pmu_register #(
        .WIDTH (32)
    ) u_control (
        .clk     (clk),
        .rst     (rst),
        .write   (write_ctl0),
        .wdata   (wdata[31:0]),
        .value_q (control)
    );

    itanium_bbox_freeze #(
        .COUNTERS  (COUNTERS),
        .IBBOX_A05 (IBBOX_A05),
        .DBOX_A02  (DBOX_A02)
    ) u_freeze (
        .clk       (clk),
        .rst       (rst),
        .dbx_frz   (dbx_frz),
        .dbx_unfrz (dbx_unfrz),
        .write     (write_ctl0),
        .frz       (wdata[32]),
        .trigger   (trigger),
        .natural   (natural),
        .overflow  (overflow),
        .frozen_q  (frozen),
        .ovf_q     (ovf),
        .pmi       (pmi),
        .ovf_any   (ovf_any)
    );

    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            itanium_bbox_counter u_counter (
                .clk      (clk),
                .rst      (rst),
                .reset    (control[0]),
                .cnt_en   (cnt_en[i]),
                .frozen   (frozen),
                .sov      (sov[i]),
                .aov      (aov[i]),
                .aov_d    (aov_d[i]),
                .occurs   (occurs[i]),
                .write    (write_cnt[i]),
                .wdata    (wdata),
                .trigger  (trigger[i]),
                .natural  (natural[i]),
                .overflow (overflow[i]),
                .value_q  (cnt[41*i +: 41])
            );

            assign ov[i] = cnt[41*i + 40];
        end
    endgenerate

    assign ctl0 = {frozen, control};

endmodule

`default_nettype wire
