// Counter of the B-Box with its control register. It counts occurrences of its selected event and requests a PMI when it
// overflows with pmi_en set. 0 after reset.
//
// Only its enable and the freeze input stop it: it continues after an overflow.
`default_nettype none

module nhmex_bbox_counter #(
    parameter CTR_WIDTH = 48,
    parameter EVENTS    = 32   // number of values of ev_sel
) (
    // Clock and reset
    input  wire                 clk,
    input  wire                 rst,

    // Software write
    input  wire                 evt_sel_write,
    input  wire                 cnt_write,
    input  wire [63:0]          wdata,

    // Registers, as software reads them
    output wire [63:0]          evt_sel,
    output wire [CTR_WIDTH-1:0] cnt,

    // Counting
    input  wire                 freeze,
    input  wire [EVENTS-1:0]    ev,
    output wire                 call
);

    localparam        PMI_EN = 20;
    localparam        EN     = 0;
    localparam [63:0] STORED = 64'h0000_0000_0010_003F;   // pmi_en, ev_sel and en

    wire unused_counted;
    wire carry;

    pmu_register #(
        .WIDTH  (64),
        .STORED (STORED)
    ) u_evt_sel (
        .clk     (clk),
        .rst     (rst),
        .write   (evt_sel_write),
        .wdata   (wdata),
        .value_q (evt_sel)
    );

    wire happens = ev[evt_sel[5:1]];

    pmu_counter #(
        .WIDTH     (CTR_WIDTH),
        .INC_WIDTH (1)
    ) u_ctr (
        .clk        (clk),
        .rst        (rst),
        .load       (cnt_write),
        .load_value (wdata[CTR_WIDTH-1:0]),
        .increment  (evt_sel[EN] & ~freeze & happens),
        .counted    (unused_counted),
        .carry      (carry),
        .value_q    (cnt)
    );

    assign call = carry & evt_sel[PMI_EN];

endmodule

`default_nettype wire
