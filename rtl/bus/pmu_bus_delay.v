// Value of CYCLES cycles before. Without a reset, which would lose what the block has yet to see: at power-up it takes CYCLES cycles.
`default_nettype none

module pmu_bus_delay #(
    parameter WIDTH  = 1,
    parameter CYCLES = 0
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] in,
    output wire [WIDTH-1:0] out
);

    generate
        if (CYCLES == 0) begin : g_none
            wire unused_clk = clk;

            assign out = in;
        end else begin : g_line
            reg  [WIDTH*CYCLES-1:0]     line_q;
            wire [WIDTH*(CYCLES+1)-1:0] taps = {line_q, in};

            assign out = taps[WIDTH*CYCLES+:WIDTH];

            // What the line holds at power-up is no activity.
            initial line_q = {WIDTH*CYCLES{1'b0}};

            always @(posedge clk) line_q <= taps[WIDTH*CYCLES-1:0];
        end
    endgenerate

endmodule

`default_nettype wire
