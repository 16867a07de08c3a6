// Counter slice: threshold, edge detection, enable and counter. Latency 1 cycle; counter and history are 0 after reset.
//
// Increment in a cycle in which the counter is active:
//
//   thresh edge_det | add
//     0      any    | raw
//    >0       0     | 1 while raw >= thresh
//    >0       1     | 1 when raw >= thresh begins to hold
//
// Depending on IVT_A06, `invert` makes this comparison raw < thresh.
//
// The history of the edge detection runs in every cycle, active or not, with the selection of that cycle. So neither
// enabling a counter nor ending a freeze under a steady event is an edge, but a new selection that makes the condition
// true is one. Depending on PCU_A04, `admitted` gates the increment, but not that history.
//
// Priority of causes at the clock edge:
//   1. clear   the counter becomes 0
//   2. write   the counter becomes wdata
//   3. add     the only cause that can overflow
`default_nettype none

module ivt_slice #(
    parameter CTR_WIDTH    = 44,
    parameter RAW_WIDTH    = 10,  // at least THRESH_WIDTH
    parameter THRESH_WIDTH = 8,
    parameter PCU_A04      = 0,   // see ivt_pcu
    parameter IVT_A06      = 0    // see ivt_imc
) (
    // Clock and reset
    input  wire                    clk,
    input  wire                    rst,

    // Control
    input  wire                    en,
    input  wire                    frozen,
    input  wire [THRESH_WIDTH-1:0] thresh,
    input  wire                    invert,     // without effect if IVT_A06 is 0
    input  wire                    edge_det,
    input  wire                    admitted,   // without effect if PCU_A04 is 0

    // Number of events of the selected kind in this cycle
    input  wire [RAW_WIDTH-1:0]    raw,

    // Software write and reset of the counter
    input  wire                    clear,
    input  wire                    write,
    input  wire [CTR_WIDTH-1:0]    wdata,

    // Counter
    output wire [CTR_WIDTH-1:0]    ctr,
    output wire                    ovf
);

    wire compare = |thresh;
    wire active  = (PCU_A04 != 0) ? en & ~frozen & admitted : en & ~frozen;
    wire reached;
    wire rise;
    wire unused_counted;

    // The threshold is as wide as raw: a raw above every threshold compares as above it.
    pmu_threshold #(
        .NUMBER_WIDTH    (RAW_WIDTH),
        .THRESHOLD_WIDTH (RAW_WIDTH)
    ) u_threshold (
        .number    (raw),
        .threshold ({{RAW_WIDTH-THRESH_WIDTH{1'b0}}, thresh}),
        .invert    ((IVT_A06 != 0) ? invert : 1'b0),
        .met       (reached)
    );

    wire cond = compare & reached;

    pmu_edge u_edge (
        .clk    (clk),
        .rst    (rst),
        .sample (1'b1),
        .level  (cond),
        .rise   (rise)
    );

    wire [RAW_WIDTH-1:0] add = compare ? {{RAW_WIDTH-1{1'b0}}, edge_det ? rise : cond} : raw;

    pmu_counter #(
        .WIDTH     (CTR_WIDTH),
        .INC_WIDTH (RAW_WIDTH)
    ) u_ctr (
        .clk        (clk),
        .rst        (rst),
        .load       (clear | write),
        .load_value (wdata & {CTR_WIDTH{~clear}}),
        .increment  (add & {RAW_WIDTH{active}}),
        .counted    (unused_counted),
        .carry      (ovf),
        .value_q    (ctr)
    );

endmodule

`default_nettype wire
