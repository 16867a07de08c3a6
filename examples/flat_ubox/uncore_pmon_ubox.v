// Uncore performance monitor of the Xeon E5/E7 v2 U-Box and its socket-wide control, in one module.
//
// An independent design from the same manual. Everything that software can write is in three stores:
//   ctl_q     the five control words side by side
//   cnt_q     the three counters side by side: fixed, 0, 1
//   flag_q    all write-one-to-clear flags side by side: the socket summary below, the local overflows above
// so one write path, one counting loop and one set/clear rule serve all registers of a kind.

`default_nettype none

module uncore_pmon_ubox (
    input  wire        clk_i,
    input  wire        rst_n_i,
    input  wire        scan_mode_i,        // during scan all outputs to cores and boxes are 0

    // Register commands, answered in the same cycle
    input  wire        cmd_vld_i,
    input  wire        cmd_wr_i,
    input  wire [3:0]  cmd_space_i,
    input  wire [7:0]  cmd_target_i,
    input  wire [31:0] cmd_addr_i,
    input  wire [63:0] cmd_data_i,
    output wire [63:0] rsp_data_o,
    output wire        rsp_err_o,

    // Countable events
    input  wire        msg_vlw_i,
    input  wire        msg_msi_i,
    input  wire        msg_ipi_i,
    input  wire        msg_doorbell_i,
    input  wire        msg_intprio_i,
    input  wire        lock_start_i,
    input  wire        phold_i,
    input  wire        racu_req_i,

    // Overflow messages of the other boxes
    input  wire [14:0] cbo_ovf_i,
    input  wire        pcu_ovf_i,
    input  wire [3:0]  mem_ovf_i,          // iMC1, iMC0, HA1, HA0
    input  wire [4:0]  link_ovf_i,         // R2PCIe, R3QPI1, R3QPI0, QPI1, QPI0

    // Cores
    input  wire [14:0] core_asleep_i,
    output wire [14:0] wake_req_o,
    output wire [19:0] irq_vec_o,          // 18:4 PMI of core 14..0; 0 any flag set, 1 stopped; others 0

    // Broadcasts to all boxes
    output wire        stop_all_o,
    output wire        go_all_o
);

    // ---- command decode ----
    // A slot is the kind of a register and its position in the store of that kind.
    localparam K_NONE = 2'd0;
    localparam K_CTL  = 2'd1;
    localparam K_CNT  = 2'd2;
    localparam K_FLAG = 2'd3;

    localparam C_GLOBAL  = 3'd0;
    localparam C_CONFIG  = 3'd1;
    localparam C_FIXED   = 3'd2;
    localparam C_GP0     = 3'd3;
    localparam C_GP1     = 3'd4;

    localparam NW    = 5;                  // control words
    localparam GP_AT = C_GP0*32;           // where the control words of counters 0 and 1 start
    localparam CW    = 44;                 // bits of a counter
    localparam NC    = 3;                  // counters
    localparam NG    = 27;                 // flags of the socket summary
    localparam NL    = 2;                  // local overflow flags

    reg [1:0] kind;
    reg [2:0] slot;
    always @* begin
        case (cmd_addr_i)
            32'h0000_0c00: {kind, slot} = {K_CTL, C_GLOBAL};
            32'h0000_0c01: {kind, slot} = {K_FLAG, 3'd0};
            32'h0000_0c06: {kind, slot} = {K_CTL, C_CONFIG};
            32'h0000_0c08: {kind, slot} = {K_CTL, C_FIXED};
            32'h0000_0c09: {kind, slot} = {K_CNT, 3'd0};
            32'h0000_0c10: {kind, slot} = {K_CTL, C_GP0};
            32'h0000_0c11: {kind, slot} = {K_CTL, C_GP1};
            32'h0000_0c15: {kind, slot} = {K_FLAG, 3'd1};
            32'h0000_0c16: {kind, slot} = {K_CNT, 3'd1};
            32'h0000_0c17: {kind, slot} = {K_CNT, 3'd2};
            default:       {kind, slot} = {K_NONE, 3'd0};
        endcase
    end

    wire hit   = cmd_vld_i & (cmd_space_i == 4'd0) & (cmd_target_i == 8'd0) & (kind != K_NONE);
    wire store = hit & cmd_wr_i;
    wire fetch = hit & ~cmd_wr_i;

    // Implemented bits of each control word.
    function [31:0] implemented;
        input [2:0] word;
        case (word)
            C_GLOBAL: implemented = 32'h4000_7fff;
            C_CONFIG: implemented = 32'h0000_000f;
            C_FIXED:  implemented = 32'h0050_0000;
            default:  implemented = 32'h1f54_ffff;
        endcase
    endfunction

    // Commands in write-only bits of a control word.
    wire global_store = store & (kind == K_CTL) & (slot == C_GLOBAL);
    wire stop_cmd     = global_store & cmd_data_i[31];
    wire go_cmd       = global_store & cmd_data_i[29] & ~cmd_data_i[31];

    // ---- state ----
    reg [NW*32-1:0] ctl_q;
    reg [NC*CW-1:0] cnt_q;
    reg [NL+NG-1:0] flag_q;
    reg [NL-1:0]    above_q;               // threshold reached in the cycle before
    reg             halted_q;
    reg [1:0]       own_msg_q;             // 0 fixed counter, 1 the others
    reg             stop_q, go_q;
    reg [14:0]      wake_q;
    reg [14:0]      irq_early_q, irq_q;    // the PMI comes one cycle after the wake request

    wire [14:0] pmi_cores  = ctl_q[C_GLOBAL*32 +: 15];
    wire        wake_first = ctl_q[C_GLOBAL*32 + 30];

    // ---- counting ----
    // No event of this box occurs more than once in a cycle, so the comparison has three outcomes only:
    //   threshold 0: every occurrence counts, edges have no effect
    //   threshold 1: occurrences count, or only the first of a run
    //   more:        never reached
    wire [4:0] msg_kinds = {msg_intprio_i, msg_doorbell_i, msg_ipi_i, msg_msi_i, msg_vlw_i};

    reg [NL-1:0]    above;                 // threshold reached
    reg [NC-1:0]    tick, load, zero, wrap, report;
    reg [7:0]       code;
    reg [4:0]       mask, limit;
    reg             occurs, edges;
    integer         k;
    always @* begin
        tick[0]   = ctl_q[C_FIXED*32 + 22] & ~halted_q;
        report[0] = ctl_q[C_FIXED*32 + 20];
        zero[0]   = 1'b0;
        for (k = 0; k < NL; k = k + 1) begin
            code  = ctl_q[GP_AT + k*32 +: 8];
            mask  = ctl_q[GP_AT + k*32 + 8 +: 5];
            edges = ctl_q[GP_AT + k*32 + 18];
            limit = ctl_q[GP_AT + k*32 + 24 +: 5];
            case (code)
                8'h42:   occurs = |(msg_kinds & mask);
                8'h44:   occurs = lock_start_i;
                8'h45:   occurs = phold_i & mask[0];
                8'h46:   occurs = racu_req_i;
                default: occurs = 1'b0;
            endcase
            above[k]    = occurs & (limit == 5'd1);
            tick[k+1]   = ctl_q[GP_AT + k*32 + 22] & ~halted_q
                        & ((limit == 5'd0) ? occurs : above[k] & ~(edges & above_q[k]));
            report[k+1] = ctl_q[GP_AT + k*32 + 20];
            zero[k+1]   = store & (kind == K_CTL) & (slot == C_GP0 + k[2:0]) & cmd_data_i[17];
        end
        for (k = 0; k < NC; k = k + 1) begin
            load[k] = store & (kind == K_CNT) & (slot == k[2:0]);
            wrap[k] = tick[k] & (&cnt_q[k*CW +: CW]) & ~load[k] & ~zero[k];
        end
    end

    // ---- flags ----
    // A flag that is set while software clears it stays 1 and counts as newly set.
    wire [NG-1:0]    arrived  = {link_ovf_i, mem_ovf_i, cbo_ovf_i, pcu_ovf_i, own_msg_q};
    wire [NL+NG-1:0] raised   = {wrap[2:1] & report[2:1], arrived};
    wire             ack      = store & (kind == K_FLAG);
    wire [NL+NG-1:0] acked    = {{NL{ack & slot[0]}} & cmd_data_i[NL-1:0], {NG{ack & ~slot[0]}} & cmd_data_i[NG-1:0]};
    wire [NL+NG-1:0] up_anew  = raised & ~(flag_q & ~acked);
    wire             alert    = |up_anew[NG-1:0];
    wire [14:0]      selected = pmi_cores & {15{alert}};

    // ---- everything clocked ----
    integer n;
    always @(posedge clk_i) begin
        if (!rst_n_i) begin
            ctl_q       <= {{(NW-2)*32{1'b0}}, 32'h8, 32'h0}; // 8 in C_CONFIG
            cnt_q       <= {NC*CW{1'b0}};
            flag_q      <= {NL+NG{1'b0}};
            above_q     <= {NL{1'b0}};
            halted_q    <= 1'b0;
            own_msg_q   <= 2'b00;
            stop_q      <= 1'b0;
            go_q        <= 1'b0;
            wake_q      <= 15'd0;
            irq_early_q <= 15'd0;
            irq_q       <= 15'd0;
        end else begin
            if (store && kind == K_CTL)
                ctl_q[slot*32 +: 32] <= cmd_data_i[31:0] & implemented(slot);

            for (n = 0; n < NC; n = n + 1)
                if (zero[n])
                    cnt_q[n*CW +: CW] <= {CW{1'b0}};
                else if (load[n])
                    cnt_q[n*CW +: CW] <= cmd_data_i[CW-1:0];
                else if (tick[n])
                    cnt_q[n*CW +: CW] <= cnt_q[n*CW +: CW] + 1'b1;

            above_q   <= above;
            flag_q    <= (flag_q & ~acked) | raised;
            own_msg_q <= {|up_anew[NG +: NL], wrap[0] & report[0]};

            // The box's own overflow stops it before the broadcast is sent; a stop takes priority over a go.
            if (|own_msg_q || stop_q)
                halted_q <= 1'b1;
            else if (go_q)
                halted_q <= 1'b0;

            stop_q <= alert | stop_cmd;
            go_q   <= go_cmd;

            // Sleeping cores are sampled only in the cycle of the message.
            wake_q      <= selected & core_asleep_i & {15{wake_first}};
            irq_early_q <= selected & (~core_asleep_i | {15{wake_first}});
            irq_q       <= irq_early_q;
        end
    end

    // ---- answers and outputs ----
    reg [63:0] answer;
    always @* begin
        case (kind)
            K_CTL:   answer = {32'd0, ctl_q[slot*32 +: 32]};
            K_CNT:   answer = {{64-CW{1'b0}}, (slot == 3'd0) ? cnt_q[0 +: CW] : slot[0] ? cnt_q[CW +: CW]
                                                                                       : cnt_q[2*CW +: CW]};
            K_FLAG:  answer = slot[0] ? {{64-NL{1'b0}}, flag_q[NG +: NL]} : {{64-NG{1'b0}}, flag_q[NG-1:0]};
            default: answer = 64'd0;
        endcase
    end
    assign rsp_data_o = fetch ? answer : 64'd0;
    assign rsp_err_o  = cmd_vld_i & ~hit;

    wire outward = ~scan_mode_i;
    assign wake_req_o = wake_q & {15{outward}};
    assign irq_vec_o  = {1'b0, irq_q, 2'b00, halted_q, |flag_q} & {20{outward}};
    assign stop_all_o = stop_q & outward;
    assign go_all_o   = go_q & outward;

    wire unused_command_bits = &{1'b0, cmd_data_i[63:CW]};

endmodule

`default_nettype wire
