// Delay line of one bit with a selectable latency of 0 to DEPTH cycles. All stages are 0 after reset.
//
// The latency selects a tap and does not change the line: if it changes while a pulse is in the line, the output can
// repeat or skip that pulse, depending on the two taps.
`default_nettype none

module pmu_delay #(
    parameter DEPTH     = 7,
    parameter LAT_WIDTH = 3   // smallest width that represents DEPTH
) (
    // Clock and reset
    input  wire                 clk,
    input  wire                 rst,

    // Line
    input  wire                 in,
    input  wire [LAT_WIDTH-1:0] latency,
    output wire                 out
);

    reg  [DEPTH-1:0] line_q;               // bit n: the input of n + 1 cycles ago
    wire [DEPTH:0]   taps = {line_q, in};

    assign out = taps[latency];

    always @(posedge clk)
        if (rst) line_q <= {DEPTH{1'b0}};
        else     line_q <= taps[DEPTH-1:0];

endmodule

`default_nettype wire
