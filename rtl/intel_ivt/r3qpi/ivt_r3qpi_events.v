// Number of events that each counter selects in this cycle. Combinational.
//
// Each counter has its own set of events; any other selection counts nothing:
//
//   counter | ticks, rings | queues, credits | occupancy
//      0    |      yes     |       yes       |    yes
//      1    |      yes     |       yes       |
//      2    |      yes     |                 |
`default_nettype none

module ivt_r3qpi_events #(
    parameter COUNTERS  = 3,
    parameter RAW_WIDTH = 10
) (
    // Selection, counter 0 in the low bits
    input  wire [8*COUNTERS-1:0]         ev_sel,
    input  wire [8*COUNTERS-1:0]         umask,

    // Rings
    input  wire [7:0]                    ring_ad,
    input  wire [7:0]                    ring_ak,
    input  wire [7:0]                    ring_bl,
    input  wire [7:0]                    ring_iv,

    // Ingress queues
    input  wire [2:0]                    rxr_ne,
    input  wire [5:0]                    rxr_ins,
    input  wire [35:0]                   rxr_occ,
    input  wire                          rxr_ad_byp,

    // Egress queues
    input  wire                          txr_ne,
    input  wire                          txr_full,
    input  wire [2:0]                    txr_nack_cw,
    input  wire [2:0]                    txr_nack_ccw,

    // Credits
    input  wire [6:0]                    q0_ad_empty,
    input  wire [6:0]                    q1_ad_empty,
    input  wire [6:0]                    q0_bl_empty,
    input  wire [6:0]                    q1_bl_empty,
    input  wire [7:0]                    c_lo_empty,
    input  wire [6:0]                    c_hi_empty,
    input  wire [3:0]                    hr_empty,
    input  wire                          vna_out,
    input  wire                          vna_used,
    input  wire [2:0]                    vna_acq_ad,
    input  wire [2:0]                    vna_acq_bl,
    input  wire [5:0]                    vna_rej,
    input  wire [5:0]                    vn0_used,
    input  wire [5:0]                    vn0_rej,
    input  wire [5:0]                    vn1_used,
    input  wire [5:0]                    vn1_rej,

    output wire [RAW_WIDTH*COUNTERS-1:0] raw
);

    localparam QUEUES         = 6;
    localparam OCC_WIDTH      = 6;
    localparam SUM_WIDTH      = 9;
    localparam CREDIT_WIDTH   = 4;
    localparam QUEUE_COUNTERS = 2;   // number of counters with events of queues and credits

    wire [SUM_WIDTH-1:0] occupancy;

    ivt_r3qpi_occupancy #(
        .QUEUES      (QUEUES),
        .OCC_WIDTH   (OCC_WIDTH),
        .COUNT_WIDTH (SUM_WIDTH)
    ) u_occupancy (
        .ev_sel  (ev_sel[7:0]),
        .umask   (umask[QUEUES-1:0]),
        .rxr_occ (rxr_occ),
        .count   (occupancy)
    );

    // A counter selects one event, so at most one of its counts and hits is nonzero.
    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            wire                 ring_hit;
            wire [RAW_WIDTH-1:0] queue_count;
            wire [RAW_WIDTH-1:0] entries;

            ivt_ring_events u_ring (
                .ev_sel  (ev_sel[8*i +: 8]),
                .umask   (umask[8*i +: 8]),
                .ring_ad (ring_ad),
                .ring_ak (ring_ak),
                .ring_bl (ring_bl),
                .ring_iv (ring_iv),
                .hit     (ring_hit)
            );

            if (i < QUEUE_COUNTERS) begin : g_queue
                wire                    queue_hit;
                wire [CREDIT_WIDTH-1:0] credit_count;

                ivt_r3qpi_queue_events u_queue (
                    .ev_sel       (ev_sel[8*i +: 8]),
                    .umask        (umask[8*i +: 6]),
                    .rxr_ne       (rxr_ne),
                    .rxr_ins      (rxr_ins),
                    .rxr_ad_byp   (rxr_ad_byp),
                    .txr_ne       (txr_ne),
                    .txr_full     (txr_full),
                    .txr_nack_cw  (txr_nack_cw),
                    .txr_nack_ccw (txr_nack_ccw),
                    .hit          (queue_hit)
                );

                ivt_r3qpi_credit_events #(
                    .COUNT_WIDTH (CREDIT_WIDTH)
                ) u_credit (
                    .ev_sel      (ev_sel[8*i +: 8]),
                    .umask       (umask[8*i +: 8]),
                    .q0_ad_empty (q0_ad_empty),
                    .q1_ad_empty (q1_ad_empty),
                    .q0_bl_empty (q0_bl_empty),
                    .q1_bl_empty (q1_bl_empty),
                    .c_lo_empty  (c_lo_empty),
                    .c_hi_empty  (c_hi_empty),
                    .hr_empty    (hr_empty),
                    .vna_out     (vna_out),
                    .vna_used    (vna_used),
                    .vna_acq_ad  (vna_acq_ad),
                    .vna_acq_bl  (vna_acq_bl),
                    .vna_rej     (vna_rej),
                    .vn0_used    (vn0_used),
                    .vn0_rej     (vn0_rej),
                    .vn1_used    (vn1_used),
                    .vn1_rej     (vn1_rej),
                    .count       (credit_count)
                );

                assign queue_count = {{RAW_WIDTH-CREDIT_WIDTH{1'b0}}, credit_count} | {{RAW_WIDTH-1{1'b0}}, queue_hit};
            end else begin : g_queue
                assign queue_count = {RAW_WIDTH{1'b0}};
            end

            if (i == 0) begin : g_occupancy
                assign entries = {{RAW_WIDTH-SUM_WIDTH{1'b0}}, occupancy};
            end else begin : g_occupancy
                assign entries = {RAW_WIDTH{1'b0}};
            end

            assign raw[RAW_WIDTH*i +: RAW_WIDTH] = entries | queue_count | {{RAW_WIDTH-1{1'b0}}, ring_hit};
        end
    endgenerate

endmodule

`default_nettype wire
