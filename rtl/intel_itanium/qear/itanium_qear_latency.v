// Measures one request, from its capture to the response that ends it. For a pair the count begins at the first return.
`default_nettype none

module itanium_qear_latency (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // CTL, and its write, which ends a measurement
    input  wire        write,
    input  wire        v64,
    input  wire [1:0]  thresh,

    // Capture of a request, in a cycle in which no measurement is open
    input  wire        capture,
    input  wire [5:0]  req_tag,
    input  wire        req_data_exp,

    // Response
    input  wire        rsp_v,
    input  wire [5:0]  rsp_tag,
    input  wire [1:0]  rsp_kind,

    // The measurement has ended and qualifies
    output reg         event_q,

    // State
    output reg         inprog_q,
    output reg         phase_q,
    output reg  [5:0]  tag_q,
    output reg         data_exp_q,
    output reg  [14:0] cnt_q,
    output reg         ov_q,
    output reg         data_cmp_q
);

    // Response kinds: 1 completion, 2 data, 3 data with completion. The halves of a pair differ in bit 0 of the tag.
    wire        same_pair = rsp_tag[5:1] == tag_q[5:1];
    wire        same_tag  = same_pair & rsp_tag[0] == tag_q[0];
    wire        is_data   = rsp_kind[1];
    wire        is_cmp    = rsp_kind == 2'd1;
    wire        answers   = rsp_v & (v64        ? same_pair & is_data
                                   : data_exp_q ? same_tag & is_data
                                   :              same_tag & is_cmp);

    wire        counting  = inprog_q & (phase_q | ~v64);
    wire        ends      = counting & answers;
    wire        first     = inprog_q & v64 & ~phase_q & answers;

    wire [15:0] sum       = {1'b0, cnt_q} + 16'd1;
    wire        overflows = counting & sum[15];

    // Thresholds of 128, 256 and 512 cycles; a count that overflowed exceeds all of them.
    wire        reached   = thresh == 2'd0
                          | thresh == 2'd1 & |sum[14:7]
                          | thresh == 2'd2 & |sum[14:8]
                          | thresh == 2'd3 & |sum[14:9];
    wire        event_d   = ~write & ends & (reached | ov_q | overflows);

    always @(posedge clk)
        if (rst) begin
            event_q    <= 1'b0;
            inprog_q   <= 1'b0;
            phase_q    <= 1'b0;
            tag_q      <= 6'd0;
            data_exp_q <= 1'b0;
            cnt_q      <= 15'd0;
            ov_q       <= 1'b0;
            data_cmp_q <= 1'b0;
        end else begin
            event_q <= event_d;
            if (write) begin
                inprog_q <= 1'b0;
                phase_q  <= 1'b0;
                cnt_q    <= 15'd0;
            end else if (capture) begin
                inprog_q   <= 1'b1;
                tag_q      <= req_tag;
                data_exp_q <= req_data_exp;
                cnt_q      <= 15'd0;
                ov_q       <= 1'b0;
                data_cmp_q <= 1'b0;
            end else begin
                if (counting) begin
                    cnt_q <= sum[14:0];
                    ov_q  <= ov_q | overflows;
                end
                if (first) phase_q <= 1'b1;
                if (ends) begin
                    inprog_q   <= 1'b0;
                    phase_q    <= 1'b0;
                    data_cmp_q <= &rsp_kind;
                end
            end
        end

endmodule

`default_nettype wire
