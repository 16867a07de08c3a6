// Rising-edge detector with an explicit sample enable. `rise` is combinational; the history is 0 after reset.
//
// The level is compared with the last sampled level, not with the level of the previous cycle. While `sample` is 0, the
// history does not change, and a level that rises meanwhile is one edge once sampling resumes. Until then `rise` stays
// 1, so a module that stops the sampling must also stop the counting.
`default_nettype none

module pmu_edge (
    // Clock and reset
    input  wire clk,
    input  wire rst,

    // Level
    input  wire sample,
    input  wire level,
    output wire rise
);

    reg  history_q;
    wire history_d = sample ? level : history_q;

    assign rise = level & ~history_q;

    always @(posedge clk)
        if (rst) history_q <= 1'b0;
        else     history_q <= history_d;

endmodule

`default_nettype wire
