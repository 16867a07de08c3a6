// Number of events that each counter selects in this cycle. Every counter can select every event. Combinational.
`default_nettype none

module ivt_qpi_events #(
    parameter COUNTERS  = 4,
    parameter RAW_WIDTH = 10,
    parameter SLOTS     = 2
) (
    // Selection, counter 0 in the low bits
    input  wire [COUNTERS-1:0]           ev_sel_ext,
    input  wire [8*COUNTERS-1:0]         ev_sel,
    input  wire [8*COUNTERS-1:0]         umask,

    // Headers that match
    input  wire [SLOTS-1:0]              hdr_hit,

    // Flits, slot 0 in the low bits
    input  wire [1:0]                    tx_flit_v,
    input  wire [1:0]                    rx_flit_v,
    input  wire [7:0]                    tx_flit_cls,
    input  wire [7:0]                    rx_flit_cls,

    // Flit buffers
    input  wire                          txq_ins,
    input  wire                          txq_byp,
    input  wire [7:0]                    txq_occ,
    input  wire                          rxq_ins,
    input  wire                          rxq_byp,
    input  wire [7:0]                    rxq_occ,
    input  wire [5:0]                    rxq_ins_vn0,
    input  wire [5:0]                    rxq_ins_vn1,
    input  wire [47:0]                   rxq_occ_vn0,
    input  wire [47:0]                   rxq_occ_vn1,

    // Power states
    input  wire                          tx_l0,
    input  wire                          tx_l0p,
    input  wire                          rx_l0,
    input  wire                          rx_l0p,
    input  wire                          l1,

    // Direct2core
    input  wire                          d2c_v,
    input  wire                          d2c_credit,
    input  wire                          d2c_valid,
    input  wire                          d2c_hit,

    // Credits of the receive queue
    input  wire                          rx_vna_use,
    input  wire [11:0]                   rx_vn0_use,
    input  wire [11:0]                   rx_vn1_use,
    input  wire                          vna_ret,
    input  wire [7:0]                    vna_ret_occ,

    // Credits to R3QPI
    input  wire [9:0]                    ad_hom_occ,
    input  wire [9:0]                    ad_snp_occ,
    input  wire [7:0]                    ad_ndr_occ,
    input  wire [2:0]                    ak_ndr_occ,
    input  wire [11:0]                   bl_drs_occ,
    input  wire [3:0]                    bl_ncb_occ,
    input  wire [3:0]                    bl_ncs_occ,
    input  wire [1:0]                    ad_hom_acq,
    input  wire [1:0]                    ad_snp_acq,
    input  wire [1:0]                    ad_ndr_acq,
    input  wire [1:0]                    bl_ncb_acq,
    input  wire [1:0]                    bl_ncs_acq,
    input  wire [2:0]                    bl_drs_acq,
    input  wire                          ak_ndr_acq,

    output wire [RAW_WIDTH*COUNTERS-1:0] raw
);

    localparam CLASSES     = 6;
    localparam OCC_WIDTH   = 8;
    localparam CLASS_WIDTH = 9;
    localparam TAKEN_WIDTH = 5;
    localparam AVAIL_WIDTH = 7;

    localparam [8:0] RXL_OCCUPANCY               = 9'h00B;
    localparam [8:0] VNA_CREDIT_RETURN_OCCUPANCY = 9'h11B;
    localparam [8:0] CTO_COUNT                   = 9'h138;

    // Kinds of each flit, slot 0 in the low bits
    wire [3*SLOTS-1:0] tx_g0;
    wire [5*SLOTS-1:0] tx_g1;
    wire [5*SLOTS-1:0] tx_g2;
    wire [3*SLOTS-1:0] rx_g0;
    wire [5*SLOTS-1:0] rx_g1;
    wire [5*SLOTS-1:0] rx_g2;

    genvar s;
    generate
        for (s = 0; s < SLOTS; s = s + 1) begin : g_slot
            ivt_qpi_flit_kind u_tx (
                .valid (tx_flit_v[s]),
                .cls   (tx_flit_cls[4*s +: 4]),
                .g0    (tx_g0[3*s +: 3]),
                .g1    (tx_g1[5*s +: 5]),
                .g2    (tx_g2[5*s +: 5])
            );

            ivt_qpi_flit_kind u_rx (
                .valid (rx_flit_v[s]),
                .cls   (rx_flit_cls[4*s +: 4]),
                .g0    (rx_g0[3*s +: 3]),
                .g1    (rx_g1[5*s +: 5]),
                .g2    (rx_g2[5*s +: 5])
            );
        end
    endgenerate

    wire [1:0] packets = {1'b0, hdr_hit[0]} + {1'b0, hdr_hit[1]};

    // A counter selects one event, so at most one of its counts and hits is nonzero.
    genvar i;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : g_counter
            wire [8:0]             selection = {ev_sel_ext[i], ev_sel[8*i +: 8]};
            wire [1:0]             flits;
            wire                   link_hit;
            wire                   credit_hit;
            wire [CLASS_WIDTH-1:0] of_class;
            wire [TAKEN_WIDTH-1:0] taken;
            wire [AVAIL_WIDTH-1:0] available;
            reg  [OCC_WIDTH-1:0]   amount;

            ivt_qpi_flit_events u_flit (
                .ev_sel_ext (ev_sel_ext[i]),
                .ev_sel     (ev_sel[8*i +: 8]),
                .umask      (umask[8*i +: 5]),
                .tx_g0      (tx_g0),
                .tx_g1      (tx_g1),
                .tx_g2      (tx_g2),
                .rx_g0      (rx_g0),
                .rx_g1      (rx_g1),
                .rx_g2      (rx_g2),
                .count      (flits)
            );

            ivt_qpi_link_events u_link (
                .ev_sel_ext (ev_sel_ext[i]),
                .ev_sel     (ev_sel[8*i +: 8]),
                .umask      (umask[8*i +: 8]),
                .txq_ins    (txq_ins),
                .txq_byp    (txq_byp),
                .txq_occ    (txq_occ),
                .rxq_ins    (rxq_ins),
                .rxq_byp    (rxq_byp),
                .rxq_occ    (rxq_occ),
                .tx_l0      (tx_l0),
                .tx_l0p     (tx_l0p),
                .rx_l0      (rx_l0),
                .rx_l0p     (rx_l0p),
                .l1         (l1),
                .d2c_v      (d2c_v),
                .d2c_credit (d2c_credit),
                .d2c_valid  (d2c_valid),
                .d2c_hit    (d2c_hit),
                .hit        (link_hit)
            );

            ivt_qpi_credit_events u_credit (
                .ev_sel_ext (ev_sel_ext[i]),
                .ev_sel     (ev_sel[8*i +: 8]),
                .umask      (umask[8*i +: 3]),
                .rx_vna_use (rx_vna_use),
                .vna_ret    (vna_ret),
                .ad_hom_acq (ad_hom_acq),
                .ad_snp_acq (ad_snp_acq),
                .ad_ndr_acq (ad_ndr_acq),
                .bl_ncb_acq (bl_ncb_acq),
                .bl_ncs_acq (bl_ncs_acq),
                .bl_drs_acq (bl_drs_acq),
                .ak_ndr_acq (ak_ndr_acq),
                .hit        (credit_hit)
            );

            ivt_qpi_class_events #(
                .CLASSES     (CLASSES),
                .OCC_WIDTH   (OCC_WIDTH),
                .COUNT_WIDTH (CLASS_WIDTH)
            ) u_class (
                .ev_sel_ext  (ev_sel_ext[i]),
                .ev_sel      (ev_sel[8*i +: 8]),
                .umask       (umask[8*i +: 2]),
                .rxq_ins_vn0 (rxq_ins_vn0),
                .rxq_ins_vn1 (rxq_ins_vn1),
                .rxq_occ_vn0 (rxq_occ_vn0),
                .rxq_occ_vn1 (rxq_occ_vn1),
                .count       (of_class)
            );

            ivt_qpi_consumed_events #(
                .CLASSES     (CLASSES),
                .COUNT_WIDTH (TAKEN_WIDTH)
            ) u_consumed (
                .ev_sel_ext (ev_sel_ext[i]),
                .ev_sel     (ev_sel[8*i +: 8]),
                .umask      (umask[8*i +: CLASSES]),
                .rx_vn0_use (rx_vn0_use),
                .rx_vn1_use (rx_vn1_use),
                .count      (taken)
            );

            ivt_qpi_available_events #(
                .COUNT_WIDTH (AVAIL_WIDTH)
            ) u_available (
                .ev_sel_ext (ev_sel_ext[i]),
                .ev_sel     (ev_sel[8*i +: 8]),
                .umask      (umask[8*i +: 3]),
                .ad_hom_occ (ad_hom_occ),
                .ad_snp_occ (ad_snp_occ),
                .ad_ndr_occ (ad_ndr_occ),
                .ak_ndr_occ (ak_ndr_occ),
                .bl_drs_occ (bl_drs_occ),
                .bl_ncb_occ (bl_ncb_occ),
                .bl_ncs_occ (bl_ncs_occ),
                .count      (available)
            );

            // These events ignore umask.
            always @*
                case (selection)
                    RXL_OCCUPANCY:               amount = rxq_occ;
                    VNA_CREDIT_RETURN_OCCUPANCY: amount = vna_ret_occ;
                    CTO_COUNT:                   amount = {{OCC_WIDTH-2{1'b0}}, packets};
                    default:                     amount = {OCC_WIDTH{1'b0}};
                endcase

            wire hit = link_hit | credit_hit;

            assign raw[RAW_WIDTH*i +: RAW_WIDTH] = {{RAW_WIDTH-2{1'b0}}, flits}
                                                 | {{RAW_WIDTH-CLASS_WIDTH{1'b0}}, of_class}
                                                 | {{RAW_WIDTH-TAKEN_WIDTH{1'b0}}, taken}
                                                 | {{RAW_WIDTH-AVAIL_WIDTH{1'b0}}, available}
                                                 | {{RAW_WIDTH-OCC_WIDTH{1'b0}}, amount}
                                                 | {{RAW_WIDTH-1{1'b0}}, hit};
        end
    endgenerate

endmodule

`default_nettype wire
