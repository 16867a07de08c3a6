// Rising-edge detector with an explicit sample enable.
//
// The comparison is with the last sampled level, not with the level of the last clock: while `sample` is 0 the history
// stands still, and a level that rose meanwhile shows as one edge once sampling resumes. Until then `rise` stays up, so
// whoever stops the sampling must stop the counting as well.
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
