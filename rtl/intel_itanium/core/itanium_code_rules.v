// Properties of an event code, for lanes and for counters (3.3.3, 4.2, 4.8, 4.11). Combinational.
//   gate_*   tag that an occurrence needs: data, channel 0, channel 1, or by the lane's pf (1: channel 1, 0: channel 0)
//   l1d_set  1 + number of the L1D set, 0 for none; l2d_set likewise
`default_nettype none

module itanium_code_rules #(
    parameter IPF_A48 = 0   // see itanium_core; only the gates depend on it
) (
    input  wire [7:0] code,

    output reg        gate_dtag,
    output reg        gate_channel0,
    output reg        gate_channel1,
    output reg        gate_prefetch,
    output reg        internal,  // produced inside the PMU, never taken from lanes
    output reg        causal,    // attributed to the thread in the foreground
    output reg        forced,    // counted by both threads
    output reg        filtered,  // filtered by line state
    output wire       hard,      // only counters 4 to 9 can count it
    output reg  [2:0] l1d_set,
    output reg  [3:0] l2d_set
);

    assign hard = code[7:6] == 2'b10 | code[7:5] == 3'b111;

    always @* begin
        gate_dtag     = 1'b0;
        gate_channel0 = 1'b0;
        gate_channel1 = 1'b0;
        gate_prefetch = 1'b0;
        case (code)
            8'h20, 8'h4A, 8'h56, 8'h57, 8'h58, 8'hB0, 8'hB1, 8'hC0, 8'hC1, 8'hC2, 8'hC3, 8'hC4, 8'hC5, 8'hC6,
            8'hC7, 8'hCB, 8'hCD, 8'hCE, 8'hCF, 8'hD0, 8'hD1, 8'hD2, 8'hD9, 8'hDA, 8'hDB, 8'hDC, 8'hDD, 8'hDE,
            8'hE0, 8'hE2, 8'hE4, 8'hE6, 8'hE8, 8'hEA, 8'hEB, 8'hEC, 8'hED, 8'hEE, 8'hF0: gate_dtag = 1'b1;
            8'h2D, 8'hC9, 8'hF2: gate_dtag = IPF_A48 == 0;
            8'h44, 8'h45, 8'h5F, 8'h78, 8'h79, 8'h7A, 8'h7B, 8'h7C, 8'h7D, 8'h7E: gate_channel1 = 1'b1;
            8'h41, 8'h46, 8'h65, 8'h66: gate_prefetch = 1'b1;
            8'h03, 8'h05, 8'h06, 8'h09, 8'h0B, 8'h40, 8'h42, 8'h47, 8'h48, 8'h4B, 8'h4D, 8'h4E, 8'h4F, 8'h50, 8'h51,
            8'h54, 8'h5B, 8'h61, 8'h63, 8'h68, 8'h6A: gate_channel0 = 1'b1;
            default: ;
        endcase
    end

    always @* begin
        internal = 1'b0;
        causal   = 1'b0;
        forced   = 1'b0;
        filtered = 1'b0;
        case (code)
            8'h08, 8'h11, 8'h12, 8'h14, 8'h18, 8'h19, 8'h43, 8'hC8: internal = 1'b1;
            8'h1A, 8'h4A, 8'h4B, 8'h59, 8'h60, 8'h64, 8'h7F, 8'hBF: causal = 1'b1;
            8'h84, 8'h85, 8'h86, 8'h88, 8'h90, 8'h91, 8'h92, 8'h93, 8'h94, 8'hA0, 8'hA1, 8'hA2, 8'hA8, 8'hA9, 8'hAA,
            8'hAE, 8'hAF, 8'hB6, 8'hB7, 8'hB8, 8'hB9, 8'hBB, 8'hBC: forced = 1'b1;
            8'hDA, 8'hDD, 8'hDE, 8'hDF: filtered = 1'b1;
            default: ;
        endcase
    end

    always @* begin
        l1d_set = 3'd0;
        l2d_set = 4'd0;
        case (code)
            8'hC0, 8'hC1, 8'hC2, 8'hC3: l1d_set = 3'd1;
            8'hC4, 8'hC5, 8'hC7:        l1d_set = 3'd2;
            8'hCA:                      l1d_set = 3'd3;
            8'hCD, 8'hCE, 8'hCF:        l1d_set = 3'd4;
            8'hD0, 8'hD1, 8'hD2:        l1d_set = 3'd5;
            8'hD9:                      l1d_set = 3'd7;
            8'hE0, 8'hE1, 8'hE2, 8'hE3: l2d_set = 4'd1;
            8'hE4, 8'hE5:               l2d_set = 4'd2;
            8'hE6:                      l2d_set = 4'd3;
            8'hE8, 8'hE9:               l2d_set = 4'd4;
            8'hEA, 8'hEB:               l2d_set = 4'd5;
            8'hEC, 8'hED:               l2d_set = 4'd6;
            8'hEE, 8'hEF:               l2d_set = 4'd7;
            8'hF0, 8'hF1:               l2d_set = 4'd8;
            8'hF2, 8'hF3:               l2d_set = 4'd9;
            default: ;
        endcase
    end

endmodule

`default_nettype wire
