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

    genvar i;

    generate
        if (CYCLES == 0) begin : g_none
            wire unused_clk = clk;

            assign out = in;
        end else begin : g_stages
            reg [WIDTH-1:0] stage_q [0:CYCLES-1];
            integer         k;

            assign out = stage_q[CYCLES-1];

            // What the line holds at power-up is no activity.
            initial for (k = 0; k < CYCLES; k = k + 1) stage_q[k] = {WIDTH{1'b0}};

            for (i = 0; i < CYCLES; i = i + 1) begin : g_stage
                if (i == 0) begin : g_first
                    always @(posedge clk) stage_q[i] <= in;
                end else begin : g_next
                    always @(posedge clk) stage_q[i] <= stage_q[i-1];
                end
            end
        end
    endgenerate

endmodule

`default_nettype wire
