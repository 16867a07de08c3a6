// Number of events that each counter selects in this cycle. Combinational.
//
// Each counter has its own set of events; any other selection counts nothing:
//
//   counter | ticks, rings | ingress queues, NACKs | bounces, occupancy, egress queues
//      0    |      yes     |          yes          |                yes
//      1    |      yes     |          yes          |
//    2, 3   |      yes     |                       |
`default_nettype none

module ivt_r2pcie_events #(
    parameter COUNTERS  = 4,
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
    input  wire [1:0]                    rxr_ne,
    input  wire [1:0]                    rxr_ins,
    input  wire [1:0]                    rxr_ak_bounce,
    input  wire [4:0]                    rxr_drs_occ,

    // Egress queues
    input  wire [2:0]                    txr_ne,
    input  wire [2:0]                    txr_full,
    input  wire [2:0]                    txr_nack_cw,
    input  wire [2:0]                    txr_nack_ccw,

    output wire [RAW_WIDTH*COUNTERS-1:0] raw
);

    localparam OCC_WIDTH      = 5;
    localparam QUEUE_COUNTERS = 2;   // number of counters with events of queues

    wire [COUNTERS-1:0]  ring_hit;
    wire [COUNTERS-1:0]  queue_hit;
    wire [OCC_WIDTH-1:0] counter0_count;

    ivt_r2pcie_counter0_events #(
        .OCC_WIDTH (OCC_WIDTH)
    ) u_counter0 (
        .ev_sel        (ev_sel[7:0]),
        .umask         (umask[3:0]),
        .rxr_ak_bounce (rxr_ak_bounce),
        .rxr_drs_occ   (rxr_drs_occ),
        .txr_ne        (txr_ne),
        .txr_full      (txr_full),
        .count         (counter0_count)
    );

    // A counter selects one event, so at most one of its counts and hits is nonzero.
    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            wire hit = ring_hit[i] | queue_hit[i];

            ivt_ring_events u_ring (
                .ev_sel  (ev_sel[8*i +: 8]),
                .umask   (umask[8*i +: 8]),
                .ring_ad (ring_ad),
                .ring_ak (ring_ak),
                .ring_bl (ring_bl),
                .ring_iv (ring_iv),
                .hit     (ring_hit[i])
            );

            if (i < QUEUE_COUNTERS) begin : g_queue
                ivt_r2pcie_queue_events u_queue (
                    .ev_sel       (ev_sel[8*i +: 8]),
                    .umask        (umask[8*i +: 6]),
                    .rxr_ne       (rxr_ne),
                    .rxr_ins      (rxr_ins),
                    .txr_nack_cw  (txr_nack_cw),
                    .txr_nack_ccw (txr_nack_ccw),
                    .hit          (queue_hit[i])
                );
            end else begin : g_queue
                assign queue_hit[i] = 1'b0;
            end

            if (i == 0) begin : g_raw
                assign raw[RAW_WIDTH*i +: RAW_WIDTH] = {{RAW_WIDTH-OCC_WIDTH{1'b0}}, counter0_count}
                                                     | {{RAW_WIDTH-1{1'b0}}, hit};
            end else begin : g_raw
                assign raw[RAW_WIDTH*i +: RAW_WIDTH] = {{RAW_WIDTH-1{1'b0}}, hit};
            end
        end
    endgenerate

endmodule

`default_nettype wire
