// A U-Box in SystemVerilog with its own port names and an asynchronous reset.
module sv_ubox
  import sv_ubox_pkg::*;
(
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        scan_mode_i,

    input  logic        cmd_valid_i,
    input  logic        cmd_write_i,
    input  logic [3:0]  cmd_space_i,
    input  logic [7:0]  cmd_unit_i,
    input  logic [31:0] cmd_addr_i,
    input  logic [63:0] cmd_data_i,
    output logic [63:0] rsp_data_o,
    output logic        rsp_error_o,

    input  logic        msg_vlw_i,
    input  logic [3:0]  msg_other_i,
    input  logic        lock_i,
    input  logic        phold_i,

    input  logic [14:0] cbo_ovf_i,
    input  logic        pcu_ovf_i,
    input  logic [3:0]  mem_ovf_i,
    input  logic [4:0]  link_ovf_i,

    input  logic [14:0] core_asleep_i,
    output logic [19:0] irq_o,
    output logic        stop_o,
    output logic        go_o
);
  place_t place;

  always_comb begin
    case (cmd_addr_i)
      32'h0c00: place = '{KindCtl, CtlGlobal};
      32'h0c01: place = '{KindFlag, 3'd0};
      32'h0c06: place = '{KindCtl, CtlConfig};
      32'h0c08: place = '{KindCtl, CtlFixed};
      32'h0c09: place = '{KindCnt, 3'd0};
      32'h0c10: place = '{KindCtl, CtlGp0};
      32'h0c11: place = '{KindCtl, CtlGp1};
      32'h0c15: place = '{KindFlag, 3'd1};
      32'h0c16: place = '{KindCnt, 3'd1};
      32'h0c17: place = '{KindCnt, 3'd2};
      default:  place = '{KindNone, 3'd0};
    endcase
  end

  logic hit, store, store_ctl, global_store, stop_cmd, go_cmd;
  assign hit = cmd_valid_i & (cmd_space_i == '0) & (cmd_unit_i == '0) & (place.kind != KindNone);
  assign store = hit & cmd_write_i;
  assign store_ctl = store & (place.kind == KindCtl);
  assign global_store = store_ctl & (place.slot == CtlGlobal);
  assign stop_cmd = global_store & cmd_data_i[31];
  assign go_cmd = global_store & cmd_data_i[29] & ~cmd_data_i[31];

  logic [Words-1:0][31:0] ctl_q;
  logic [LocalFlags+SocketFlags-1:0] flag_q;
  logic [LocalFlags-1:0] above, above_q;
  logic halted_q, stop_q, go_q;
  logic [5:4] own_msg_q;  // 4: the fixed counter, 5: the others
  logic [14:0] irq_early_q, irq_q;

  // The control word of counter 0 or 1.
  function automatic logic [2:0] word_of(int counter);
    return counter == 0 ? CtlGp0 : CtlGp1;
  endfunction

  // No event of this box occurs more than once in a cycle, so a threshold above 1 is never reached.
  logic [4:0] msg_kinds;
  logic [LocalFlags-1:0] occurs;
  logic [Counters-1:0] tick, load, zero, wrap, report;
  logic [Counters-1:0][CounterWidth-1:0] count;
  assign msg_kinds = {msg_other_i, msg_vlw_i};

  always_comb begin
    tick[0] = ctl_q[CtlFixed][22] & ~halted_q;
    report[0] = ctl_q[CtlFixed][20];
    zero[0] = 1'b0;
    for (int k = 0; k < LocalFlags; k++) begin
      case (ctl_q[word_of(k)][7:0])
        8'h42:   occurs[k] = |(msg_kinds & ctl_q[word_of(k)][12:8]);
        8'h44:   occurs[k] = lock_i;
        8'h45:   occurs[k] = phold_i & ctl_q[word_of(k)][8];
        default: occurs[k] = 1'b0;
      endcase
      above[k] = occurs[k] & (ctl_q[word_of(k)][28:24] == 5'd1);
      tick[k+1] = ctl_q[word_of(k)][22] & ~halted_q
          & ((ctl_q[word_of(k)][28:24] == '0) ? occurs[k] : above[k] & ~(ctl_q[word_of(k)][18] & above_q[k]));
      report[k+1] = ctl_q[word_of(k)][20];
      zero[k+1] = store_ctl & (place.slot == word_of(k)) & cmd_data_i[17];
    end
    for (int k = 0; k < Counters; k++) load[k] = store & (place.kind == KindCnt) & (place.slot == 3'(k));
  end

  sv_ubox_counters u_counters (
      .clk_i,
      .rst_ni,
      .tick_i (tick),
      .load_i (load),
      .zero_i (zero),
      .data_i (cmd_data_i[CounterWidth-1:0]),
      .wrap_o (wrap),
      .count_o(count)
  );

  // A flag that is set while software clears it stays 1 and counts as newly set.
  logic [LocalFlags+SocketFlags-1:0] raised, acked, up_anew;
  logic ack, alert;
  logic [14:0] selected;
  assign raised = {wrap[2:1] & report[2:1], link_ovf_i, mem_ovf_i, cbo_ovf_i, pcu_ovf_i, own_msg_q};
  assign ack = store & (place.kind == KindFlag);
  assign acked = {{LocalFlags{ack & place.slot[0]}} & cmd_data_i[LocalFlags-1:0],
                  {SocketFlags{ack & ~place.slot[0]}} & cmd_data_i[SocketFlags-1:0]};
  assign up_anew = raised & ~(flag_q & ~acked);
  assign alert = |up_anew[SocketFlags-1:0];
  assign selected = ctl_q[CtlGlobal][14:0] & {15{alert}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ctl_q <= '0;
      ctl_q[CtlConfig] <= 32'h8;
      flag_q <= '0;
      above_q <= '0;
      halted_q <= 1'b0;
      own_msg_q <= '0;
      stop_q <= 1'b0;
      go_q <= 1'b0;
      irq_early_q <= '0;
      irq_q <= '0;
    end else begin
      if (store_ctl) ctl_q[place.slot] <= cmd_data_i[31:0] & implemented(place.slot);
      above_q <= above;
      flag_q <= (flag_q & ~acked) | raised;
      own_msg_q <= {|up_anew[SocketFlags+:LocalFlags], wrap[0] & report[0]};
      // The box's own overflow stops it before the broadcast is sent; a stop takes priority over a go.
      if (|own_msg_q || stop_q) halted_q <= 1'b1;
      else if (go_q) halted_q <= 1'b0;
      stop_q <= alert | stop_cmd;
      go_q <= go_cmd;
      irq_early_q <= selected & (~core_asleep_i | {15{ctl_q[CtlGlobal][30]}});
      irq_q <= irq_early_q;
    end
  end

  logic [63:0] answer;
  always_comb begin
    case (place.kind)
      KindCtl:  answer = 64'(ctl_q[place.slot]);
      KindCnt:  answer = 64'(count[place.slot[1:0]]);
      KindFlag: answer = place.slot[0] ? 64'(flag_q[SocketFlags+:LocalFlags]) : 64'(flag_q[SocketFlags-1:0]);
      default:  answer = '0;
    endcase
  end
  assign rsp_data_o = (hit & ~cmd_write_i) ? answer : '0;
  assign rsp_error_o = cmd_valid_i & ~hit;
  assign irq_o = {1'b0, irq_q, 2'b00, halted_q, |flag_q} & {20{~scan_mode_i}};
  assign stop_o = stop_q & ~scan_mode_i;
  assign go_o = go_q & ~scan_mode_i;
endmodule
