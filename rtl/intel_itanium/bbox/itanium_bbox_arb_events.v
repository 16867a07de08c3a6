// Queue events of the arbiter, without overflows of the accumulators, as vectors with a bit for each value of arbq_sel:
//
//   arbq_sel    | insert     | remove       | not empty    | full
//   31:0        | the queue  | the queue    | the queue    | never
//   32          | any        | any          | any          | never        of the conflict queues
//   33..37, 39  | the queue  | the queue    | the queue    | the queue
//   40          | any        | any          | any          | any          of RIAQ, WIAQ, BRAQ and CLM
//   41          | first      | any          | any          | first        of the conflict queues; first: into empty one
//   others      | never      | never        | never        | never
`default_nettype none

module itanium_bbox_arb_events (
    // CTL2
    input  wire [5:0]   arbq_sel0,
    input  wire [5:0]   arbq_sel1,

    // Queues by code: an entry is written, an entry is read; conflict and other queues that are not empty, that are full
    input  wire [39:0]  arb_ins,
    input  wire [39:0]  arb_rem,
    input  wire [31:0]  conflict_ne,
    input  wire [39:33] other_ne,
    input  wire [39:33] other_full,

    // Set 0: 3 full, 2 not empty, 1 remove, 0 insert; selected by arbq_sel0
    output wire [3:0]   events0,

    // Set 1: 3 full, 2 not empty, selected by arbq_sel1; 1 remove, 0 insert of any conflict queue
    output wire [3:0]   events1
);

    wire        any_ins   = |arb_ins[31:0];
    wire        any_rem   = |arb_rem[31:0];
    wire        any_ne    = |conflict_ne;
    wire        first_ins = |(arb_ins[31:0] & ~conflict_ne);

    // RIAQ, WIAQ, BRAQ and CLM
    wire        four_ins  = |arb_ins[35:33] | arb_ins[39];
    wire        four_rem  = |arb_rem[35:33] | arb_rem[39];
    wire        four_ne   = |other_ne[35:33] | other_ne[39];
    wire        four_full = |other_full[35:33] | other_full[39];

    wire [63:0] insert    = {22'd0, first_ins, four_ins, arb_ins[39], 1'b0, arb_ins[37:33], any_ins, arb_ins[31:0]};
    wire [63:0] remove    = {22'd0, any_rem, four_rem, arb_rem[39], 1'b0, arb_rem[37:33], any_rem, arb_rem[31:0]};
    wire [63:0] not_empty = {22'd0, any_ne, four_ne, other_ne[39], 1'b0, other_ne[37:33], any_ne, conflict_ne};
    wire [63:0] full      = {22'd0, first_ins, four_full, other_full[39], 1'b0, other_full[37:33], 33'd0};

    assign events0 = {full[arbq_sel0], not_empty[arbq_sel0], remove[arbq_sel0], insert[arbq_sel0]};
    assign events1 = {full[arbq_sel1], not_empty[arbq_sel1], any_rem, any_ins};

    wire [1:0] unused_ins   = {arb_ins[38], arb_ins[32]};
    wire [1:0] unused_rem   = {arb_rem[38], arb_rem[32]};
    wire [1:0] unused_other = {other_ne[38], other_full[38]};

endmodule

`default_nettype wire
