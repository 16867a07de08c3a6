// Commands to the Z-Box that are in progress, by transaction id, and BZ_PERF_CNT.
//
// Priority of causes at the clock edge, for the valid bit of an id:
//
//   1. CTL2 is written with another z_op           0
//   2. a command for it whose opcode is in z_op    1   even if the last one of the id is acknowledged in the same cycle
//   3. an acknowledge for it                       0   from the Z-Box, or local in the cycle after a fill2b
//   4. otherwise                                   unchanged
`default_nettype none

module itanium_bbox_bz (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // CTL0.bz_en; CTL0.reset; running: neither reset nor frozen
    input  wire        bz_en,
    input  wire        reset,
    input  wire        running,

    // CTL2, its write and the z_op that it writes
    input  wire [15:0] z_op,
    input  wire [5:0]  z_wmark,
    input  wire        z_wmark_ge_le,
    input  wire        write_ctl2,
    input  wire [15:0] new_z_op,

    // Write of BZ_PERF_CNT
    input  wire        write,
    input  wire [6:0]  wdata,

    // Commands
    input  wire        bz_req_v,
    input  wire [3:0]  bz_req_op,
    input  wire [4:0]  bz_req_id,

    // Acknowledges
    input  wire        bz_ack_v,
    input  wire [4:0]  bz_ack_id,

    // Events: 3 watermark, 2 any acknowledge, 1 first acknowledge, 0 overflow
    output wire [3:0]  events,

    // BZ_PERF_CNT: 47:16 bz_state, 12:7 live_cnt, 6:0 accum_cnt, whose bit 6 is the carry
    output wire [47:0] value
);

    localparam [3:0] FILL2B = 4'd6;

    reg  [31:0] state_q;

    // A fill2b is acknowledged locally in this cycle
    reg         local_v_q;
    reg  [4:0]  local_id_q;

    wire        wipes     = write_ctl2 & new_z_op != z_op;
    wire        records   = bz_req_v & z_op[bz_req_op] & ~wipes;
    wire        local_v_d = records & bz_req_op == FILL2B;

    wire [31:0] starts    = {31'd0, records} << bz_req_id;
    wire [31:0] ends      = {31'd0, bz_ack_v} << bz_ack_id
                          | {31'd0, local_v_q} << local_id_q;
    wire [31:0] state_d   = (state_q & ~ends | starts) & {32{~wipes}};

    always @(posedge clk)
        if (rst) begin
            state_q    <= 32'd0;
            local_v_q  <= 1'b0;
            local_id_q <= 5'd0;
        end else begin
            state_q    <= state_d;
            local_v_q  <= local_v_d;
            if (local_v_d) local_id_q <= bz_req_id;
        end

    reg  [5:0] live;
    integer    i;

    always @* begin
        live = 6'd0;
        for (i = 0; i < 32; i = i + 1) live = live + {5'd0, state_q[i]};
    end

    wire       carry;
    wire [5:0] accum;

    itanium_bbox_accumulator #(
        .WIDTH      (6),
        .LIVE_WIDTH (6)
    ) u_accumulator (
        .clk     (clk),
        .rst     (rst),
        .reset   (reset),
        .run     (bz_en & running),
        .live    (live),
        .write   (write),
        .wcarry  (wdata[6]),
        .wdata   (wdata[5:0]),
        .carry_q (carry),
        .accum_q (accum)
    );

    wire first_ack = bz_ack_v & state_q[bz_ack_id] | local_v_q;
    wire watermark = z_wmark_ge_le ? live >= z_wmark : live <= z_wmark;

    assign events  = {bz_en & watermark, bz_ack_v, bz_en & first_ack, bz_en & carry};
    assign value   = {state_q, 3'd0, live, carry, accum};

endmodule

`default_nettype wire
