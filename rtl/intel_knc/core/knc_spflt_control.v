// PERF_SPFLT_CONTROL of one thread: the counters that obey the user's preference, and the preference. 0 after reset.
//
//   written by               | USER_PREF | SPFLT_EN1, SPFLT_EN0
//   WRMSR                    | wdata[63] | wdata[1:0]
//   SPFLT (at any privilege) | wdata[0]  | kept
//
// A counter whose SPFLT_EN bit is 0 ignores the preference. So the register, which is 0 after reset, stops no counter
// until software sets an enable.
//
//   SPFLT_EN USER_PREF | permits
//       0       any    |    1
//       1        0     |    0
//       1        1     |    1
`default_nettype none

module knc_spflt_control (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write, at most one of them in a cycle
    input  wire        write,        // WRMSR
    input  wire        write_pref,   // SPFLT
    input  wire [63:0] wdata,

    // Register, as software reads it
    output wire [63:0] value,

    // One bit per counter
    output wire [1:0]  permits
);

    localparam USER_PREF_BIT = 63;
    localparam RESERVED      = 61;

    reg        user_pref_q;
    reg  [1:0] spflt_en_q;

    wire       user_pref_d = write      ? wdata[USER_PREF_BIT]
                           : write_pref ? wdata[0]
                           :              user_pref_q;
    wire [1:0] spflt_en_d  = write ? wdata[1:0] : spflt_en_q;

    wire [RESERVED-1:0] unused_wdata = wdata[USER_PREF_BIT-1:2];

    always @(posedge clk)
        if (rst) begin
            user_pref_q <= 1'b0;
            spflt_en_q  <= 2'b00;
        end else begin
            user_pref_q <= user_pref_d;
            spflt_en_q  <= spflt_en_d;
        end

    assign value   = {user_pref_q, {RESERVED{1'b0}}, spflt_en_q};
    assign permits = ~spflt_en_q | {2{user_pref_q}};

endmodule

`default_nettype wire
