// The PMUs of a socket with one register port, and the links for messages and broadcasts between them and the U-Box.
//
// The U-Box, the C-Boxes and the PCU have MSR addresses, which are disjoint. Every other box is one function of a
// PCI device (a QPI port is all functions of one) and answers to the offsets in configuration space there. Long: ports and instances only.
`default_nettype none

module ivt_socket #(
    parameter CBOXES   = 15,
    parameter IVT_A16  = 0,   // decision IVT-A16, overflow without ov_en: 0 no status bit, 1 status bit but no message
    parameter IVT_A09  = 0,   // decision IVT-A09, bits 17:16 of BOX_CTL: 0 ignored, 1 enables of message and freeze
    parameter PCU_A04  = 0,   // decision PCU-A04, ev_sel 81h to FFh: 0 no event, 1 event qualified by occupancy
    parameter IVT_A06  = 0,   // decision IVT-A06, bit 23 of CTL of the iMC: 0 reserved, 1 invert
    parameter UBOX_A02 = 0,   // decision UBOX-A02, width of the U-Box's fixed counter: 0 44 bits, 1 48 bits
    parameter CBOX_A29 = 0    // decision CBOX-A29, C-Box FILTER 8:5 and FILTER1 29: 0 not stored, 1 stored
) (
    // Clock and reset
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  rst_cold,    // together with rst: also resets the match registers of the HAs

    // Configuration, effective in the same cycle
    input  wire                  cbox_ovf,    // the C-Boxes report overflows

    // Latencies in cycles: of a box's message to the U-Box, and of the U-Box's broadcasts to the box
    input  wire [3*CBOXES-1:0]   c_msg_lat,
    input  wire [3*CBOXES-1:0]   c_bcast_lat,
    input  wire [2:0]            p_msg_lat,
    input  wire [2:0]            p_bcast_lat,
    input  wire [3*2-1:0]        h_msg_lat,
    input  wire [3*2-1:0]        h_bcast_lat,
    input  wire [3*8-1:0]        m_msg_lat,
    input  wire [3*8-1:0]        m_bcast_lat,
    input  wire [2:0]            i_bcast_lat,
    input  wire [3*3-1:0]        q_msg_lat,
    input  wire [3*3-1:0]        q_bcast_lat,
    input  wire [2:0]            r2_msg_lat,
    input  wire [2:0]            r2_bcast_lat,
    input  wire [3*3-1:0]        r3_msg_lat,
    input  wire [3*3-1:0]        r3_bcast_lat,

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

    // U-Box: cores and broadcasts
    input  wire [14:0]           u_core_awake,
    output wire                  u_frz_bcast,
    output wire                  u_unfrz_bcast,
    output wire [14:0]           u_core_wake,
    output wire [14:0]           u_pmi,

    // C-Boxes, box 0 in the low bits: LLC
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

    // C-Boxes, box 0 in the low bits: ring and egress
    input  wire [8*CBOXES-1:0]   c_e_ring_ad,
    input  wire [8*CBOXES-1:0]   c_e_ring_ak,
    input  wire [8*CBOXES-1:0]   c_e_ring_bl,
    input  wire [8*CBOXES-1:0]   c_e_ring_iv,
    input  wire [8*CBOXES-1:0]   c_e_ring_bounces,
    input  wire [CBOXES-1:0]     c_e_ring_src_thrtl,
    input  wire [8*CBOXES-1:0]   c_e_txr_ads,
    input  wire [8*CBOXES-1:0]   c_e_txr_inserts,

    // C-Boxes, box 0 in the low bits: ingress
    input  wire [8*CBOXES-1:0]   c_e_rxr_ext_starved,
    input  wire [8*CBOXES-1:0]   c_e_rxr_inserts,
    input  wire [5*CBOXES-1:0]   c_t_irq_ins,
    input  wire [8*CBOXES-1:0]   c_e_ipq_retry,
    input  wire [8*CBOXES-1:0]   c_e_irq_retry,
    input  wire [5*CBOXES-1:0]   c_t_irq_retry,
    input  wire [8*CBOXES-1:0]   c_e_ismq_retry,
    input  wire [5*CBOXES-1:0]   c_t_ismq_retry,

    // C-Boxes, box 0 in the low bits: ingress queues
    input  wire [20*CBOXES-1:0]  c_irq_v,
    input  wire [20*CBOXES-1:0]  c_irq_rej,
    input  wire [100*CBOXES-1:0] c_irq_tid,
    input  wire [5*CBOXES-1:0]   c_ipq_occ,
    input  wire [5*CBOXES-1:0]   c_vfifo_occ,

    // C-Boxes, box 0 in the low bits: TOR
    input  wire [20*CBOXES-1:0]  c_tor_v,
    input  wire [520*CBOXES-1:0] c_tor_ent,
    input  wire [CBOXES-1:0]     c_tor_ins_v,
    input  wire [26*CBOXES-1:0]  c_tor_ins,

    // C-Boxes, box 0 in the low bits: overflow messages
    output wire [CBOXES-1:0]     c_ovf_msg,

    // PCU: cores, core 0 in the low bits
    input  wire [29:0]           p_core_cst,
    input  wire [14:0]           p_core_trans,
    input  wire [14:0]           p_core_demote,
    input  wire [14:0]           p_core_abort,

    // PCU: voltage and frequency
    input  wire                  p_volt_up,
    input  wire                  p_volt_dn,
    input  wire                  p_freq_trans,
    input  wire                  p_gv_done,
    input  wire [7:0]            p_ratio,
    input  wire                  p_fmax_thermal,
    input  wire                  p_fmax_power,
    input  wire                  p_fmax_os,
    input  wire                  p_fmax_current,
    input  wire                  p_fmin_io_p,
    input  wire                  p_fmin_perf_p,

    // PCU: package
    input  wire                  p_prochot_int,
    input  wire                  p_prochot_ext,
    input  wire                  p_vr_hot,
    input  wire                  p_mem_shed,
    input  wire                  p_pkg_c2c3,

    // PCU: overflow message
    output wire                  p_ovf_msg,

    // HAs, HA 0 in the low bits: requests
    input  wire [8*2-1:0]        h_e_requests,
    input  wire [8*2-1:0]        h_e_conflict,
    input  wire [8*2-1:0]        h_e_dir_lookup,
    input  wire [8*2-1:0]        h_e_dir_update,
    input  wire [1:0]            h_e_txr_ak,
    input  wire [8*2-1:0]        h_e_txr_bl,
    input  wire [1:0]            h_e_d2c_sent,
    input  wire [1:0]            h_e_d2c_dis,
    input  wire [1:0]            h_e_d2c_ovr,

    // HAs, HA 0 in the low bits: memory
    input  wire [8*2-1:0]        h_e_bypass,
    input  wire [4*2-1:0]        h_rpq_nocrd,
    input  wire [4*2-1:0]        h_wpq_nocrd,
    input  wire [3*2-1:0]        h_imc_reads,
    input  wire [8*2-1:0]        h_e_imc_writes,
    input  wire [2*2-1:0]        h_tad_v,
    input  wire [8*2-1:0]        h_tad_region,
    input  wire [1:0]            h_e_imc_retry,

    // HAs, HA 0 in the low bits: packet at the match logic
    input  wire [1:0]            h_am_v,
    input  wire [40*2-1:0]       h_am_addr,
    input  wire [6*2-1:0]        h_am_opc,
    input  wire [3*2-1:0]        h_am_ring,

    // HAs, HA 0 in the low bits: snoop responses
    input  wire [8*2-1:0]        h_e_snoop_resp,
    input  wire [8*2-1:0]        h_e_snp_local,

    // HAs, HA 0 in the low bits: ingress credits, egress
    input  wire [8*2-1:0]        h_e_igr_nocrd,
    input  wire [2*2-1:0]        h_e_txr_ad_full,
    input  wire [2*2-1:0]        h_e_txr_ak_full,
    input  wire [2*2-1:0]        h_e_txr_bl_full,
    input  wire [2*2-1:0]        h_txr_bl_alloc,
    input  wire [2*2-1:0]        h_txr_bl_dealloc,

    // HAs, HA 0 in the low bits: rings
    input  wire [8*2-1:0]        h_e_ring_ad,
    input  wire [8*2-1:0]        h_e_ring_ak,
    input  wire [8*2-1:0]        h_e_ring_bl,

    // HAs, HA 0 in the low bits: directory, backup tracker, IODC
    input  wire [1:0]            h_e_dir_lat_opt,
    input  wire [1:0]            h_e_bt_bypass,
    input  wire [1:0]            h_e_iodc_ins,
    input  wire [1:0]            h_e_iodc_olen,
    input  wire [1:0]            h_bt_ne,
    input  wire [1:0]            h_bt_alloc_v,
    input  wire [3*2-1:0]        h_bt_alloc_cls,
    input  wire [1:0]            h_bt_dealloc_v,
    input  wire [3*2-1:0]        h_bt_dealloc_cls,

    // HAs, HA 0 in the low bits: broadcasts, conflicts
    input  wire [8*2-1:0]        h_e_osb,
    input  wire [8*2-1:0]        h_e_osb_edr,
    input  wire [8*2-1:0]        h_e_iodc_conf,

    // HAs, HA 0 in the low bits: credits of QPI link 2
    input  wire [1:0]            h_igr_crd_ad2,
    input  wire [1:0]            h_igr_crd_bl2,

    // HAs, HA 0 in the low bits: overflow messages
    output wire [1:0]            h_ovf_msg,

    // iMC channels, those of iMC0 in the low bits: DRAM commands
    input  wire [8*8-1:0]        m_e_act,
    input  wire [8*8-1:0]        m_e_pre,
    input  wire [8*8-1:0]        m_e_cas,
    input  wire [8*8-1:0]        m_e_refresh,
    input  wire [7:0]            m_e_pre_all,
    input  wire [8*8-1:0]        m_e_major,
    input  wire [8*8-1:0]        m_e_preempt,
    input  wire [7:0]            m_e_ecc,

    // iMC channels, those of iMC0 in the low bits: queues
    input  wire [7:0]            m_e_rpq_ins,
    input  wire [7:0]            m_e_wpq_ins,
    input  wire [7:0]            m_rpq_ne,
    input  wire [7:0]            m_wpq_ne,
    input  wire [7:0]            m_wpq_full,
    input  wire [7:0]            m_e_wpq_rd_hit,
    input  wire [7:0]            m_e_wpq_wr_hit,

    // iMC channels, those of iMC0 in the low bits: power
    input  wire [8*8-1:0]        m_throttle_rank,
    input  wire [7:0]            m_pcu_throttle,
    input  wire [7:0]            m_self_refresh,
    input  wire [8*8-1:0]        m_cke_on,
    input  wire [7:0]            m_dlloff,
    input  wire [3*8-1:0]        m_ppd_inc,
    input  wire [7:0]            m_crit_throttle,

    // iMC channels, those of iMC0 in the low bits: VMSE, priorities, bypasses
    input  wire [8*8-1:0]        m_e_vmse_push,
    input  wire [6*8-1:0]        m_vmse_occ,
    input  wire [8*8-1:0]        m_e_rd_prio,
    input  wire [8*8-1:0]        m_e_byp,

    // iMC channels, those of iMC0 in the low bits: CAS with its rank and bank
    input  wire [7:0]            m_rd_cas_v,
    input  wire [3*8-1:0]        m_rd_cas_rank,
    input  wire [3*8-1:0]        m_rd_cas_bank,
    input  wire [7:0]            m_wr_cas_v,
    input  wire [3*8-1:0]        m_wr_cas_rank,
    input  wire [3*8-1:0]        m_wr_cas_bank,

    // iMC channels, those of iMC0 in the low bits: major modes
    input  wire [8*8-1:0]        m_e_wmm_rmm,
    input  wire [7:0]            m_wrong_mm,

    // iMC channels, those of iMC0 in the low bits: overflow messages
    output wire [7:0]            m_ovf_msg,

    // IRP, IRP 0 in the low half: ingress queues
    input  wire [1:0]            i_rxr_bl_drs_ins,
    input  wire [1:0]            i_rxr_bl_ncb_ins,
    input  wire [1:0]            i_rxr_bl_ncs_ins,
    input  wire [1:0]            i_rxr_ak_ins,
    input  wire [1:0]            i_rxr_bl_drs_full,
    input  wire [1:0]            i_rxr_bl_ncb_full,
    input  wire [1:0]            i_rxr_bl_ncs_full,
    input  wire [1:0]            i_rxr_ak_full,
    input  wire [9:0]            i_rxr_bl_drs_occ,
    input  wire [9:0]            i_rxr_bl_ncb_occ,
    input  wire [9:0]            i_rxr_bl_ncs_occ,
    input  wire [9:0]            i_rxr_ak_occ,

    // IRP, IRP 0 in the low half: egress
    input  wire [15:0]           i_txr_req_occ,
    input  wire [1:0]            i_txr_ncb_ins,
    input  wire [1:0]            i_txr_ncs_ins,

    // IRP, IRP 0 in the low half: write cache
    input  wire [15:0]           i_c_rd_any,
    input  wire [15:0]           i_c_wr_any,
    input  wire [15:0]           i_c_own_any,
    input  wire [15:0]           i_c_ack_any,
    input  wire [15:0]           i_c_rd_src,
    input  wire [15:0]           i_c_wr_src,
    input  wire [15:0]           i_c_own_src,
    input  wire [15:0]           i_c_ack_src,

    // IRP, IRP 0 in the low half: transactions
    input  wire [1:0]            i_txn_v,
    input  wire [5:0]            i_txn_type,
    input  wire [9:0]            i_txn_q,
    input  wire [9:0]            i_filt_q,
    input  wire [1:0]            i_tickle_lost,
    input  wire [1:0]            i_tickle_top,
    input  wire [1:0]            i_am_stall,
    input  wire [1:0]            i_am_merge,

    // IRP, IRP 0 in the low half: stalls
    input  wire [1:0]            i_ad_stall,
    input  wire [1:0]            i_bl_stall,
    input  wire [1:0]            i_wr_ord_stall,

    // QPI ports, port 0 in the low bits: flits, slot 0 in the low bits
    input  wire [2*3-1:0]        q_tx_flit_v,
    input  wire [2*3-1:0]        q_rx_flit_v,
    input  wire [8*3-1:0]        q_tx_flit_cls,
    input  wire [8*3-1:0]        q_rx_flit_cls,

    // QPI ports, port 0 in the low bits: flit buffers
    input  wire [2:0]            q_txq_ins,
    input  wire [2:0]            q_txq_byp,
    input  wire [8*3-1:0]        q_txq_occ,
    input  wire [2:0]            q_rxq_ins,
    input  wire [2:0]            q_rxq_byp,
    input  wire [8*3-1:0]        q_rxq_occ,
    input  wire [6*3-1:0]        q_rxq_ins_vn0,
    input  wire [6*3-1:0]        q_rxq_ins_vn1,
    input  wire [48*3-1:0]       q_rxq_occ_vn0,
    input  wire [48*3-1:0]       q_rxq_occ_vn1,

    // QPI ports, port 0 in the low bits: power states
    input  wire [2:0]            q_tx_l0,
    input  wire [2:0]            q_tx_l0p,
    input  wire [2:0]            q_rx_l0,
    input  wire [2:0]            q_rx_l0p,
    input  wire [2:0]            q_l1,

    // QPI ports, port 0 in the low bits: Direct2core
    input  wire [2:0]            q_d2c_v,
    input  wire [2:0]            q_d2c_credit,
    input  wire [2:0]            q_d2c_valid,
    input  wire [2:0]            q_d2c_hit,

    // QPI ports, port 0 in the low bits: credits of the receive queue
    input  wire [2:0]            q_rx_vna_use,
    input  wire [12*3-1:0]       q_rx_vn0_use,
    input  wire [12*3-1:0]       q_rx_vn1_use,
    input  wire [2:0]            q_vna_ret,
    input  wire [8*3-1:0]        q_vna_ret_occ,

    // QPI ports, port 0 in the low bits: credits to R3QPI
    input  wire [10*3-1:0]       q_ad_hom_occ,
    input  wire [10*3-1:0]       q_ad_snp_occ,
    input  wire [8*3-1:0]        q_ad_ndr_occ,
    input  wire [3*3-1:0]        q_ak_ndr_occ,
    input  wire [12*3-1:0]       q_bl_drs_occ,
    input  wire [4*3-1:0]        q_bl_ncb_occ,
    input  wire [4*3-1:0]        q_bl_ncs_occ,
    input  wire [2*3-1:0]        q_ad_hom_acq,
    input  wire [2*3-1:0]        q_ad_snp_acq,
    input  wire [2*3-1:0]        q_ad_ndr_acq,
    input  wire [2*3-1:0]        q_bl_ncb_acq,
    input  wire [2*3-1:0]        q_bl_ncs_acq,
    input  wire [3*3-1:0]        q_bl_drs_acq,
    input  wire [2:0]            q_ak_ndr_acq,

    // QPI ports, port 0 in the low bits: packet headers, in each slot 0 in the low bits
    input  wire [2*3-1:0]        q_hdr_v,
    input  wire [10*3-1:0]       q_hdr_rnid,
    input  wire [10*3-1:0]       q_hdr_dnid,
    input  wire [8*3-1:0]        q_hdr_mc,
    input  wire [8*3-1:0]        q_hdr_opc,
    input  wire [4*3-1:0]        q_hdr_vnw,
    input  wire [8*3-1:0]        q_hdr_rds,

    // QPI ports, port 0 in the low bits: link rate
    input  wire [2:0]            q_slow_mode_i,
    input  wire [3*3-1:0]        q_qpi_rate_i,

    // QPI ports, port 0 in the low bits: overflow messages
    output wire [2:0]            q_ovf_msg,

    // R2PCIe: rings
    input  wire [7:0]            r2_ring_ad,
    input  wire [7:0]            r2_ring_ak,
    input  wire [7:0]            r2_ring_bl,
    input  wire [7:0]            r2_ring_iv,

    // R2PCIe: ingress queues
    input  wire [1:0]            r2_rxr_ne,
    input  wire [1:0]            r2_rxr_ins,
    input  wire [1:0]            r2_rxr_ak_bounce,
    input  wire [4:0]            r2_rxr_drs_occ,

    // R2PCIe: egress queues
    input  wire [2:0]            r2_txr_ne,
    input  wire [2:0]            r2_txr_full,
    input  wire [2:0]            r2_txr_nack_cw,
    input  wire [2:0]            r2_txr_nack_ccw,

    // R2PCIe: overflow message
    output wire                  r2_ovf_msg,

    // R3QPI links, link 0 in the low bits: rings
    input  wire [8*3-1:0]        r3_ring_ad,
    input  wire [8*3-1:0]        r3_ring_ak,
    input  wire [8*3-1:0]        r3_ring_bl,
    input  wire [8*3-1:0]        r3_ring_iv,

    // R3QPI links, link 0 in the low bits: ingress queues
    input  wire [3*3-1:0]        r3_rxr_ne,
    input  wire [6*3-1:0]        r3_rxr_ins,
    input  wire [36*3-1:0]       r3_rxr_occ,
    input  wire [2:0]            r3_rxr_ad_byp,

    // R3QPI links, link 0 in the low bits: egress queues
    input  wire [2:0]            r3_txr_ne,
    input  wire [2:0]            r3_txr_full,
    input  wire [3*3-1:0]        r3_txr_nack_cw,
    input  wire [3*3-1:0]        r3_txr_nack_ccw,

    // R3QPI links, link 0 in the low bits: credits
    input  wire [7*3-1:0]        r3_q0_ad_empty,
    input  wire [7*3-1:0]        r3_q1_ad_empty,
    input  wire [7*3-1:0]        r3_q0_bl_empty,
    input  wire [7*3-1:0]        r3_q1_bl_empty,
    input  wire [8*3-1:0]        r3_c_lo_empty,
    input  wire [7*3-1:0]        r3_c_hi_empty,
    input  wire [4*3-1:0]        r3_hr_empty,
    input  wire [2:0]            r3_vna_out,
    input  wire [2:0]            r3_vna_used,
    input  wire [3*3-1:0]        r3_vna_acq_ad,
    input  wire [3*3-1:0]        r3_vna_acq_bl,
    input  wire [6*3-1:0]        r3_vna_rej,
    input  wire [6*3-1:0]        r3_vn0_used,
    input  wire [6*3-1:0]        r3_vn0_rej,
    input  wire [6*3-1:0]        r3_vn1_used,
    input  wire [6*3-1:0]        r3_vn1_rej,

    // R3QPI links, link 0 in the low bits: overflow messages
    output wire [2:0]            r3_ovf_msg
);

    localparam MAX_CBOXES = 15;
    localparam HAS        = 2;
    localparam CHANNELS   = 8;
    localparam PORTS      = 3;
    localparam LINKS      = 3;
    localparam LAT_WIDTH  = 3;

    // Boxes in the order of their answers, those with MSRs first
    localparam UBOX   = 0;
    localparam CBOX0  = UBOX + 1;
    localparam PCU    = CBOX0 + CBOXES;
    localparam HA0    = PCU + 1;
    localparam IMC0   = HA0 + HAS;
    localparam IRP    = IMC0 + CHANNELS;
    localparam QPI0   = IRP + 1;
    localparam R2PCIE = QPI0 + PORTS;
    localparam R3QPI0 = R2PCIE + 1;
    localparam BOXES  = R3QPI0 + LINKS;

    // The QPI ports that have a link rate register
    localparam [PORTS-1:0] HAS_RATE = 3'b101;

    wire [HAS-1:0]        h_valid;
    wire [CHANNELS-1:0]   m_valid;
    wire                  i_valid;
    wire [PORTS-1:0]      q_valid;
    wire                  r2_valid;
    wire [LINKS-1:0]      r3_valid;

    wire [BOXES-1:0]      valid;
    wire [64*BOXES-1:0]   rdata;
    wire [BOXES-1:0]      error;

    // Messages at the end of their links
    wire [MAX_CBOXES-1:0] ovf_c;
    wire                  ovf_p;
    wire [HAS-1:0]        ovf_h;
    wire [CHANNELS-1:0]   ovf_m;
    wire [PORTS-1:0]      ovf_q;
    wire                  ovf_rp;
    wire [LINKS-1:0]      ovf_rq;

    // Broadcasts at the end of their links
    wire                  p_frz_bcast;
    wire                  p_unfrz_bcast;
    wire                  i_frz_bcast;
    wire                  i_unfrz_bcast;
    wire                  r2_frz_bcast;
    wire                  r2_unfrz_bcast;

    ivt_socket_decoder u_decoder (
        .bus_valid (bus_valid),
        .bus_addr  (bus_addr[31:12]),
        .h_valid   (h_valid),
        .m_valid   (m_valid),
        .i_valid   (i_valid),
        .q_valid   (q_valid),
        .r2_valid  (r2_valid),
        .r3_valid  (r3_valid)
    );

    assign valid = {r3_valid, r2_valid, q_valid, i_valid, m_valid, h_valid, {HA0{bus_valid}}};

    ivt_socket_answer #(
        .BOXES (BOXES)
    ) u_answer (
        .bus_valid (bus_valid),
        .valid     (valid),
        .rdata     (rdata),
        .error     (error),
        .bus_rdata (bus_rdata),
        .bus_error (bus_error)
    );

    ivt_ubox #(
        .IVT_A16  (IVT_A16),
        .UBOX_A02 (UBOX_A02)
    ) u_ubox (
        .clk         (clk),
        .rst         (rst),
        .bus_valid   (valid[UBOX]),
        .bus_write   (bus_write),
        .bus_space   (bus_space),
        .bus_unit    (bus_unit),
        .bus_addr    (bus_addr),
        .bus_wdata   (bus_wdata),
        .bus_rdata   (rdata[64*UBOX +: 64]),
        .bus_error   (error[UBOX]),
        .evt_msg     (u_evt_msg),
        .evt_lock    (u_evt_lock),
        .evt_phold   (u_evt_phold),
        .evt_racu    (u_evt_racu),
        .ovf_c       (ovf_c),
        .ovf_p       (ovf_p),
        .ovf_h       (ovf_h),
        .ovf_m       ({|ovf_m[7:4], |ovf_m[3:0]}),
        .ovf_q       ({ovf_q[2], |ovf_q[1:0]}),
        .ovf_rq      ({ovf_rq[2], |ovf_rq[1:0]}),
        .ovf_rp      (ovf_rp),
        .frz_bcast   (u_frz_bcast),
        .unfrz_bcast (u_unfrz_bcast),
        .core_awake  (u_core_awake),
        .core_wake   (u_core_wake),
        .pmi         (u_pmi)
    );

    ivt_socket_link #(
        .LAT_WIDTH (LAT_WIDTH)
    ) u_pcu_link (
        .clk         (clk),
        .rst         (rst),
        .msg_lat     (p_msg_lat),
        .bcast_lat   (p_bcast_lat),
        .msg_sent    (p_ovf_msg),
        .msg         (ovf_p),
        .frz_sent    (u_frz_bcast),
        .unfrz_sent  (u_unfrz_bcast),
        .frz_bcast   (p_frz_bcast),
        .unfrz_bcast (p_unfrz_bcast)
    );

    ivt_pcu #(
        .IVT_A16 (IVT_A16),
        .IVT_A09 (IVT_A09),
        .PCU_A04 (PCU_A04)
    ) u_pcu (
        .clk          (clk),
        .rst          (rst),
        .bus_valid    (valid[PCU]),
        .bus_write    (bus_write),
        .bus_space    (bus_space),
        .bus_unit     (bus_unit),
        .bus_addr     (bus_addr),
        .bus_wdata    (bus_wdata),
        .bus_rdata    (rdata[64*PCU +: 64]),
        .bus_error    (error[PCU]),
        .frz_bcast    (p_frz_bcast),
        .unfrz_bcast  (p_unfrz_bcast),
        .core_cst     (p_core_cst),
        .core_trans   (p_core_trans),
        .core_demote  (p_core_demote),
        .core_abort   (p_core_abort),
        .volt_up      (p_volt_up),
        .volt_dn      (p_volt_dn),
        .freq_trans   (p_freq_trans),
        .gv_done      (p_gv_done),
        .ratio        (p_ratio),
        .fmax_thermal (p_fmax_thermal),
        .fmax_power   (p_fmax_power),
        .fmax_os      (p_fmax_os),
        .fmax_current (p_fmax_current),
        .fmin_io_p    (p_fmin_io_p),
        .fmin_perf_p  (p_fmin_perf_p),
        .prochot_int  (p_prochot_int),
        .prochot_ext  (p_prochot_ext),
        .vr_hot       (p_vr_hot),
        .mem_shed     (p_mem_shed),
        .pkg_c2c3     (p_pkg_c2c3),
        .ovf_msg      (p_ovf_msg)
    );

    // The IRP sends no message.
    ivt_socket_broadcasts #(
        .LAT_WIDTH (LAT_WIDTH)
    ) u_irp_broadcasts (
        .clk         (clk),
        .rst         (rst),
        .latency     (i_bcast_lat),
        .frz_sent    (u_frz_bcast),
        .unfrz_sent  (u_unfrz_bcast),
        .frz_bcast   (i_frz_bcast),
        .unfrz_bcast (i_unfrz_bcast)
    );

    ivt_irp #(
        .IVT_A09 (IVT_A09)
    ) u_irp (
        .clk             (clk),
        .rst             (rst),
        .bus_valid       (valid[IRP]),
        .bus_write       (bus_write),
        .bus_space       (bus_space),
        .bus_unit        (bus_unit),
        .bus_addr        ({20'd0, bus_addr[11:0]}),
        .bus_wdata       (bus_wdata),
        .bus_rdata       (rdata[64*IRP +: 64]),
        .bus_error       (error[IRP]),
        .frz_bcast       (i_frz_bcast),
        .unfrz_bcast     (i_unfrz_bcast),
        .rxr_bl_drs_ins  (i_rxr_bl_drs_ins),
        .rxr_bl_ncb_ins  (i_rxr_bl_ncb_ins),
        .rxr_bl_ncs_ins  (i_rxr_bl_ncs_ins),
        .rxr_ak_ins      (i_rxr_ak_ins),
        .rxr_bl_drs_full (i_rxr_bl_drs_full),
        .rxr_bl_ncb_full (i_rxr_bl_ncb_full),
        .rxr_bl_ncs_full (i_rxr_bl_ncs_full),
        .rxr_ak_full     (i_rxr_ak_full),
        .rxr_bl_drs_occ  (i_rxr_bl_drs_occ),
        .rxr_bl_ncb_occ  (i_rxr_bl_ncb_occ),
        .rxr_bl_ncs_occ  (i_rxr_bl_ncs_occ),
        .rxr_ak_occ      (i_rxr_ak_occ),
        .txr_req_occ     (i_txr_req_occ),
        .txr_ncb_ins     (i_txr_ncb_ins),
        .txr_ncs_ins     (i_txr_ncs_ins),
        .c_rd_any        (i_c_rd_any),
        .c_wr_any        (i_c_wr_any),
        .c_own_any       (i_c_own_any),
        .c_ack_any       (i_c_ack_any),
        .c_rd_src        (i_c_rd_src),
        .c_wr_src        (i_c_wr_src),
        .c_own_src       (i_c_own_src),
        .c_ack_src       (i_c_ack_src),
        .txn_v           (i_txn_v),
        .txn_type        (i_txn_type),
        .txn_q           (i_txn_q),
        .filt_q          (i_filt_q),
        .tickle_lost     (i_tickle_lost),
        .tickle_top      (i_tickle_top),
        .am_stall        (i_am_stall),
        .am_merge        (i_am_merge),
        .ad_stall        (i_ad_stall),
        .bl_stall        (i_bl_stall),
        .wr_ord_stall    (i_wr_ord_stall)
    );

    ivt_socket_link #(
        .LAT_WIDTH (LAT_WIDTH)
    ) u_r2pcie_link (
        .clk         (clk),
        .rst         (rst),
        .msg_lat     (r2_msg_lat),
        .bcast_lat   (r2_bcast_lat),
        .msg_sent    (r2_ovf_msg),
        .msg         (ovf_rp),
        .frz_sent    (u_frz_bcast),
        .unfrz_sent  (u_unfrz_bcast),
        .frz_bcast   (r2_frz_bcast),
        .unfrz_bcast (r2_unfrz_bcast)
    );

    ivt_r2pcie #(
        .IVT_A16 (IVT_A16)
    ) u_r2pcie (
        .clk           (clk),
        .rst           (rst),
        .bus_valid     (valid[R2PCIE]),
        .bus_write     (bus_write),
        .bus_space     (bus_space),
        .bus_unit      (bus_unit),
        .bus_addr      ({20'd0, bus_addr[11:0]}),
        .bus_wdata     (bus_wdata),
        .bus_rdata     (rdata[64*R2PCIE +: 64]),
        .bus_error     (error[R2PCIE]),
        .frz_bcast     (r2_frz_bcast),
        .unfrz_bcast   (r2_unfrz_bcast),
        .ring_ad       (r2_ring_ad),
        .ring_ak       (r2_ring_ak),
        .ring_bl       (r2_ring_bl),
        .ring_iv       (r2_ring_iv),
        .rxr_ne        (r2_rxr_ne),
        .rxr_ins       (r2_rxr_ins),
        .rxr_ak_bounce (r2_rxr_ak_bounce),
        .rxr_drs_occ   (r2_rxr_drs_occ),
        .txr_ne        (r2_txr_ne),
        .txr_full      (r2_txr_full),
        .txr_nack_cw   (r2_txr_nack_cw),
        .txr_nack_ccw  (r2_txr_nack_ccw),
        .ovf_msg       (r2_ovf_msg)
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

            ivt_socket_link #(
                .LAT_WIDTH (LAT_WIDTH)
            ) u_link (
                .clk         (clk),
                .rst         (rst),
                .msg_lat     (c_msg_lat[LAT_WIDTH*n +: LAT_WIDTH]),
                .bcast_lat   (c_bcast_lat[LAT_WIDTH*n +: LAT_WIDTH]),
                .msg_sent    (c_ovf_msg[n]),
                .msg         (ovf_c[n]),
                .frz_sent    (u_frz_bcast),
                .unfrz_sent  (u_unfrz_bcast),
                .frz_bcast   (frz_bcast),
                .unfrz_bcast (unfrz_bcast)
            );

            ivt_cbox #(
                .IVT_A16  (IVT_A16),
                .IVT_A09  (IVT_A09),
                .CBOX_A29 (CBOX_A29)
            ) u_cbox (
                .clk               (clk),
                .rst               (rst),
                .box_id            (n[3:0]),
                .cbox_ovf          (cbox_ovf),
                .bus_valid         (valid[CBOX0 + n]),
                .bus_write         (bus_write),
                .bus_space         (bus_space),
                .bus_unit          (bus_unit),
                .bus_addr          (bus_addr),
                .bus_wdata         (bus_wdata),
                .bus_rdata         (rdata[64*(CBOX0 + n) +: 64]),
                .bus_error         (error[CBOX0 + n]),
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

        for (n = 0; n < HAS; n = n + 1) begin : g_ha
            wire frz_bcast;
            wire unfrz_bcast;

            ivt_socket_link #(
                .LAT_WIDTH (LAT_WIDTH)
            ) u_link (
                .clk         (clk),
                .rst         (rst),
                .msg_lat     (h_msg_lat[LAT_WIDTH*n +: LAT_WIDTH]),
                .bcast_lat   (h_bcast_lat[LAT_WIDTH*n +: LAT_WIDTH]),
                .msg_sent    (h_ovf_msg[n]),
                .msg         (ovf_h[n]),
                .frz_sent    (u_frz_bcast),
                .unfrz_sent  (u_unfrz_bcast),
                .frz_bcast   (frz_bcast),
                .unfrz_bcast (unfrz_bcast)
            );

            ivt_ha #(
                .IVT_A16 (IVT_A16),
                .IVT_A09 (IVT_A09)
            ) u_ha (
                .clk            (clk),
                .rst            (rst),
                .rst_cold       (rst_cold),
                .bus_valid      (valid[HA0 + n]),
                .bus_write      (bus_write),
                .bus_space      (bus_space),
                .bus_unit       (bus_unit),
                .bus_addr       ({20'd0, bus_addr[11:0]}),
                .bus_wdata      (bus_wdata),
                .bus_rdata      (rdata[64*(HA0 + n) +: 64]),
                .bus_error      (error[HA0 + n]),
                .e_requests     (h_e_requests[8*n +: 8]),
                .e_conflict     (h_e_conflict[8*n +: 8]),
                .e_dir_lookup   (h_e_dir_lookup[8*n +: 8]),
                .e_dir_update   (h_e_dir_update[8*n +: 8]),
                .e_txr_ak       (h_e_txr_ak[n]),
                .e_txr_bl       (h_e_txr_bl[8*n +: 8]),
                .e_d2c_sent     (h_e_d2c_sent[n]),
                .e_d2c_dis      (h_e_d2c_dis[n]),
                .e_d2c_ovr      (h_e_d2c_ovr[n]),
                .e_bypass       (h_e_bypass[8*n +: 8]),
                .rpq_nocrd      (h_rpq_nocrd[4*n +: 4]),
                .wpq_nocrd      (h_wpq_nocrd[4*n +: 4]),
                .imc_reads      (h_imc_reads[3*n +: 3]),
                .e_imc_writes   (h_e_imc_writes[8*n +: 8]),
                .tad_v          (h_tad_v[2*n +: 2]),
                .tad_region     (h_tad_region[8*n +: 8]),
                .e_imc_retry    (h_e_imc_retry[n]),
                .am_v           (h_am_v[n]),
                .am_addr        (h_am_addr[40*n +: 40]),
                .am_opc         (h_am_opc[6*n +: 6]),
                .am_ring        (h_am_ring[3*n +: 3]),
                .e_snoop_resp   (h_e_snoop_resp[8*n +: 8]),
                .e_snp_local    (h_e_snp_local[8*n +: 8]),
                .e_igr_nocrd    (h_e_igr_nocrd[8*n +: 8]),
                .e_txr_ad_full  (h_e_txr_ad_full[2*n +: 2]),
                .e_txr_ak_full  (h_e_txr_ak_full[2*n +: 2]),
                .e_txr_bl_full  (h_e_txr_bl_full[2*n +: 2]),
                .txr_bl_alloc   (h_txr_bl_alloc[2*n +: 2]),
                .txr_bl_dealloc (h_txr_bl_dealloc[2*n +: 2]),
                .e_ring_ad      (h_e_ring_ad[8*n +: 8]),
                .e_ring_ak      (h_e_ring_ak[8*n +: 8]),
                .e_ring_bl      (h_e_ring_bl[8*n +: 8]),
                .e_dir_lat_opt  (h_e_dir_lat_opt[n]),
                .e_bt_bypass    (h_e_bt_bypass[n]),
                .e_iodc_ins     (h_e_iodc_ins[n]),
                .e_iodc_olen    (h_e_iodc_olen[n]),
                .bt_ne          (h_bt_ne[n]),
                .bt_alloc_v     (h_bt_alloc_v[n]),
                .bt_alloc_cls   (h_bt_alloc_cls[3*n +: 3]),
                .bt_dealloc_v   (h_bt_dealloc_v[n]),
                .bt_dealloc_cls (h_bt_dealloc_cls[3*n +: 3]),
                .e_osb          (h_e_osb[8*n +: 8]),
                .e_osb_edr      (h_e_osb_edr[8*n +: 8]),
                .e_iodc_conf    (h_e_iodc_conf[8*n +: 8]),
                .igr_crd_ad2    (h_igr_crd_ad2[n]),
                .igr_crd_bl2    (h_igr_crd_bl2[n]),
                .frz_bcast      (frz_bcast),
                .unfrz_bcast    (unfrz_bcast),
                .ovf_msg        (h_ovf_msg[n])
            );
        end

        for (n = 0; n < CHANNELS; n = n + 1) begin : g_imc
            wire frz_bcast;
            wire unfrz_bcast;

            ivt_socket_link #(
                .LAT_WIDTH (LAT_WIDTH)
            ) u_link (
                .clk         (clk),
                .rst         (rst),
                .msg_lat     (m_msg_lat[LAT_WIDTH*n +: LAT_WIDTH]),
                .bcast_lat   (m_bcast_lat[LAT_WIDTH*n +: LAT_WIDTH]),
                .msg_sent    (m_ovf_msg[n]),
                .msg         (ovf_m[n]),
                .frz_sent    (u_frz_bcast),
                .unfrz_sent  (u_unfrz_bcast),
                .frz_bcast   (frz_bcast),
                .unfrz_bcast (unfrz_bcast)
            );

            ivt_imc #(
                .IVT_A16 (IVT_A16),
                .IVT_A09 (IVT_A09),
                .IVT_A06 (IVT_A06)
            ) u_imc (
                .clk           (clk),
                .rst           (rst),
                .bus_valid     (valid[IMC0 + n]),
                .bus_write     (bus_write),
                .bus_space     (bus_space),
                .bus_unit      (bus_unit),
                .bus_addr      ({20'd0, bus_addr[11:0]}),
                .bus_wdata     (bus_wdata),
                .bus_rdata     (rdata[64*(IMC0 + n) +: 64]),
                .bus_error     (error[IMC0 + n]),
                .e_act         (m_e_act[8*n +: 8]),
                .e_pre         (m_e_pre[8*n +: 8]),
                .e_cas         (m_e_cas[8*n +: 8]),
                .e_refresh     (m_e_refresh[8*n +: 8]),
                .e_pre_all     (m_e_pre_all[n]),
                .e_major       (m_e_major[8*n +: 8]),
                .e_preempt     (m_e_preempt[8*n +: 8]),
                .e_ecc         (m_e_ecc[n]),
                .e_rpq_ins     (m_e_rpq_ins[n]),
                .e_wpq_ins     (m_e_wpq_ins[n]),
                .rpq_ne        (m_rpq_ne[n]),
                .wpq_ne        (m_wpq_ne[n]),
                .wpq_full      (m_wpq_full[n]),
                .e_wpq_rd_hit  (m_e_wpq_rd_hit[n]),
                .e_wpq_wr_hit  (m_e_wpq_wr_hit[n]),
                .throttle_rank (m_throttle_rank[8*n +: 8]),
                .pcu_throttle  (m_pcu_throttle[n]),
                .self_refresh  (m_self_refresh[n]),
                .cke_on        (m_cke_on[8*n +: 8]),
                .dlloff        (m_dlloff[n]),
                .ppd_inc       (m_ppd_inc[3*n +: 3]),
                .crit_throttle (m_crit_throttle[n]),
                .e_vmse_push   (m_e_vmse_push[8*n +: 8]),
                .vmse_occ      (m_vmse_occ[6*n +: 6]),
                .e_rd_prio     (m_e_rd_prio[8*n +: 8]),
                .e_byp         (m_e_byp[8*n +: 8]),
                .rd_cas_v      (m_rd_cas_v[n]),
                .rd_cas_rank   (m_rd_cas_rank[3*n +: 3]),
                .rd_cas_bank   (m_rd_cas_bank[3*n +: 3]),
                .wr_cas_v      (m_wr_cas_v[n]),
                .wr_cas_rank   (m_wr_cas_rank[3*n +: 3]),
                .wr_cas_bank   (m_wr_cas_bank[3*n +: 3]),
                .e_wmm_rmm     (m_e_wmm_rmm[8*n +: 8]),
                .wrong_mm      (m_wrong_mm[n]),
                .frz_bcast     (frz_bcast),
                .unfrz_bcast   (unfrz_bcast),
                .ovf_msg       (m_ovf_msg[n])
            );
        end

        for (n = 0; n < PORTS; n = n + 1) begin : g_qpi
            wire frz_bcast;
            wire unfrz_bcast;

            ivt_socket_link #(
                .LAT_WIDTH (LAT_WIDTH)
            ) u_link (
                .clk         (clk),
                .rst         (rst),
                .msg_lat     (q_msg_lat[LAT_WIDTH*n +: LAT_WIDTH]),
                .bcast_lat   (q_bcast_lat[LAT_WIDTH*n +: LAT_WIDTH]),
                .msg_sent    (q_ovf_msg[n]),
                .msg         (ovf_q[n]),
                .frz_sent    (u_frz_bcast),
                .unfrz_sent  (u_unfrz_bcast),
                .frz_bcast   (frz_bcast),
                .unfrz_bcast (unfrz_bcast)
            );

            ivt_qpi #(
                .IVT_A16 (IVT_A16),
                .IVT_A09 (IVT_A09)
            ) u_qpi (
                .clk         (clk),
                .rst         (rst),
                .bus_valid   (valid[QPI0 + n]),
                .bus_write   (bus_write),
                .bus_space   (bus_space),
                .bus_unit    (bus_unit),
                .bus_addr    ({17'd0, bus_addr[14:0]}),
                .bus_wdata   (bus_wdata),
                .bus_rdata   (rdata[64*(QPI0 + n) +: 64]),
                .bus_error   (error[QPI0 + n]),
                .frz_bcast   (frz_bcast),
                .unfrz_bcast (unfrz_bcast),
                .tx_flit_v   (q_tx_flit_v[2*n +: 2]),
                .rx_flit_v   (q_rx_flit_v[2*n +: 2]),
                .tx_flit_cls (q_tx_flit_cls[8*n +: 8]),
                .rx_flit_cls (q_rx_flit_cls[8*n +: 8]),
                .txq_ins     (q_txq_ins[n]),
                .txq_byp     (q_txq_byp[n]),
                .txq_occ     (q_txq_occ[8*n +: 8]),
                .rxq_ins     (q_rxq_ins[n]),
                .rxq_byp     (q_rxq_byp[n]),
                .rxq_occ     (q_rxq_occ[8*n +: 8]),
                .rxq_ins_vn0 (q_rxq_ins_vn0[6*n +: 6]),
                .rxq_ins_vn1 (q_rxq_ins_vn1[6*n +: 6]),
                .rxq_occ_vn0 (q_rxq_occ_vn0[48*n +: 48]),
                .rxq_occ_vn1 (q_rxq_occ_vn1[48*n +: 48]),
                .tx_l0       (q_tx_l0[n]),
                .tx_l0p      (q_tx_l0p[n]),
                .rx_l0       (q_rx_l0[n]),
                .rx_l0p      (q_rx_l0p[n]),
                .l1          (q_l1[n]),
                .d2c_v       (q_d2c_v[n]),
                .d2c_credit  (q_d2c_credit[n]),
                .d2c_valid   (q_d2c_valid[n]),
                .d2c_hit     (q_d2c_hit[n]),
                .rx_vna_use  (q_rx_vna_use[n]),
                .rx_vn0_use  (q_rx_vn0_use[12*n +: 12]),
                .rx_vn1_use  (q_rx_vn1_use[12*n +: 12]),
                .vna_ret     (q_vna_ret[n]),
                .vna_ret_occ (q_vna_ret_occ[8*n +: 8]),
                .ad_hom_occ  (q_ad_hom_occ[10*n +: 10]),
                .ad_snp_occ  (q_ad_snp_occ[10*n +: 10]),
                .ad_ndr_occ  (q_ad_ndr_occ[8*n +: 8]),
                .ak_ndr_occ  (q_ak_ndr_occ[3*n +: 3]),
                .bl_drs_occ  (q_bl_drs_occ[12*n +: 12]),
                .bl_ncb_occ  (q_bl_ncb_occ[4*n +: 4]),
                .bl_ncs_occ  (q_bl_ncs_occ[4*n +: 4]),
                .ad_hom_acq  (q_ad_hom_acq[2*n +: 2]),
                .ad_snp_acq  (q_ad_snp_acq[2*n +: 2]),
                .ad_ndr_acq  (q_ad_ndr_acq[2*n +: 2]),
                .bl_ncb_acq  (q_bl_ncb_acq[2*n +: 2]),
                .bl_ncs_acq  (q_bl_ncs_acq[2*n +: 2]),
                .bl_drs_acq  (q_bl_drs_acq[3*n +: 3]),
                .ak_ndr_acq  (q_ak_ndr_acq[n]),
                .hdr_v       (q_hdr_v[2*n +: 2]),
                .hdr_rnid    (q_hdr_rnid[10*n +: 10]),
                .hdr_dnid    (q_hdr_dnid[10*n +: 10]),
                .hdr_mc      (q_hdr_mc[8*n +: 8]),
                .hdr_opc     (q_hdr_opc[8*n +: 8]),
                .hdr_vnw     (q_hdr_vnw[4*n +: 4]),
                .hdr_rds     (q_hdr_rds[8*n +: 8]),
                .slow_mode_i (q_slow_mode_i[n]),
                .qpi_rate_i  (q_qpi_rate_i[3*n +: 3]),
                .has_rate    (HAS_RATE[n]),
                .ovf_msg     (q_ovf_msg[n])
            );
        end

        for (n = 0; n < LINKS; n = n + 1) begin : g_r3qpi
            wire frz_bcast;
            wire unfrz_bcast;

            ivt_socket_link #(
                .LAT_WIDTH (LAT_WIDTH)
            ) u_link (
                .clk         (clk),
                .rst         (rst),
                .msg_lat     (r3_msg_lat[LAT_WIDTH*n +: LAT_WIDTH]),
                .bcast_lat   (r3_bcast_lat[LAT_WIDTH*n +: LAT_WIDTH]),
                .msg_sent    (r3_ovf_msg[n]),
                .msg         (ovf_rq[n]),
                .frz_sent    (u_frz_bcast),
                .unfrz_sent  (u_unfrz_bcast),
                .frz_bcast   (frz_bcast),
                .unfrz_bcast (unfrz_bcast)
            );

            ivt_r3qpi #(
                .IVT_A16 (IVT_A16)
            ) u_r3qpi (
                .clk          (clk),
                .rst          (rst),
                .bus_valid    (valid[R3QPI0 + n]),
                .bus_write    (bus_write),
                .bus_space    (bus_space),
                .bus_unit     (bus_unit),
                .bus_addr     ({20'd0, bus_addr[11:0]}),
                .bus_wdata    (bus_wdata),
                .bus_rdata    (rdata[64*(R3QPI0 + n) +: 64]),
                .bus_error    (error[R3QPI0 + n]),
                .frz_bcast    (frz_bcast),
                .unfrz_bcast  (unfrz_bcast),
                .ring_ad      (r3_ring_ad[8*n +: 8]),
                .ring_ak      (r3_ring_ak[8*n +: 8]),
                .ring_bl      (r3_ring_bl[8*n +: 8]),
                .ring_iv      (r3_ring_iv[8*n +: 8]),
                .rxr_ne       (r3_rxr_ne[3*n +: 3]),
                .rxr_ins      (r3_rxr_ins[6*n +: 6]),
                .rxr_occ      (r3_rxr_occ[36*n +: 36]),
                .rxr_ad_byp   (r3_rxr_ad_byp[n]),
                .txr_ne       (r3_txr_ne[n]),
                .txr_full     (r3_txr_full[n]),
                .txr_nack_cw  (r3_txr_nack_cw[3*n +: 3]),
                .txr_nack_ccw (r3_txr_nack_ccw[3*n +: 3]),
                .q0_ad_empty  (r3_q0_ad_empty[7*n +: 7]),
                .q1_ad_empty  (r3_q1_ad_empty[7*n +: 7]),
                .q0_bl_empty  (r3_q0_bl_empty[7*n +: 7]),
                .q1_bl_empty  (r3_q1_bl_empty[7*n +: 7]),
                .c_lo_empty   (r3_c_lo_empty[8*n +: 8]),
                .c_hi_empty   (r3_c_hi_empty[7*n +: 7]),
                .hr_empty     (r3_hr_empty[4*n +: 4]),
                .vna_out      (r3_vna_out[n]),
                .vna_used     (r3_vna_used[n]),
                .vna_acq_ad   (r3_vna_acq_ad[3*n +: 3]),
                .vna_acq_bl   (r3_vna_acq_bl[3*n +: 3]),
                .vna_rej      (r3_vna_rej[6*n +: 6]),
                .vn0_used     (r3_vn0_used[6*n +: 6]),
                .vn0_rej      (r3_vn0_rej[6*n +: 6]),
                .vn1_used     (r3_vn1_used[6*n +: 6]),
                .vn1_rej      (r3_vn1_rej[6*n +: 6]),
                .ovf_msg      (r3_ovf_msg[n])
            );
        end
    endgenerate

endmodule

`default_nettype wire
