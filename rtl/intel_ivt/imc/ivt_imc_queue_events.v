// Detects the selected event of the read and write pending queues in this cycle. None has sub-events. Combinational.
//
//   ev_sel | event           | happens
//     10h  | RPQ_INSERTS     | at an allocation
//     11h  | RPQ_CYCLES_NE   | while the queue is not empty
//     20h  | WPQ_INSERTS     | at an allocation
//     21h  | WPQ_CYCLES_NE   | while the queue is not empty
//     22h  | WPQ_CYCLES_FULL | while the queue is full
//     23h  | WPQ_READ_HIT    | when a read hits a pending write
//     24h  | WPQ_WRITE_HIT   | when a write hits one
//   others |                 | never
`default_nettype none

module ivt_imc_queue_events (
    // Selection
    input  wire [7:0] ev_sel,

    // Queues
    input  wire       e_rpq_ins,
    input  wire       e_wpq_ins,
    input  wire       rpq_ne,
    input  wire       wpq_ne,
    input  wire       wpq_full,
    input  wire       e_wpq_rd_hit,
    input  wire       e_wpq_wr_hit,
    output reg        hit
);

    localparam [7:0] RPQ_INSERTS     = 8'h10;
    localparam [7:0] RPQ_CYCLES_NE   = 8'h11;
    localparam [7:0] WPQ_INSERTS     = 8'h20;
    localparam [7:0] WPQ_CYCLES_NE   = 8'h21;
    localparam [7:0] WPQ_CYCLES_FULL = 8'h22;
    localparam [7:0] WPQ_READ_HIT    = 8'h23;
    localparam [7:0] WPQ_WRITE_HIT   = 8'h24;

    always @*
        case (ev_sel)
            RPQ_INSERTS:     hit = e_rpq_ins;
            RPQ_CYCLES_NE:   hit = rpq_ne;
            WPQ_INSERTS:     hit = e_wpq_ins;
            WPQ_CYCLES_NE:   hit = wpq_ne;
            WPQ_CYCLES_FULL: hit = wpq_full;
            WPQ_READ_HIT:    hit = e_wpq_rd_hit;
            WPQ_WRITE_HIT:   hit = e_wpq_wr_hit;
            default:         hit = 1'b0;
        endcase

endmodule

`default_nettype wire
