// A U-Box whose ports have the names of the description with a direction, and an active-low reset. The other ports have types that
// a wrapper must tie or leave open: an enumeration, a structure, unpacked arrays.
module named_ubox
  import named_ubox_pkg::*;
#(
    parameter int unsigned Lanes = 2,
    localparam int unsigned Top = Lanes - 1,
    parameter mode_e First = Run
) (
    input  logic        clk_i,
    input  logic        rst_ni,

    input  mode_e       mode_i,
    input  debug_t      debug_i,
    input  logic [2:0]  lane_i [Lanes],
    input  logic        test_en_ni,

    input  logic        bus_valid_i,
    input  logic        bus_write_i,
    input  logic [3:0]  bus_space_i,
    input  logic [7:0]  bus_unit_i,
    input  logic [31:0] bus_addr_i,
    input  logic [63:0] bus_wdata_i,
    input  logic [1:0]  bus_op_i,
    output logic [63:0] bus_rdata_o,
    output logic        bus_error_o,

    input  logic [4:0]  evt_msg_i,
    input  logic        evt_lock_i,
    input  logic        evt_phold_i,
    input  logic        evt_racu_i,

    input  logic [14:0] ovf_c_i,
    input  logic        ovf_p_i,
    input  logic [1:0]  ovf_h_i, ovf_m_i, ovf_q_i, ovf_rq_i,
    input  logic        ovf_rp_i,

    output logic        frz_bcast_o,
    output logic        unfrz_bcast_o,
    input  logic [14:0] core_awake_i,
    output logic [14:0] core_wake_o,
    output logic [14:0] pmi_o,

    output debug_t      debug_o,
    output logic [2:0]  lane_o [Lanes],
    output logic        alive_o
);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) alive_o <= 1'b0;
    else alive_o <= 1'b1;
  end

  always_comb begin
    debug_o = debug_i;
    if (mode_i == First) debug_o.lane = lane_i[Top] ^ {3{test_en_ni}};
    for (int i = 0; i < int'(Lanes); i++) lane_o[i] = lane_i[i];
  end

  ivt_ubox u_ubox (
      .clk        (clk_i),
      .rst        (~rst_ni),
      .bus_valid  (bus_valid_i),
      .bus_write  (bus_write_i),
      .bus_space  (bus_space_i),
      .bus_unit   (bus_unit_i),
      .bus_addr   (bus_addr_i),
      .bus_wdata  (bus_wdata_i),
      .bus_rdata  (bus_rdata_o),
      .bus_error  (bus_error_o),
      .evt_msg    (evt_msg_i),
      .evt_lock   (evt_lock_i),
      .evt_phold  (evt_phold_i),
      .evt_racu   (evt_racu_i),
      .ovf_c      (ovf_c_i),
      .ovf_p      (ovf_p_i),
      .ovf_h      (ovf_h_i),
      .ovf_m      (ovf_m_i),
      .ovf_q      (ovf_q_i),
      .ovf_rq     (ovf_rq_i),
      .ovf_rp     (ovf_rp_i),
      .frz_bcast  (frz_bcast_o),
      .unfrz_bcast(unfrz_bcast_o),
      .core_awake (core_awake_i),
      .core_wake  (core_wake_o),
      .pmi        (pmi_o)
  );
endmodule
