// Detects the selected event of transactions or stalls, in this cycle. Several sub-events count once. Combinational.
//
//   ev_sel | event                       | umask bits
//     15h  | TRANSACTIONS                | 0 read, 1 write, 2 read prefetch; 3: only of the filter's ordering queue
//     16h  | TICKLES                     | 0 ownership lost, 1 top of the queue
//     17h  | ADDRESS_MATCH               | 0 stall, 1 merge
//     18h  | TxR_AD_STALL_CREDIT_CYCLES  | ignored
//     19h  | TxR_BL_STALL_CREDIT_CYCLES  | ignored
//     1Ah  | WRITE_ORDERING_STALL_CYCLES | ignored
//   others |                             | nothing
`default_nettype none

module ivt_irp_transaction_events (
    // Selection
    input  wire [7:0] ev_sel,
    input  wire [3:0] umask,         // no event has more sub-events

    // Transactions
    input  wire       txn_v,
    input  wire [2:0] txn_type,
    input  wire [4:0] txn_q,
    input  wire [4:0] filt_q,
    input  wire       tickle_lost,
    input  wire       tickle_top,
    input  wire       am_stall,
    input  wire       am_merge,

    // Stalls
    input  wire       ad_stall,
    input  wire       bl_stall,
    input  wire       wr_ord_stall,
    output reg        hit
);

    localparam [7:0] TRANSACTIONS                = 8'h15;
    localparam [7:0] TICKLES                     = 8'h16;
    localparam [7:0] ADDRESS_MATCH               = 8'h17;
    localparam [7:0] TXR_AD_STALL_CREDIT_CYCLES  = 8'h18;
    localparam [7:0] TXR_BL_STALL_CREDIT_CYCLES  = 8'h19;
    localparam [7:0] WRITE_ORDERING_STALL_CYCLES = 8'h1A;

    localparam ORDERINGQ = 3;

    // The ordering queue restricts the types; alone it selects nothing.
    wire type_selected = |(txn_type & umask[2:0]);
    wire queue_ok      = ~umask[ORDERINGQ] | (txn_q == filt_q);

    always @*
        case (ev_sel)
            TRANSACTIONS:                hit = txn_v & type_selected & queue_ok;
            TICKLES:                     hit = |({tickle_top, tickle_lost} & umask[1:0]);
            ADDRESS_MATCH:               hit = |({am_merge, am_stall} & umask[1:0]);
            TXR_AD_STALL_CREDIT_CYCLES:  hit = ad_stall;
            TXR_BL_STALL_CREDIT_CYCLES:  hit = bl_stall;
            WRITE_ORDERING_STALL_CYCLES: hit = wr_ord_stall;
            default:                     hit = 1'b0;
        endcase

endmodule

`default_nettype wire
