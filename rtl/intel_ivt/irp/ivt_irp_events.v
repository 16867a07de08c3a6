// Number of events that each counter selects in this cycle. Every counter can select every event of its IRP: the lower
// half of the counters belongs to IRP 0, the upper half to IRP 1. Combinational.
`default_nettype none

module ivt_irp_events #(
    parameter COUNTERS  = 4,
    parameter RAW_WIDTH = 10
) (
    // Selection, counter 0 in the low bits
    input  wire [8*COUNTERS-1:0]         ev_sel,
    input  wire [8*COUNTERS-1:0]         umask,

    // In all inputs below, IRP 0 is in the low half.

    // Ingress queues
    input  wire [1:0]                    rxr_bl_drs_ins,
    input  wire [1:0]                    rxr_bl_ncb_ins,
    input  wire [1:0]                    rxr_bl_ncs_ins,
    input  wire [1:0]                    rxr_ak_ins,
    input  wire [1:0]                    rxr_bl_drs_full,
    input  wire [1:0]                    rxr_bl_ncb_full,
    input  wire [1:0]                    rxr_bl_ncs_full,
    input  wire [1:0]                    rxr_ak_full,
    input  wire [9:0]                    rxr_bl_drs_occ,
    input  wire [9:0]                    rxr_bl_ncb_occ,
    input  wire [9:0]                    rxr_bl_ncs_occ,
    input  wire [9:0]                    rxr_ak_occ,

    // Egress
    input  wire [15:0]                   txr_req_occ,
    input  wire [1:0]                    txr_ncb_ins,
    input  wire [1:0]                    txr_ncs_ins,

    // Write cache
    input  wire [15:0]                   c_rd_any,
    input  wire [15:0]                   c_wr_any,
    input  wire [15:0]                   c_own_any,
    input  wire [15:0]                   c_ack_any,
    input  wire [15:0]                   c_rd_src,
    input  wire [15:0]                   c_wr_src,
    input  wire [15:0]                   c_own_src,
    input  wire [15:0]                   c_ack_src,

    // Transactions
    input  wire [1:0]                    txn_v,
    input  wire [5:0]                    txn_type,
    input  wire [9:0]                    txn_q,
    input  wire [9:0]                    filt_q,
    input  wire [1:0]                    tickle_lost,
    input  wire [1:0]                    tickle_top,
    input  wire [1:0]                    am_stall,
    input  wire [1:0]                    am_merge,

    // Stalls
    input  wire [1:0]                    ad_stall,
    input  wire [1:0]                    bl_stall,
    input  wire [1:0]                    wr_ord_stall,

    output wire [RAW_WIDTH*COUNTERS-1:0] raw
);

    localparam IRPS        = 2;
    localparam OCC_WIDTH   = 5;
    localparam CACHE_WIDTH = 9;

    // A counter selects one event, so at most one of its counts and hits is nonzero.
    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            localparam X = i / (COUNTERS / IRPS);   // the counter's IRP

            wire                   queue_hit;
            wire                   transaction_hit;
            wire [OCC_WIDTH-1:0]   entries;
            wire [CACHE_WIDTH-1:0] lines;

            // No event has more than four sub-events.
            wire [3:0]             unused_umask = umask[8*i + 4 +: 4];

            ivt_irp_queue_events u_queue (
                .ev_sel          (ev_sel[8*i +: 8]),
                .rxr_bl_drs_ins  (rxr_bl_drs_ins[X]),
                .rxr_bl_ncb_ins  (rxr_bl_ncb_ins[X]),
                .rxr_bl_ncs_ins  (rxr_bl_ncs_ins[X]),
                .rxr_ak_ins      (rxr_ak_ins[X]),
                .rxr_bl_drs_full (rxr_bl_drs_full[X]),
                .rxr_bl_ncb_full (rxr_bl_ncb_full[X]),
                .rxr_bl_ncs_full (rxr_bl_ncs_full[X]),
                .rxr_ak_full     (rxr_ak_full[X]),
                .txr_req_occ     (txr_req_occ[8*X +: 8]),
                .txr_ncb_ins     (txr_ncb_ins[X]),
                .txr_ncs_ins     (txr_ncs_ins[X]),
                .hit             (queue_hit)
            );

            ivt_irp_occupancy_events #(
                .OCC_WIDTH (OCC_WIDTH)
            ) u_occupancy (
                .ev_sel         (ev_sel[8*i +: 8]),
                .rxr_bl_drs_occ (rxr_bl_drs_occ[5*X +: 5]),
                .rxr_bl_ncb_occ (rxr_bl_ncb_occ[5*X +: 5]),
                .rxr_bl_ncs_occ (rxr_bl_ncs_occ[5*X +: 5]),
                .rxr_ak_occ     (rxr_ak_occ[5*X +: 5]),
                .count          (entries)
            );

            ivt_irp_cache_events #(
                .COUNT_WIDTH (CACHE_WIDTH)
            ) u_cache (
                .ev_sel    (ev_sel[8*i +: 8]),
                .umask     (umask[8*i +: 2]),
                .c_rd_any  (c_rd_any[8*X +: 8]),
                .c_wr_any  (c_wr_any[8*X +: 8]),
                .c_own_any (c_own_any[8*X +: 8]),
                .c_ack_any (c_ack_any[8*X +: 8]),
                .c_rd_src  (c_rd_src[8*X +: 8]),
                .c_wr_src  (c_wr_src[8*X +: 8]),
                .c_own_src (c_own_src[8*X +: 8]),
                .c_ack_src (c_ack_src[8*X +: 8]),
                .count     (lines)
            );

            ivt_irp_transaction_events u_transaction (
                .ev_sel       (ev_sel[8*i +: 8]),
                .umask        (umask[8*i +: 4]),
                .txn_v        (txn_v[X]),
                .txn_type     (txn_type[3*X +: 3]),
                .txn_q        (txn_q[5*X +: 5]),
                .filt_q       (filt_q[5*X +: 5]),
                .tickle_lost  (tickle_lost[X]),
                .tickle_top   (tickle_top[X]),
                .am_stall     (am_stall[X]),
                .am_merge     (am_merge[X]),
                .ad_stall     (ad_stall[X]),
                .bl_stall     (bl_stall[X]),
                .wr_ord_stall (wr_ord_stall[X]),
                .hit          (transaction_hit)
            );

            wire hit = queue_hit | transaction_hit;

            assign raw[RAW_WIDTH*i +: RAW_WIDTH] = {{RAW_WIDTH-CACHE_WIDTH{1'b0}}, lines}
                                                 | {{RAW_WIDTH-OCC_WIDTH{1'b0}}, entries}
                                                 | {{RAW_WIDTH-1{1'b0}}, hit};
        end
    endgenerate

endmodule

`default_nettype wire
