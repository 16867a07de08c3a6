// Filter register with the limits of the frequency bands, and whether the frequency is in each band. 0 after reset.
//
// The bands compare frequency and filter only when a change of frequency is done; until the next one they keep their
// results, regardless of software writes.
`default_nettype none

module ivt_pcu_bands #(
    parameter BANDS = 4   // number of bytes of the filter
) (
    // Clock and reset
    input  wire             clk,
    input  wire             rst,

    // Software write
    input  wire             filter_write,
    input  wire [31:0]      wdata,
    output wire [31:0]      filter,

    // Frequency
    input  wire             gv_done,
    input  wire [7:0]       ratio,
    output wire [BANDS-1:0] band
);

    pmu_register #(
        .WIDTH (32)
    ) u_filter (
        .clk     (clk),
        .rst     (rst),
        .write   (filter_write),
        .wdata   (wdata),
        .value_q (filter)
    );

    genvar n;
    generate
        for (n = 0; n < BANDS; n = n + 1) begin : g_band
            wire reached;

            pmu_threshold #(
                .NUMBER_WIDTH    (8),
                .THRESHOLD_WIDTH (8)
            ) u_threshold (
                .number    (ratio),
                .threshold (filter[8*n +: 8]),
                .invert    (1'b0),
                .met       (reached)
            );

            pmu_register #(
                .WIDTH (1)
            ) u_band (
                .clk     (clk),
                .rst     (rst),
                .write   (gv_done),
                .wdata   (reached),
                .value_q (band[n])
            );
        end
    endgenerate

endmodule

`default_nettype wire
