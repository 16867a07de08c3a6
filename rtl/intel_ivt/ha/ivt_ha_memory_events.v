// Detects the selected event on the path to the memory controllers in this cycle, without amounts. Several sub-events in
// one cycle count once. Combinational.
//
//   ev_sel | event      | umask bits
//     14h  | BYPASS_IMC | 0 taken, 1 not taken
//     1Ah  | IMC_WRITES | 0 full, 1 partial, 2 and 3 the isochronous ones
//     1Eh  | IMC_RETRY  | ignored
//   others |            | nothing
`default_nettype none

module ivt_ha_memory_events (
    // Selection
    input  wire [7:0] ev_sel,
    input  wire [7:0] umask,

    // Memory
    input  wire [7:0] e_bypass,
    input  wire [7:0] e_imc_writes,
    input  wire       e_imc_retry,
    output reg        hit
);

    localparam [7:0] BYPASS_IMC = 8'h14;
    localparam [7:0] IMC_WRITES = 8'h1A;
    localparam [7:0] IMC_RETRY  = 8'h1E;

    // Bits of umask that select a sub-event
    localparam [7:0] BYPASS_BITS = 8'b0000_0011;
    localparam [7:0] WRITE_BITS  = 8'b0000_1111;

    always @*
        case (ev_sel)
            BYPASS_IMC: hit = |(e_bypass & umask & BYPASS_BITS);
            IMC_WRITES: hit = |(e_imc_writes & umask & WRITE_BITS);
            IMC_RETRY:  hit = e_imc_retry;
            default:    hit = 1'b0;
        endcase

endmodule

`default_nettype wire
