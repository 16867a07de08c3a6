// Number of events that each counter selects in this cycle. Every counter can select every event. Combinational.
`default_nettype none

module ivt_ha_events #(
    parameter COUNTERS       = 4,
    parameter RAW_WIDTH      = 12,
    parameter BT_CLASSES     = 6,
    parameter BT_OCC_WIDTH   = 10,
    parameter TXR_SCHEDULERS = 2,
    parameter TXR_OCC_WIDTH  = 5
) (
    // Selection, counter 0 in the low bits
    input  wire [8*COUNTERS-1:0]                   ev_sel,
    input  wire [8*COUNTERS-1:0]                   umask,

    // Match results of the packet at the match logic
    input  wire                                    addr_hit,
    input  wire                                    opc_hit,

    // Occupancies, sub-event 0 in the low bits
    input  wire [BT_OCC_WIDTH*BT_CLASSES-1:0]      bt_occ,
    input  wire [TXR_OCC_WIDTH*TXR_SCHEDULERS-1:0] txr_occ,

    // Requests
    input  wire [7:0]                              e_requests,
    input  wire [7:0]                              e_conflict,
    input  wire [7:0]                              e_dir_lookup,
    input  wire [7:0]                              e_dir_update,
    input  wire                                    e_txr_ak,
    input  wire [7:0]                              e_txr_bl,
    input  wire                                    e_d2c_sent,
    input  wire                                    e_d2c_dis,
    input  wire                                    e_d2c_ovr,

    // Memory
    input  wire [7:0]                              e_bypass,
    input  wire [3:0]                              rpq_nocrd,
    input  wire [3:0]                              wpq_nocrd,
    input  wire [2:0]                              imc_reads,
    input  wire [7:0]                              e_imc_writes,
    input  wire [1:0]                              tad_v,
    input  wire [7:0]                              tad_region,
    input  wire                                    e_imc_retry,

    // Packet at the match logic
    input  wire                                    am_v,
    input  wire [2:0]                              am_ring,

    // Snoop responses
    input  wire [7:0]                              e_snoop_resp,
    input  wire [7:0]                              e_snp_local,

    // Ingress credits, egress
    input  wire [7:0]                              e_igr_nocrd,
    input  wire [1:0]                              e_txr_ad_full,
    input  wire [1:0]                              e_txr_ak_full,
    input  wire [1:0]                              e_txr_bl_full,

    // Rings
    input  wire [7:0]                              e_ring_ad,
    input  wire [7:0]                              e_ring_ak,
    input  wire [7:0]                              e_ring_bl,

    // Directory, backup tracker, IODC
    input  wire                                    e_dir_lat_opt,
    input  wire                                    e_bt_bypass,
    input  wire                                    e_iodc_ins,
    input  wire                                    e_iodc_olen,
    input  wire                                    bt_ne,

    // Broadcasts, conflicts
    input  wire [7:0]                              e_osb,
    input  wire [7:0]                              e_osb_edr,
    input  wire [7:0]                              e_iodc_conf,

    // Credits of QPI link 2
    input  wire                                    igr_crd_ad2,
    input  wire                                    igr_crd_bl2,

    output wire [RAW_WIDTH*COUNTERS-1:0]           raw
);

    localparam AMOUNT_WIDTH = 3;

    // A counter selects one event, so at most one of its hits, its amount and its entries is nonzero.
    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            wire                    protocol_hit;
            wire                    memory_hit;
            wire                    ring_hit;
            wire                    match_hit;
            wire [AMOUNT_WIDTH-1:0] amount;
            wire [RAW_WIDTH-1:0]    entries;

            ivt_ha_protocol_events u_protocol (
                .ev_sel        (ev_sel[8*i +: 8]),
                .umask         (umask[8*i +: 8]),
                .e_requests    (e_requests),
                .e_conflict    (e_conflict),
                .e_dir_lookup  (e_dir_lookup),
                .e_dir_update  (e_dir_update),
                .e_d2c_sent    (e_d2c_sent),
                .e_d2c_dis     (e_d2c_dis),
                .e_d2c_ovr     (e_d2c_ovr),
                .e_snoop_resp  (e_snoop_resp),
                .e_snp_local   (e_snp_local),
                .e_dir_lat_opt (e_dir_lat_opt),
                .e_bt_bypass   (e_bt_bypass),
                .e_iodc_ins    (e_iodc_ins),
                .e_iodc_olen   (e_iodc_olen),
                .bt_ne         (bt_ne),
                .e_osb         (e_osb),
                .e_osb_edr     (e_osb_edr),
                .e_iodc_conf   (e_iodc_conf),
                .hit           (protocol_hit)
            );

            ivt_ha_memory_events u_memory (
                .ev_sel       (ev_sel[8*i +: 8]),
                .umask        (umask[8*i +: 8]),
                .e_bypass     (e_bypass),
                .e_imc_writes (e_imc_writes),
                .e_imc_retry  (e_imc_retry),
                .hit          (memory_hit)
            );

            ivt_ha_amount_events #(
                .AMOUNT_WIDTH (AMOUNT_WIDTH)
            ) u_amount (
                .ev_sel     (ev_sel[8*i +: 8]),
                .umask      (umask[8*i +: 8]),
                .rpq_nocrd  (rpq_nocrd),
                .wpq_nocrd  (wpq_nocrd),
                .imc_reads  (imc_reads),
                .tad_v      (tad_v),
                .tad_region (tad_region),
                .amount     (amount)
            );

            ivt_ha_ring_events u_ring (
                .ev_sel        (ev_sel[8*i +: 8]),
                .umask         (umask[8*i +: 8]),
                .e_txr_ak      (e_txr_ak),
                .e_txr_bl      (e_txr_bl),
                .e_igr_nocrd   (e_igr_nocrd),
                .e_txr_ad_full (e_txr_ad_full),
                .e_txr_ak_full (e_txr_ak_full),
                .e_txr_bl_full (e_txr_bl_full),
                .e_ring_ad     (e_ring_ad),
                .e_ring_ak     (e_ring_ak),
                .e_ring_bl     (e_ring_bl),
                .igr_crd_ad2   (igr_crd_ad2),
                .igr_crd_bl2   (igr_crd_bl2),
                .hit           (ring_hit)
            );

            ivt_ha_match_event u_match (
                .ev_sel   (ev_sel[8*i +: 8]),
                .umask    (umask[8*i +: 5]),
                .am_v     (am_v),
                .am_ring  (am_ring),
                .addr_hit (addr_hit),
                .opc_hit  (opc_hit),
                .hit      (match_hit)
            );

            ivt_ha_occupancy_events #(
                .BT_CLASSES     (BT_CLASSES),
                .BT_OCC_WIDTH   (BT_OCC_WIDTH),
                .TXR_SCHEDULERS (TXR_SCHEDULERS),
                .TXR_OCC_WIDTH  (TXR_OCC_WIDTH),
                .COUNT_WIDTH    (RAW_WIDTH)
            ) u_occupancy (
                .ev_sel  (ev_sel[8*i +: 8]),
                .umask   (umask[8*i +: BT_CLASSES]),
                .bt_occ  (bt_occ),
                .txr_occ (txr_occ),
                .count   (entries)
            );

            wire hit = protocol_hit | memory_hit | ring_hit | match_hit;

            assign raw[RAW_WIDTH*i +: RAW_WIDTH] = entries
                                                 | {{RAW_WIDTH-AMOUNT_WIDTH{1'b0}}, amount}
                                                 | {{RAW_WIDTH-1{1'b0}}, hit};
        end
    endgenerate

endmodule

`default_nettype wire
