// Tracks one load of a thread from its issue to its resolution (3.3.9.1). After reset no load is tracked.
//   candidate   a qualified load is issued while none is tracked and the monitor runs; the shift register steps
//   tracked     each candidate in a cycle in which the lowest bit of the shift register is 1
//   missed      the tracked load is resolved with a miss that is slow enough, and none was captured in the last 6 cycles
`default_nettype none

module itanium_load_tracker (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // The monitor
    input  wire        runs,        // 0: tracking ends
    input  wire [3:0]  umask,       // threshold code: 0 any latency, u from 1 to 10 at least 4 * 2^u, others none

    // A load of this thread is issued
    input  wire        iss_valid,
    input  wire [3:0]  iss_id,
    input  wire [63:0] iss_va,
    input  wire [59:0] iss_ip,
    input  wire        iss_ipv,
    input  wire        iss_bn,
    input  wire [1:0]  iss_slot,
    input  wire        iss_dtag,

    // A load of this thread is resolved
    input  wire        res_valid,
    input  wire [3:0]  res_id,
    input  wire        res_miss,
    input  wire [15:0] res_lat,

    // The tracked load, or the last one
    output reg         busy_q,
    output reg  [63:0] va_q,
    output reg  [59:0] ip_q,
    output reg         ipv_q,
    output reg         bn_q,
    output reg  [1:0]  slot_q,

    output wire        missed
);

    localparam [15:0] SEED = 16'hACE1;
    localparam [15:0] TAPS = 16'hB400;
    localparam [2:0]  HOLD = 3'd6;

    reg  [3:0]  id_q;
    reg  [15:0] lfsr_q;
    reg  [2:0]  hold_q;
    reg  [15:0] above;

    // A latency reaches the threshold if one of these bits is 1.
    always @*
        case (umask)
            4'd1:    above = 16'hFFF8;
            4'd2:    above = 16'hFFF0;
            4'd3:    above = 16'hFFE0;
            4'd4:    above = 16'hFFC0;
            4'd5:    above = 16'hFF80;
            4'd6:    above = 16'hFF00;
            4'd7:    above = 16'hFE00;
            4'd8:    above = 16'hFC00;
            4'd9:    above = 16'hF800;
            4'd10:   above = 16'hF000;
            default: above = 16'h0000;
        endcase

    wire        resolved  = busy_q & res_valid & res_id == id_q;
    wire        slow      = umask == 4'd0 | (|(res_lat & above));
    wire        candidate = ~busy_q & runs & iss_valid & iss_dtag;
    wire        picked    = candidate & lfsr_q[0];
    wire        busy_d    = runs & (busy_q ? ~resolved : picked);
    wire [15:0] lfsr_d    = candidate ? {1'b0, lfsr_q[15:1]} ^ (TAPS & {16{lfsr_q[0]}}) : lfsr_q;
    wire [2:0]  hold_d    = missed ? HOLD : hold_q == 3'd0 ? 3'd0 : hold_q - 3'd1;

    assign missed = resolved & runs & res_miss & slow & hold_q == 3'd0;

    always @(posedge clk)
        if (rst) begin
            busy_q <= 1'b0;
            id_q   <= 4'd0;
            va_q   <= 64'd0;
            ip_q   <= 60'd0;
            ipv_q  <= 1'b0;
            bn_q   <= 1'b0;
            slot_q <= 2'd0;
            lfsr_q <= SEED;
            hold_q <= 3'd0;
        end else begin
            busy_q <= busy_d;
            lfsr_q <= lfsr_d;
            hold_q <= hold_d;
            if (picked) begin
                id_q   <= iss_id;
                va_q   <= iss_va;
                ip_q   <= iss_ip;
                ipv_q  <= iss_ipv;
                bn_q   <= iss_bn;
                slot_q <= iss_slot;
            end
        end

endmodule

`default_nettype wire
