// Performance monitoring of one core: four counters, their read port and the interrupt request.
`default_nettype none

module k8_core #(
    parameter COUNTERS    = 4,
    parameter INDEX_WIDTH = 2,
    parameter CTR_WIDTH   = 48,
    parameter EV_WIDTH    = 362,
    parameter K8_A14      = 0,  // see k8_pmu
    parameter K8_A15      = 0,  // see k8_pmu
    parameter K8_A18      = 0,  // see k8_pmu
    parameter K8_A20      = 0   // see k8_pmu
) (
    // Clock and reset
    input  wire                   clk,
    input  wire                   rst,

    // Register access
    input  wire [INDEX_WIDTH-1:0] reg_index,
    input  wire                   reg_is_ctr,  // 1: PerfCtr, 0: PerfEvtSel
    input  wire                   write,
    input  wire [CTR_WIDTH-1:0]   wdata,
    output wire [CTR_WIDTH-1:0]   rdata,       // the addressed register, in every cycle

    // Core
    input  wire                   halted,
    input  wire [1:0]             cpl,
    input  wire [EV_WIDTH-1:0]    ev,

    // Northbridge ownership, one bit per counter
    input  wire [COUNTERS-1:0]    nb_block,
    output wire [COUNTERS-1:0]    nb_claim,

    // Pins and interrupt
    output wire [COUNTERS-1:0]    pm,
    output wire                   apic_int
);

    localparam EVTSEL_WIDTH = 32;

    wire [EVTSEL_WIDTH*COUNTERS-1:0] evtsel;
    wire [CTR_WIDTH*COUNTERS-1:0]    ctr;
    wire [COUNTERS-1:0]              int_request;

    genvar index;
    generate
        for (index = 0; index < COUNTERS; index = index + 1) begin : g_counter
            wire addressed = reg_index == index[INDEX_WIDTH-1:0];

            k8_counter #(
                .CTR_WIDTH (CTR_WIDTH),
                .EV_WIDTH  (EV_WIDTH),
                .K8_A15    (K8_A15),
                .K8_A18    (K8_A18),
                .K8_A20    (K8_A20)
            ) u_counter (
                .clk          (clk),
                .rst          (rst),
                .evtsel_write (write & addressed & ~reg_is_ctr),
                .ctr_write    (write & addressed & reg_is_ctr),
                .wdata        (wdata),
                .halted       (halted),
                .cpl          (cpl),
                .ev           (ev),
                .nb_taken     (nb_block[index]),
                .nb_claim     (nb_claim[index]),
                .evtsel       (evtsel[EVTSEL_WIDTH*index +: EVTSEL_WIDTH]),
                .ctr          (ctr[CTR_WIDTH*index +: CTR_WIDTH]),
                .int_request  (int_request[index]),
                .pm           (pm[index])
            );
        end
    endgenerate

    assign rdata = reg_is_ctr ? ctr[CTR_WIDTH*reg_index +: CTR_WIDTH]
                              : {{CTR_WIDTH-EVTSEL_WIDTH{1'b0}}, evtsel[EVTSEL_WIDTH*reg_index +: EVTSEL_WIDTH]};

    // No status bit exists that software could clear, so the interrupt is a pulse: one cycle long for one or more
    // overflows, with a latency of 1 cycle. A halt does not delay it, since the interrupt may be what ends the halt.
    wire apic_int_d;
    reg  apic_int_q;

    generate
        if (K8_A14 != 0) begin : g_queued
            // A pulse for each request, the lowest counter first. A cycle of 0 follows each pulse, so that it has a rise
            // to itself. The queue has one place for a counter, and only the pulse or a reset empties it.
            reg  [COUNTERS-1:0] waiting_q;
            wire [COUNTERS-1:0] due       = waiting_q | int_request;
            wire [COUNTERS-1:0] lowest    = due & (~due + {{COUNTERS-1{1'b0}}, 1'b1});
            wire [COUNTERS-1:0] waiting_d = due & ~(lowest & {COUNTERS{~apic_int_q}});

            assign apic_int_d = (|due) & ~apic_int_q;

            always @(posedge clk)
                if (rst) waiting_q <= {COUNTERS{1'b0}};
                else     waiting_q <= waiting_d;
        end else begin : g_shared
            assign apic_int_d = |int_request;
        end
    endgenerate

    always @(posedge clk)
        if (rst) apic_int_q <= 1'b0;
        else     apic_int_q <= apic_int_d;

    assign apic_int = apic_int_q;

endmodule

`default_nettype wire
