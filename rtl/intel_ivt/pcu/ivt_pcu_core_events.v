// Detects the selected event of a core in this cycle. Combinational.
//
//   ext ev_sel      | event                         | core
//    0  1Eh - 25h   | DEMOTIONS_COREn               | 0 - 7
//    0  40h - 46h   | likewise                      | 8 - 14
//    0  63h         | TOTAL_TRANSITION_CYCLES       | any
//    0  70h - 7Eh   | COREn_TRANSITION_CYCLES       | 0 - 14
//    1  17h - 25h   | DELAYED_C_STATE_ABORT_COREn   | 0 - 14
//      others       | none
`default_nettype none

module ivt_pcu_core_events #(
    parameter CORES = 15
) (
    // Selection
    input  wire             ev_sel_ext,
    input  wire [7:0]       ev_sel,

    // Cores, core 0 in the low bits
    input  wire [CORES-1:0] core_trans,
    input  wire [CORES-1:0] core_demote,
    input  wire [CORES-1:0] core_abort,
    output wire             hit
);

    localparam [8:0] DEMOTIONS_CORE0             = 9'h01E;
    localparam [8:0] DEMOTIONS_CORE8             = 9'h040;
    localparam [8:0] TOTAL_TRANSITION_CYCLES     = 9'h063;
    localparam [8:0] CORE0_TRANSITION_CYCLES     = 9'h070;
    localparam [8:0] DELAYED_C_STATE_ABORT_CORE0 = 9'h117;

    localparam LOWER_CORES = 8;   // whose demotions have the lower codes

    wire [8:0]       selection = {ev_sel_ext, ev_sel};
    wire [CORES-1:0] core_hit;

    genvar n;
    generate
        for (n = 0; n < CORES; n = n + 1) begin : g_core
            localparam [8:0] CORE   = n;
            localparam [8:0] DEMOTE = (n < LOWER_CORES) ? DEMOTIONS_CORE0 + CORE : DEMOTIONS_CORE8 + CORE - LOWER_CORES;

            assign core_hit[n] = (core_demote[n] & (selection == DEMOTE))
                               | (core_trans[n] & (selection == CORE0_TRANSITION_CYCLES + CORE))
                               | (core_abort[n] & (selection == DELAYED_C_STATE_ABORT_CORE0 + CORE));
        end
    endgenerate

    assign hit = |core_hit | ((|core_trans) & (selection == TOTAL_TRANSITION_CYCLES));

endmodule

`default_nettype wire
