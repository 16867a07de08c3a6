// Entries of retired IPs for the trace buffer (IP-EAR, 3.3.10.2). After reset the count of elapsed cycles is 63.
//
//   fr = 0           an entry in each cycle in which the thread retires something and the monitor is enabled
//   fr became 1      the same for PMC42.delay cycles; then a last entry, regardless of retirement
//   ... but if the monitor is disabled or the thread leaves the foreground in one of these cycles: an entry with the
//                    number of cycles left, and none after it; in the first of these cycles no entry at all
`default_nettype none

module itanium_ipear (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Configuration
    input  wire        active,       // PMC42.mode is 4 to 7
    input  wire [3:0]  plm,
    input  wire        pm,
    input  wire [7:0]  delay,

    // The thread
    input  wire        fr,
    input  wire        psr_up,
    input  wire        psr_pp,
    input  wire [1:0]  psr_cpl,
    input  wire        foreground,

    // Retirement
    input  wire        retires,
    input  wire [59:0] ret_ip,
    input  wire        flush,

    // Entry of this cycle
    output wire        written,
    output wire [63:0] entry,
    output wire [3:0]  ext
);

    reg         delay_q;
    reg  [7:0]  left_q;
    reg  [5:0]  elapsed_q;
    reg         flush_q;
    reg  [59:0] ip_q;
    reg         frozen_q;
    wire        enabled;

    itanium_monitor u_monitor (
        .plm     (plm),
        .pm      (pm),
        .psr_up  (psr_up),
        .psr_pp  (psr_pp),
        .psr_cpl (psr_cpl),
        .enabled (enabled)
    );

    wire        first   = fr & ~frozen_q;
    wire        goes_on = enabled & foreground;
    wire        waits   = active & fr & (first ? goes_on : delay_q);
    wire [7:0]  left    = first ? delay : left_q;
    wire        done    = left == 8'd0;
    wire        early   = waits & ~goes_on;
    wire        last    = waits & goes_on & done;
    wire        normal  = retires & (waits & goes_on | active & ~fr & enabled);
    wire        delay_d = waits & goes_on & ~done;

    wire [59:0] ip      = retires ? ret_ip : ip_q;
    wire        flushed = flush_q | flush;

    assign written = early | last | normal;
    assign entry   = {elapsed_q[3:0], ip[59:8], early ? left : ip[7:0]};
    assign ext     = {elapsed_q[5:4], flushed, early};

    wire [5:0]  elapsed_d = written ? 6'd1 : elapsed_q == 6'd63 ? 6'd63 : elapsed_q + 6'd1;

    always @(posedge clk)
        if (rst) begin
            delay_q   <= 1'b0;
            left_q    <= 8'd0;
            elapsed_q <= 6'd63;
            flush_q   <= 1'b0;
            ip_q      <= 60'd0;
            frozen_q  <= 1'b0;
        end else begin
            delay_q   <= delay_d;
            elapsed_q <= elapsed_d;
            flush_q   <= flushed & ~written;
            ip_q      <= ip;
            frozen_q  <= fr;
            if (delay_d) left_q <= left - 8'd1;
        end

endmodule

`default_nettype wire
