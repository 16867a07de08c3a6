// Occupancies of the queues of the arbiter. Latency 1 cycle; 0 after reset.
//
//   code    queue              depth
//   31:0    conflict queues     64
//   33      RIAQ                32
//   34      WIAQ                32
//   35      BRAQ                32
//   36      NBRAQ              512
//   37      COHQ               512
//   39      CLM                 32
`default_nettype none

module itanium_bbox_arb_queues (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // By code: an entry is written to the queue, an entry is read from it
    input  wire [39:0]  arb_ins,
    input  wire [39:0]  arb_rem,

    // Occupancies, conflict queue 0 in the low bits
    output wire [223:0] conflict,
    output wire [5:0]   riaq,
    output wire [5:0]   wiaq,
    output wire [5:0]   braq,
    output wire [9:0]   nbraq,
    output wire [9:0]   cohq,
    output wire [5:0]   clm
);

    genvar q;
    generate
        for (q = 0; q < 32; q = q + 1) begin : g_conflict
            itanium_bbox_queue #(
                .WIDTH (7)
            ) u_queue (
                .clk         (clk),
                .rst         (rst),
                .insert      (arb_ins[q]),
                .remove      (arb_rem[q]),
                .occupancy_q (conflict[7*q +: 7])
            );
        end
    endgenerate

    itanium_bbox_queue #(
        .WIDTH (6)
    ) u_riaq (
        .clk         (clk),
        .rst         (rst),
        .insert      (arb_ins[33]),
        .remove      (arb_rem[33]),
        .occupancy_q (riaq)
    );

    itanium_bbox_queue #(
        .WIDTH (6)
    ) u_wiaq (
        .clk         (clk),
        .rst         (rst),
        .insert      (arb_ins[34]),
        .remove      (arb_rem[34]),
        .occupancy_q (wiaq)
    );

    itanium_bbox_queue #(
        .WIDTH (6)
    ) u_braq (
        .clk         (clk),
        .rst         (rst),
        .insert      (arb_ins[35]),
        .remove      (arb_rem[35]),
        .occupancy_q (braq)
    );

    itanium_bbox_queue #(
        .WIDTH (10)
    ) u_nbraq (
        .clk         (clk),
        .rst         (rst),
        .insert      (arb_ins[36]),
        .remove      (arb_rem[36]),
        .occupancy_q (nbraq)
    );

    itanium_bbox_queue #(
        .WIDTH (10)
    ) u_cohq (
        .clk         (clk),
        .rst         (rst),
        .insert      (arb_ins[37]),
        .remove      (arb_rem[37]),
        .occupancy_q (cohq)
    );

    itanium_bbox_queue #(
        .WIDTH (6)
    ) u_clm (
        .clk         (clk),
        .rst         (rst),
        .insert      (arb_ins[39]),
        .remove      (arb_rem[39]),
        .occupancy_q (clm)
    );

    wire [1:0] unused_ins = {arb_ins[38], arb_ins[32]};
    wire [1:0] unused_rem = {arb_rem[38], arb_rem[32]};

endmodule

`default_nettype wire
