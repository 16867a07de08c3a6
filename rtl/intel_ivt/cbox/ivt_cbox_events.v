// Number of events that each counter selects in this cycle. Combinational.
//
// Each counter has its own set of events; any other selection counts nothing:
//
//   counter | occupancies              | other events
//      0    | of ingress queues, TOR   | of requests
//      1    | that of counter 0        | of requests
//    2, 3   | that of counter 0        | of the rings
//
// Counter 0 shares the occupancy that its selection alone gives, whether or not counter 0 counts it.
`default_nettype none

module ivt_cbox_events #(
    parameter COUNTERS  = 4,
    parameter RAW_WIDTH = 10
) (
    // Selection, counter 0 in the low bits
    input  wire [8*COUNTERS-1:0]         ev_sel,
    input  wire [8*COUNTERS-1:0]         umask,
    input  wire [COUNTERS-1:0]           tid_en,

    // Filters
    input  wire [5:0]                    filter_state,
    input  wire [4:0]                    filter_tid,
    input  wire                          filter_isoc,
    input  wire                          filter_nc,
    input  wire [8:0]                    filter_opc,
    input  wire [15:0]                   filter_nid,

    // LLC
    input  wire                          lk_v,
    input  wire [3:0]                    lk_kind,
    input  wire [5:0]                    lk_state,
    input  wire [3:0]                    lk_nid,
    input  wire [4:0]                    t_lk,
    input  wire                          vic_v,
    input  wire [3:0]                    vic_flags,
    input  wire [3:0]                    vic_nid,
    input  wire [7:0]                    e_misc,
    input  wire [4:0]                    t_misc,

    // Ring and egress
    input  wire [7:0]                    e_ring_ad,
    input  wire [7:0]                    e_ring_ak,
    input  wire [7:0]                    e_ring_bl,
    input  wire [7:0]                    e_ring_iv,
    input  wire [7:0]                    e_ring_bounces,
    input  wire                          e_ring_src_thrtl,
    input  wire [7:0]                    e_txr_ads,
    input  wire [7:0]                    e_txr_inserts,

    // Ingress
    input  wire [7:0]                    e_rxr_ext_starved,
    input  wire [7:0]                    e_rxr_inserts,
    input  wire [4:0]                    t_irq_ins,
    input  wire [7:0]                    e_ipq_retry,
    input  wire [7:0]                    e_irq_retry,
    input  wire [4:0]                    t_irq_retry,
    input  wire [7:0]                    e_ismq_retry,
    input  wire [4:0]                    t_ismq_retry,

    // Ingress queues
    input  wire [19:0]                   irq_v,
    input  wire [19:0]                   irq_rej,
    input  wire [99:0]                   irq_tid,
    input  wire [4:0]                    ipq_occ,
    input  wire [4:0]                    vfifo_occ,

    // TOR
    input  wire [19:0]                   tor_v,
    input  wire [519:0]                  tor_ent,
    input  wire                          tor_ins_v,
    input  wire [25:0]                   tor_ins,

    output wire [RAW_WIDTH*COUNTERS-1:0] raw
);

    localparam ENTRIES     = 20;
    localparam ENTRY_WIDTH = 26;
    localparam COUNT_WIDTH = 5;

    // Counters that count events of requests; the others count those of the rings.
    localparam REQUEST_COUNTERS = 2;

    localparam [7:0] RXR_OCCUPANCY      = 8'h11;
    localparam [7:0] COUNTER0_OCCUPANCY = 8'h1F;
    localparam [7:0] TOR_OCCUPANCY      = 8'h36;

    // Thread id of events that belong to no thread.
    localparam [4:0] NO_THREAD = 5'h1F;

    wire                filter_no_thread = filter_tid == NO_THREAD;
    wire [COUNTERS-1:0] no_thread_ok     = ~tid_en | {COUNTERS{filter_no_thread}};

    wire [RAW_WIDTH-1:0]   ingress_count;
    wire [COUNT_WIDTH-1:0] tor_count;

    ivt_cbox_ingress_count #(
        .ENTRIES     (ENTRIES),
        .COUNT_WIDTH (RAW_WIDTH)
    ) u_ingress_count (
        .selected     (ev_sel[7:0] == RXR_OCCUPANCY),
        .umask        (umask[7:0]),
        .tid_en       (tid_en[0]),
        .filter_tid   (filter_tid),
        .no_thread_ok (no_thread_ok[0]),
        .irq_v        (irq_v),
        .irq_rej      (irq_rej),
        .irq_tid      (irq_tid),
        .ipq_occ      (ipq_occ),
        .vfifo_occ    (vfifo_occ),
        .count        (ingress_count)
    );

    ivt_cbox_tor_count #(
        .ENTRIES     (ENTRIES),
        .ENTRY_WIDTH (ENTRY_WIDTH),
        .COUNT_WIDTH (COUNT_WIDTH)
    ) u_tor_count (
        .selected    (ev_sel[7:0] == TOR_OCCUPANCY),
        .umask       (umask[7:0]),
        .tid_en      (tid_en[0]),
        .filter_tid  (filter_tid),
        .filter_isoc (filter_isoc),
        .filter_nc   (filter_nc),
        .filter_opc  (filter_opc),
        .filter_nid  (filter_nid),
        .valid       (tor_v),
        .entries     (tor_ent),
        .count       (tor_count)
    );

    // At most one of the two is nonzero.
    wire [RAW_WIDTH-1:0] occupancy = ingress_count | {{RAW_WIDTH-COUNT_WIDTH{1'b0}}, tor_count};

    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            wire hit;
            wire takes_occupancy;

            if (i < REQUEST_COUNTERS) begin : g_select
                ivt_cbox_request_events #(
                    .ENTRY_WIDTH (ENTRY_WIDTH)
                ) u_select (
                    .ev_sel            (ev_sel[8*i +: 8]),
                    .umask             (umask[8*i +: 8]),
                    .tid_en            (tid_en[i]),
                    .no_thread_ok      (no_thread_ok[i]),
                    .filter_state      (filter_state),
                    .filter_tid        (filter_tid),
                    .filter_isoc       (filter_isoc),
                    .filter_nc         (filter_nc),
                    .filter_opc        (filter_opc),
                    .filter_nid        (filter_nid),
                    .lk_v              (lk_v),
                    .lk_kind           (lk_kind),
                    .lk_state          (lk_state),
                    .lk_nid            (lk_nid),
                    .t_lk              (t_lk),
                    .vic_v             (vic_v),
                    .vic_flags         (vic_flags),
                    .vic_nid           (vic_nid),
                    .e_misc            (e_misc),
                    .t_misc            (t_misc),
                    .e_ring_bounces    (e_ring_bounces),
                    .e_ring_src_thrtl  (e_ring_src_thrtl),
                    .e_txr_ads         (e_txr_ads),
                    .e_txr_inserts     (e_txr_inserts),
                    .e_rxr_ext_starved (e_rxr_ext_starved),
                    .e_rxr_inserts     (e_rxr_inserts),
                    .t_irq_ins         (t_irq_ins),
                    .e_ipq_retry       (e_ipq_retry),
                    .e_irq_retry       (e_irq_retry),
                    .t_irq_retry       (t_irq_retry),
                    .e_ismq_retry      (e_ismq_retry),
                    .t_ismq_retry      (t_ismq_retry),
                    .tor_ins_v         (tor_ins_v),
                    .tor_ins           (tor_ins),
                    .hit               (hit)
                );
            end else begin : g_select
                ivt_cbox_ring_events u_select (
                    .ev_sel       (ev_sel[8*i +: 8]),
                    .umask        (umask[8*i +: 8]),
                    .no_thread_ok (no_thread_ok[i]),
                    .e_ring_ad    (e_ring_ad),
                    .e_ring_ak    (e_ring_ak),
                    .e_ring_bl    (e_ring_bl),
                    .e_ring_iv    (e_ring_iv),
                    .hit          (hit)
                );
            end

            if (i == 0) begin : g_own
                assign takes_occupancy = 1'b1;
            end else begin : g_shared
                assign takes_occupancy = ev_sel[8*i +: 8] == COUNTER0_OCCUPANCY;
            end

            // Hit and occupancy are different events, so at most one of them is nonzero.
            assign raw[RAW_WIDTH*i +: RAW_WIDTH] = (occupancy & {RAW_WIDTH{takes_occupancy}})
                                                 | {{RAW_WIDTH-1{1'b0}}, hit};
        end
    endgenerate

endmodule

`default_nettype wire
