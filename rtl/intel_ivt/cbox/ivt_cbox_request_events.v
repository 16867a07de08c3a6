// Detects the event that counter 0 or 1 selects, in this cycle, without occupancies. Combinational.
//
//   ev_sel | event           | umask bits   | belongs to the thread
//     00h  | CLOCKTICKS      | ignored      | none
//     02h  | TxR_INSERTS     | 0 - 6        | none
//     04h  | TxR_ADS_USED    | 0 - 2        | none
//     05h  | RING_BOUNCES    | 1 - 4        | none
//     07h  | RING_SRC_THRTL  | ignored      | none
//     12h  | RxR_EXT_STARVED | 0 - 3        | none
//     13h  | RxR_INSERTS     | 0, 1         | t_irq_ins
//          |                 | 2, 4         | none
//     31h  | RxR_IPQ_RETRY   | 0 - 2, 4     | none
//     32h  | RxR_IRQ_RETRY   | 0 - 5        | t_irq_retry
//     33h  | RxR_ISMQ_RETRY  | 0, 1, 3-5, 7 | t_ismq_retry
//     34h  | LLC_LOOKUP      | its module   | t_lk
//     35h  | TOR_INSERTS     | its module   | of the entry
//     37h  | LLC_VICTIMS     | its module   | none
//     39h  | MISC            | 0 - 3        | t_misc
//   others |                 | nothing      |
//
// A line of a sub-event counts if its umask bit is set; lines without a sub-event never count.
`default_nettype none

module ivt_cbox_request_events #(
    parameter ENTRY_WIDTH = 26
) (
    // Selection
    input  wire [7:0]             ev_sel,
    input  wire [7:0]             umask,
    input  wire                   tid_en,
    input  wire                   no_thread_ok,

    // Filters
    input  wire [5:0]             filter_state,
    input  wire [4:0]             filter_tid,
    input  wire                   filter_isoc,
    input  wire                   filter_nc,
    input  wire [8:0]             filter_opc,
    input  wire [15:0]            filter_nid,

    // LLC
    input  wire                   lk_v,
    input  wire [3:0]             lk_kind,
    input  wire [5:0]             lk_state,
    input  wire [3:0]             lk_nid,
    input  wire [4:0]             t_lk,
    input  wire                   vic_v,
    input  wire [3:0]             vic_flags,
    input  wire [3:0]             vic_nid,
    input  wire [7:0]             e_misc,
    input  wire [4:0]             t_misc,

    // Ring and egress
    input  wire [7:0]             e_ring_bounces,
    input  wire                   e_ring_src_thrtl,
    input  wire [7:0]             e_txr_ads,
    input  wire [7:0]             e_txr_inserts,

    // Ingress
    input  wire [7:0]             e_rxr_ext_starved,
    input  wire [7:0]             e_rxr_inserts,
    input  wire [4:0]             t_irq_ins,
    input  wire [7:0]             e_ipq_retry,
    input  wire [7:0]             e_irq_retry,
    input  wire [4:0]             t_irq_retry,
    input  wire [7:0]             e_ismq_retry,
    input  wire [4:0]             t_ismq_retry,

    // TOR
    input  wire                   tor_ins_v,
    input  wire [ENTRY_WIDTH-1:0] tor_ins,

    output wire                   hit
);

    localparam [7:0] CLOCKTICKS      = 8'h00;
    localparam [7:0] TXR_INSERTS     = 8'h02;
    localparam [7:0] TXR_ADS_USED    = 8'h04;
    localparam [7:0] RING_BOUNCES    = 8'h05;
    localparam [7:0] RING_SRC_THRTL  = 8'h07;
    localparam [7:0] RXR_EXT_STARVED = 8'h12;
    localparam [7:0] RXR_INSERTS     = 8'h13;
    localparam [7:0] RXR_IPQ_RETRY   = 8'h31;
    localparam [7:0] RXR_IRQ_RETRY   = 8'h32;
    localparam [7:0] RXR_ISMQ_RETRY  = 8'h33;
    localparam [7:0] LLC_LOOKUP      = 8'h34;
    localparam [7:0] TOR_INSERTS     = 8'h35;
    localparam [7:0] LLC_VICTIMS     = 8'h37;
    localparam [7:0] MISC            = 8'h39;

    wire lookup;
    wire victim;
    wire inserted;

    ivt_cbox_llc u_llc (
        .umask        (umask),
        .filter_state (filter_state),
        .filter_nid   (filter_nid),
        .lk_v         (lk_v),
        .lk_kind      (lk_kind),
        .lk_state     (lk_state),
        .lk_nid       (lk_nid),
        .lookup       (lookup),
        .vic_v        (vic_v),
        .vic_flags    (vic_flags),
        .vic_nid      (vic_nid),
        .victim       (victim)
    );

    ivt_cbox_tor_count #(
        .ENTRIES     (1),
        .ENTRY_WIDTH (ENTRY_WIDTH),
        .COUNT_WIDTH (1)
    ) u_tor (
        .selected    (ev_sel == TOR_INSERTS),
        .umask       (umask),
        .tid_en      (tid_en),
        .filter_tid  (filter_tid),
        .filter_isoc (filter_isoc),
        .filter_nc   (filter_nc),
        .filter_opc  (filter_opc),
        .filter_nid  (filter_nid),
        .valid       (tor_ins_v),
        .entries     (tor_ins),
        .count       (inserted)
    );

    // An event that belongs to a thread, and that thread; and one that belongs to none.
    reg       threaded;
    reg [4:0] tid;
    reg       unthreaded;

    always @* begin
        threaded   = 1'b0;
        tid        = t_lk;
        unthreaded = 1'b0;
        case (ev_sel)
            CLOCKTICKS:      unthreaded = 1'b1;
            TXR_INSERTS:     unthreaded = |(e_txr_inserts & umask & 8'h7F);
            TXR_ADS_USED:    unthreaded = |(e_txr_ads & umask & 8'h07);
            RING_BOUNCES:    unthreaded = |(e_ring_bounces & umask & 8'h1E);
            RING_SRC_THRTL:  unthreaded = e_ring_src_thrtl;
            RXR_EXT_STARVED: unthreaded = |(e_rxr_ext_starved & umask & 8'h0F);
            RXR_INSERTS: begin
                threaded   = |(e_rxr_inserts & umask & 8'h03);
                tid        = t_irq_ins;
                unthreaded = |(e_rxr_inserts & umask & 8'h14);
            end
            RXR_IPQ_RETRY:   unthreaded = |(e_ipq_retry & umask & 8'h17);
            RXR_IRQ_RETRY: begin
                threaded   = |(e_irq_retry & umask & 8'h3F);
                tid        = t_irq_retry;
            end
            RXR_ISMQ_RETRY: begin
                threaded   = |(e_ismq_retry & umask & 8'hBB);
                tid        = t_ismq_retry;
            end
            LLC_LOOKUP:      threaded   = lookup;
            LLC_VICTIMS:     unthreaded = victim;
            MISC: begin
                threaded   = |(e_misc & umask & 8'h0F);
                tid        = t_misc;
            end
            default: ;
        endcase
    end

    assign hit = (threaded & (~tid_en | (tid == filter_tid))) | (unthreaded & no_thread_ok) | inserted;

endmodule

`default_nettype wire
