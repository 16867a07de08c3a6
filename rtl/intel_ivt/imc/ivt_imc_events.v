// Number of events that each counter selects in this cycle. Every counter can select every event. Combinational.
`default_nettype none

module ivt_imc_events #(
    parameter COUNTERS  = 4,
    parameter RAW_WIDTH = 10
) (
    // Selection, counter 0 in the low bits
    input  wire [8*COUNTERS-1:0]         ev_sel,
    input  wire [8*COUNTERS-1:0]         umask,

    // DRAM commands
    input  wire [7:0]                    e_act,
    input  wire [7:0]                    e_pre,
    input  wire [7:0]                    e_cas,
    input  wire [7:0]                    e_refresh,
    input  wire                          e_pre_all,
    input  wire [7:0]                    e_major,
    input  wire [7:0]                    e_preempt,
    input  wire                          e_ecc,

    // Queues
    input  wire                          e_rpq_ins,
    input  wire                          e_wpq_ins,
    input  wire                          rpq_ne,
    input  wire                          wpq_ne,
    input  wire                          wpq_full,
    input  wire                          e_wpq_rd_hit,
    input  wire                          e_wpq_wr_hit,

    // Power
    input  wire [7:0]                    throttle_rank,
    input  wire                          pcu_throttle,
    input  wire                          self_refresh,
    input  wire [7:0]                    cke_on,
    input  wire                          dlloff,
    input  wire [2:0]                    ppd_inc,
    input  wire                          crit_throttle,

    // VMSE, priorities, bypasses
    input  wire [7:0]                    e_vmse_push,
    input  wire [5:0]                    vmse_occ,
    input  wire [7:0]                    e_rd_prio,
    input  wire [7:0]                    e_byp,

    // CAS with its rank and bank
    input  wire                          rd_cas_v,
    input  wire [2:0]                    rd_cas_rank,
    input  wire [2:0]                    rd_cas_bank,
    input  wire                          wr_cas_v,
    input  wire [2:0]                    wr_cas_rank,
    input  wire [2:0]                    wr_cas_bank,

    // Major modes
    input  wire [7:0]                    e_wmm_rmm,
    input  wire                          wrong_mm,

    output wire [RAW_WIDTH*COUNTERS-1:0] raw
);

    localparam AMOUNT_WIDTH = 6;

    // A counter selects one event, so at most one of its hits and its amount is nonzero.
    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            wire                    command_hit;
            wire                    queue_hit;
            wire                    power_hit;
            wire                    cas_hit;
            wire [AMOUNT_WIDTH-1:0] amount;

            ivt_imc_command_events u_command (
                .ev_sel      (ev_sel[8*i +: 8]),
                .umask       (umask[8*i +: 8]),
                .e_act       (e_act),
                .e_pre       (e_pre),
                .e_cas       (e_cas),
                .e_refresh   (e_refresh),
                .e_pre_all   (e_pre_all),
                .e_major     (e_major),
                .e_preempt   (e_preempt),
                .e_ecc       (e_ecc),
                .e_vmse_push (e_vmse_push),
                .e_rd_prio   (e_rd_prio),
                .e_byp       (e_byp),
                .e_wmm_rmm   (e_wmm_rmm),
                .wrong_mm    (wrong_mm),
                .hit         (command_hit)
            );

            ivt_imc_queue_events u_queue (
                .ev_sel       (ev_sel[8*i +: 8]),
                .e_rpq_ins    (e_rpq_ins),
                .e_wpq_ins    (e_wpq_ins),
                .rpq_ne       (rpq_ne),
                .wpq_ne       (wpq_ne),
                .wpq_full     (wpq_full),
                .e_wpq_rd_hit (e_wpq_rd_hit),
                .e_wpq_wr_hit (e_wpq_wr_hit),
                .hit          (queue_hit)
            );

            ivt_imc_power_events u_power (
                .ev_sel        (ev_sel[8*i +: 8]),
                .umask         (umask[8*i +: 8]),
                .throttle_rank (throttle_rank),
                .pcu_throttle  (pcu_throttle),
                .self_refresh  (self_refresh),
                .cke_on        (cke_on),
                .dlloff        (dlloff),
                .crit_throttle (crit_throttle),
                .hit           (power_hit)
            );

            ivt_imc_cas_events u_cas (
                .ev_sel      (ev_sel[8*i +: 8]),
                .umask       (umask[8*i +: 8]),
                .rd_cas_v    (rd_cas_v),
                .rd_cas_rank (rd_cas_rank),
                .rd_cas_bank (rd_cas_bank),
                .wr_cas_v    (wr_cas_v),
                .wr_cas_rank (wr_cas_rank),
                .wr_cas_bank (wr_cas_bank),
                .hit         (cas_hit)
            );

            ivt_imc_amount_events #(
                .AMOUNT_WIDTH (AMOUNT_WIDTH)
            ) u_amount (
                .ev_sel   (ev_sel[8*i +: 8]),
                .ppd_inc  (ppd_inc),
                .vmse_occ (vmse_occ),
                .amount   (amount)
            );

            wire hit = command_hit | queue_hit | power_hit | cas_hit;

            assign raw[RAW_WIDTH*i +: RAW_WIDTH] = {{RAW_WIDTH-AMOUNT_WIDTH{1'b0}}, amount}
                                                 | {{RAW_WIDTH-1{1'b0}}, hit};
        end
    endgenerate

endmodule

`default_nettype wire
