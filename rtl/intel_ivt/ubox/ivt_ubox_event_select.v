// Detects the event that a U-Box counter selects, in this cycle. Combinational.
//
//   ev_sel | event          | counts
//     42h  | EVENT_MSG      | a message of any kind selected by umask
//     44h  | LOCK_CYCLES    | a lock sequence started; umask is ignored
//     45h  | PHOLD_CYCLES   | PHOLD not yet acknowledged, if umask bit 0 is set
//     46h  | RACU_REQUESTS  | a request; umask is ignored
//   others |                | nothing
`default_nettype none

module ivt_ubox_event_select (
    // Selection
    input  wire [7:0] ev_sel,
    input  wire [7:0] umask,

    // Events
    input  wire [4:0] evt_msg,
    input  wire       evt_lock,
    input  wire       evt_phold,
    input  wire       evt_racu,
    output reg        hit
);

    localparam [7:0] EVENT_MSG     = 8'h42;
    localparam [7:0] LOCK_CYCLES   = 8'h44;
    localparam [7:0] PHOLD_CYCLES  = 8'h45;
    localparam [7:0] RACU_REQUESTS = 8'h46;

    wire [2:0] unused_umask = umask[7:5];  // no event has more than five sub-events

    always @*
        case (ev_sel)
            EVENT_MSG:     hit = |(evt_msg & umask[4:0]);
            LOCK_CYCLES:   hit = evt_lock;
            PHOLD_CYCLES:  hit = evt_phold & umask[0];
            RACU_REQUESTS: hit = evt_racu;
            default:       hit = 1'b0;
        endcase

endmodule

`default_nettype wire
