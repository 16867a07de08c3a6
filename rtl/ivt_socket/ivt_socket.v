// A socket's U-Box and C-Boxes behind one register port, and what carries messages and broadcasts between them.
//
// Every box answers to its own addresses, which are disjoint; an access that none answers to is refused.
`default_nettype none

module ivt_socket #(
    parameter CBOXES = 15
) (
    // Clock and reset
    input  wire                  clk,
    input  wire                  rst,

    // Configuration, in effect in its own clock
    input  wire                  cbox_ovf,      // the C-Boxes report overflows
    input  wire [3*CBOXES-1:0]   c_msg_lat,     // clocks from the C-Box's message to the U-Box
    input  wire [3*CBOXES-1:0]   c_bcast_lat,   // clocks from the U-Box's broadcasts to the C-Box

    // Register port
    input  wire                  bus_valid,
    input  wire                  bus_write,
    input  wire [3:0]            bus_space,
    input  wire [7:0]            bus_unit,
    input  wire [31:0]           bus_addr,
    input  wire [63:0]           bus_wdata,
    output wire [63:0]           bus_rdata,
    output wire                  bus_error,

    // U-Box: events
    input  wire [4:0]            u_evt_msg,
    input  wire                  u_evt_lock,
    input  wire                  u_evt_phold,
    input  wire                  u_evt_racu,

    // U-Box: overflow messages of the boxes that are not here
    input  wire                  u_ovf_p,
    input  wire [1:0]            u_ovf_h,
    input  wire [1:0]            u_ovf_m,
    input  wire [1:0]            u_ovf_q,
    input  wire [1:0]            u_ovf_rq,
    input  wire                  u_ovf_rp,

    // U-Box: cores and broadcasts
    input  wire [14:0]           u_core_awake,
    output wire                  u_frz_bcast,
    output wire                  u_unfrz_bcast,
    output wire [14:0]           u_core_wake,
    output wire [14:0]           u_pmi,

    // C-Boxes, box 0 lowest: LLC
    input  wire [CBOXES-1:0]     c_lk_v,
    input  wire [4*CBOXES-1:0]   c_lk_kind,
    input  wire [6*CBOXES-1:0]   c_lk_state,
    input  wire [4*CBOXES-1:0]   c_lk_nid,
    input  wire [5*CBOXES-1:0]   c_t_lk,
    input  wire [CBOXES-1:0]     c_vic_v,
    input  wire [4*CBOXES-1:0]   c_vic_flags,
    input  wire [4*CBOXES-1:0]   c_vic_nid,
    input  wire [8*CBOXES-1:0]   c_e_misc,
    input  wire [5*CBOXES-1:0]   c_t_misc,

    // C-Boxes, box 0 lowest: ring and egress
    input  wire [8*CBOXES-1:0]   c_e_ring_ad,
    input  wire [8*CBOXES-1:0]   c_e_ring_ak,
    input  wire [8*CBOXES-1:0]   c_e_ring_bl,
    input  wire [8*CBOXES-1:0]   c_e_ring_iv,
    input  wire [8*CBOXES-1:0]   c_e_ring_bounces,
    input  wire [CBOXES-1:0]     c_e_ring_src_thrtl,
    input  wire [8*CBOXES-1:0]   c_e_txr_ads,
    input  wire [8*CBOXES-1:0]   c_e_txr_inserts,

    // C-Boxes, box 0 lowest: ingress
    input  wire [8*CBOXES-1:0]   c_e_rxr_ext_starved,
    input  wire [8*CBOXES-1:0]   c_e_rxr_inserts,
    input  wire [5*CBOXES-1:0]   c_t_irq_ins,
    input  wire [8*CBOXES-1:0]   c_e_ipq_retry,
    input  wire [8*CBOXES-1:0]   c_e_irq_retry,
    input  wire [5*CBOXES-1:0]   c_t_irq_retry,
    input  wire [8*CBOXES-1:0]   c_e_ismq_retry,
    input  wire [5*CBOXES-1:0]   c_t_ismq_retry,

    // C-Boxes, box 0 lowest: ingress queues
    input  wire [20*CBOXES-1:0]  c_irq_v,
    input  wire [20*CBOXES-1:0]  c_irq_rej,
    input  wire [100*CBOXES-1:0] c_irq_tid,
    input  wire [5*CBOXES-1:0]   c_ipq_occ,
    input  wire [5*CBOXES-1:0]   c_vfifo_occ,

    // C-Boxes, box 0 lowest: TOR
    input  wire [20*CBOXES-1:0]  c_tor_v,
    input  wire [520*CBOXES-1:0] c_tor_ent,
    input  wire [CBOXES-1:0]     c_tor_ins_v,
    input  wire [26*CBOXES-1:0]  c_tor_ins,

    // C-Boxes: overflow messages
    output wire [CBOXES-1:0]     c_ovf_msg
);

    localparam MAX_CBOXES = 15;
    localparam LAT_WIDTH  = 3;
    localparam LAT_MAX    = 7;

    wire [MAX_CBOXES-1:0] ovf_c;
    wire [CBOXES-1:0]     c_bus_error;
    wire [64*CBOXES-1:0]  c_bus_rdata;
    wire [63:0]           u_bus_rdata;
    wire                  u_bus_error;

    // A box that is not addressed answers 0.
    reg [63:0] answer;
    integer    box;

    always @* begin
        answer = u_bus_rdata;
        for (box = 0; box < CBOXES; box = box + 1)
            answer = answer | c_bus_rdata[64*box +: 64];
    end

    assign bus_rdata = answer;
    assign bus_error = u_bus_error & (&c_bus_error);

    ivt_ubox u_ubox (
        .clk         (clk),
        .rst         (rst),
        .bus_valid   (bus_valid),
        .bus_write   (bus_write),
        .bus_space   (bus_space),
        .bus_unit    (bus_unit),
        .bus_addr    (bus_addr),
        .bus_wdata   (bus_wdata),
        .bus_rdata   (u_bus_rdata),
        .bus_error   (u_bus_error),
        .evt_msg     (u_evt_msg),
        .evt_lock    (u_evt_lock),
        .evt_phold   (u_evt_phold),
        .evt_racu    (u_evt_racu),
        .ovf_c       (ovf_c),
        .ovf_p       (u_ovf_p),
        .ovf_h       (u_ovf_h),
        .ovf_m       (u_ovf_m),
        .ovf_q       (u_ovf_q),
        .ovf_rq      (u_ovf_rq),
        .ovf_rp      (u_ovf_rp),
        .core_awake  (u_core_awake),
        .frz_bcast   (u_frz_bcast),
        .unfrz_bcast (u_unfrz_bcast),
        .core_wake   (u_core_wake),
        .pmi         (u_pmi)
    );

    genvar n;
    generate
        for (n = 0; n < MAX_CBOXES; n = n + 1) begin : g_absent
            if (n >= CBOXES) begin : g_tie
                assign ovf_c[n] = 1'b0;
            end
        end

        for (n = 0; n < CBOXES; n = n + 1) begin : g_cbox
            wire frz_bcast;
            wire unfrz_bcast;

            pmu_delay #(
                .DEPTH     (LAT_MAX),
                .LAT_WIDTH (LAT_WIDTH)
            ) u_msg_delay (
                .clk     (clk),
                .rst     (rst),
                .in      (c_ovf_msg[n]),
                .latency (c_msg_lat[LAT_WIDTH*n +: LAT_WIDTH]),
                .out     (ovf_c[n])
            );

            pmu_delay #(
                .DEPTH     (LAT_MAX),
                .LAT_WIDTH (LAT_WIDTH)
            ) u_frz_delay (
                .clk     (clk),
                .rst     (rst),
                .in      (u_frz_bcast),
                .latency (c_bcast_lat[LAT_WIDTH*n +: LAT_WIDTH]),
                .out     (frz_bcast)
            );

            pmu_delay #(
                .DEPTH     (LAT_MAX),
                .LAT_WIDTH (LAT_WIDTH)
            ) u_unfrz_delay (
                .clk     (clk),
                .rst     (rst),
                .in      (u_unfrz_bcast),
                .latency (c_bcast_lat[LAT_WIDTH*n +: LAT_WIDTH]),
                .out     (unfrz_bcast)
            );

            ivt_cbox u_cbox (
                .clk               (clk),
                .rst               (rst),
                .box_id            (n[3:0]),
                .cbox_ovf          (cbox_ovf),
                .bus_valid         (bus_valid),
                .bus_write         (bus_write),
                .bus_space         (bus_space),
                .bus_unit          (bus_unit),
                .bus_addr          (bus_addr),
                .bus_wdata         (bus_wdata),
                .bus_rdata         (c_bus_rdata[64*n +: 64]),
                .bus_error         (c_bus_error[n]),
                .lk_v              (c_lk_v[n]),
                .lk_kind           (c_lk_kind[4*n +: 4]),
                .lk_state          (c_lk_state[6*n +: 6]),
                .lk_nid            (c_lk_nid[4*n +: 4]),
                .t_lk              (c_t_lk[5*n +: 5]),
                .vic_v             (c_vic_v[n]),
                .vic_flags         (c_vic_flags[4*n +: 4]),
                .vic_nid           (c_vic_nid[4*n +: 4]),
                .e_misc            (c_e_misc[8*n +: 8]),
                .t_misc            (c_t_misc[5*n +: 5]),
                .e_ring_ad         (c_e_ring_ad[8*n +: 8]),
                .e_ring_ak         (c_e_ring_ak[8*n +: 8]),
                .e_ring_bl         (c_e_ring_bl[8*n +: 8]),
                .e_ring_iv         (c_e_ring_iv[8*n +: 8]),
                .e_ring_bounces    (c_e_ring_bounces[8*n +: 8]),
                .e_ring_src_thrtl  (c_e_ring_src_thrtl[n]),
                .e_txr_ads         (c_e_txr_ads[8*n +: 8]),
                .e_txr_inserts     (c_e_txr_inserts[8*n +: 8]),
                .e_rxr_ext_starved (c_e_rxr_ext_starved[8*n +: 8]),
                .e_rxr_inserts     (c_e_rxr_inserts[8*n +: 8]),
                .t_irq_ins         (c_t_irq_ins[5*n +: 5]),
                .e_ipq_retry       (c_e_ipq_retry[8*n +: 8]),
                .e_irq_retry       (c_e_irq_retry[8*n +: 8]),
                .t_irq_retry       (c_t_irq_retry[5*n +: 5]),
                .e_ismq_retry      (c_e_ismq_retry[8*n +: 8]),
                .t_ismq_retry      (c_t_ismq_retry[5*n +: 5]),
                .irq_v             (c_irq_v[20*n +: 20]),
                .irq_rej           (c_irq_rej[20*n +: 20]),
                .irq_tid           (c_irq_tid[100*n +: 100]),
                .ipq_occ           (c_ipq_occ[5*n +: 5]),
                .vfifo_occ         (c_vfifo_occ[5*n +: 5]),
                .tor_v             (c_tor_v[20*n +: 20]),
                .tor_ent           (c_tor_ent[520*n +: 520]),
                .tor_ins_v         (c_tor_ins_v[n]),
                .tor_ins           (c_tor_ins[26*n +: 26]),
                .frz_bcast         (frz_bcast),
                .unfrz_bcast       (unfrz_bcast),
                .ovf_msg           (c_ovf_msg[n])
            );
        end
    endgenerate

endmodule

`default_nettype wire
