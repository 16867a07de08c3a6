// PMU of a B-Box of the Xeon 7500, limited to the available fragment of its manual: four counters, each with separate
// events, and the PMI. Registers are addressed by kind and number, since the fragment does not give their addresses.
`default_nettype none

module nhmex_bbox (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // Register port
    input  wire         bus_valid,
    input  wire         bus_write,
    input  wire [3:0]   bus_space,
    input  wire [7:0]   bus_unit,
    input  wire [31:0]  bus_addr,
    input  wire [63:0]  bus_wdata,
    output wire [63:0]  bus_rdata,
    output wire         bus_error,

    // Uncore counting is disabled
    input  wire         freeze,

    // Events, counter 0 in the low bits, one bit for each event code of a counter
    input  wire [127:0] ev,

    // PMI to the U-Box
    output wire         pmi
);

    localparam COUNTERS  = 4;
    localparam CTR_WIDTH = 48;
    localparam EVENTS    = 32;

    wire                          at_evt_sel;
    wire                          at_cnt;
    wire [1:0]                    index;

    wire [64*COUNTERS-1:0]        evt_sels;
    wire [CTR_WIDTH*COUNTERS-1:0] cnts;
    wire [COUNTERS-1:0]           call;

    nhmex_bbox_decoder u_decoder (
        .bus_valid  (bus_valid),
        .bus_space  (bus_space),
        .bus_unit   (bus_unit),
        .bus_addr   (bus_addr),
        .bus_error  (bus_error),
        .at_evt_sel (at_evt_sel),
        .at_cnt     (at_cnt),
        .index      (index)
    );

    wire [63:0] read_value = at_evt_sel ? evt_sels[64*index +: 64]
                           : at_cnt     ? {{64-CTR_WIDTH{1'b0}}, cnts[CTR_WIDTH*index +: CTR_WIDTH]}
                           :              64'd0;

    assign bus_rdata = read_value & {64{~bus_write}};

    genvar j;
    generate
        for (j = 0; j < COUNTERS; j = j + 1) begin : g_counter
            wire addressed = index == j[1:0];

            nhmex_bbox_counter #(
                .CTR_WIDTH (CTR_WIDTH),
                .EVENTS    (EVENTS)
            ) u_counter (
                .clk           (clk),
                .rst           (rst),
                .evt_sel_write (at_evt_sel & bus_write & addressed),
                .cnt_write     (at_cnt & bus_write & addressed),
                .wdata         (bus_wdata),
                .evt_sel       (evt_sels[64*j +: 64]),
                .cnt           (cnts[CTR_WIDTH*j +: CTR_WIDTH]),
                .freeze        (freeze),
                .ev            (ev[EVENTS*j +: EVENTS]),
                .call          (call[j])
            );
        end
    endgenerate

    // All overflows of one cycle are one PMI pulse, a cycle later; no state records it.
    reg  pmi_q;
    wire pmi_d = |call;

    assign pmi = pmi_q;

    always @(posedge clk)
        if (rst) pmi_q <= 1'b0;
        else     pmi_q <= pmi_d;

endmodule

`default_nettype wire
