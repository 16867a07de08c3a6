// Detects the selected event of ticks, flit buffers, power states or direct2core in this cycle. Combinational.
//
//   ext ev_sel | event              | happens
//    0    04h  | TxL_INSERTS        | at an allocation
//    0    05h  | TxL_BYPASSED       | for a flit past the buffer
//    0    06h  | TxL_CYCLES_NE      | while the buffer is not empty
//     0    07h  | TxL_OCCUPANCY      | likewise, regardless of the number of flits
//    0    08h  | RxL_INSERTS        | at an allocation
//    0    09h  | RxL_BYPASSED       | for a flit past the buffer
//    0    0Ah  | RxL_CYCLES_NE      | while the buffer is not empty
//    0    0Ch  | TxL0_POWER_CYCLES  | in L0 of either width
//    0    0Dh  | TxL0P_POWER_CYCLES | in L0p
//    0    0Fh  | RxL0_POWER_CYCLES  | in L0 of either width
//    0    10h  | RxL0P_POWER_CYCLES | in L0p
//    0    12h  | L1_POWER_CYCLES    | in L1
//    0    13h  | DIRECT2CORE        | at an attempt with an outcome that umask selects
//    0    14h  | CLOCKTICKS         | always
//     others   |                    | never
//
// Only DIRECT2CORE has sub-events. The number of its outcome has bit 2 for no hit, bit 1 for not valid and bit 0 for no
// credit.
`default_nettype none

module ivt_qpi_link_events (
    // Selection
    input  wire       ev_sel_ext,
    input  wire [7:0] ev_sel,
    input  wire [7:0] umask,

    // Flit buffers
    input  wire       txq_ins,
    input  wire       txq_byp,
    input  wire [7:0] txq_occ,
    input  wire       rxq_ins,
    input  wire       rxq_byp,
    input  wire [7:0] rxq_occ,

    // Power states
    input  wire       tx_l0,
    input  wire       tx_l0p,
    input  wire       rx_l0,
    input  wire       rx_l0p,
    input  wire       l1,

    // Direct2core
    input  wire       d2c_v,
    input  wire       d2c_credit,
    input  wire       d2c_valid,
    input  wire       d2c_hit,
    output reg        hit
);

    localparam [8:0] TXL_INSERTS        = 9'h004;
    localparam [8:0] TXL_BYPASSED       = 9'h005;
    localparam [8:0] TXL_CYCLES_NE      = 9'h006;
    localparam [8:0] TXL_OCCUPANCY      = 9'h007;
    localparam [8:0] RXL_INSERTS        = 9'h008;
    localparam [8:0] RXL_BYPASSED       = 9'h009;
    localparam [8:0] RXL_CYCLES_NE      = 9'h00A;
    localparam [8:0] TXL0_POWER_CYCLES  = 9'h00C;
    localparam [8:0] TXL0P_POWER_CYCLES = 9'h00D;
    localparam [8:0] RXL0_POWER_CYCLES  = 9'h00F;
    localparam [8:0] RXL0P_POWER_CYCLES = 9'h010;
    localparam [8:0] L1_POWER_CYCLES    = 9'h012;
    localparam [8:0] DIRECT2CORE        = 9'h013;
    localparam [8:0] CLOCKTICKS         = 9'h014;

    wire [2:0] d2c_outcome = {~d2c_hit, ~d2c_valid, ~d2c_credit};

    always @*
        case ({ev_sel_ext, ev_sel})
            TXL_INSERTS:        hit = txq_ins;
            TXL_BYPASSED:       hit = txq_byp;
            TXL_CYCLES_NE:      hit = |txq_occ;
            TXL_OCCUPANCY:      hit = |txq_occ;
            RXL_INSERTS:        hit = rxq_ins;
            RXL_BYPASSED:       hit = rxq_byp;
            RXL_CYCLES_NE:      hit = |rxq_occ;
            TXL0_POWER_CYCLES:  hit = tx_l0 | tx_l0p;
            TXL0P_POWER_CYCLES: hit = tx_l0p;
            RXL0_POWER_CYCLES:  hit = rx_l0 | rx_l0p;
            RXL0P_POWER_CYCLES: hit = rx_l0p;
            L1_POWER_CYCLES:    hit = l1;
            DIRECT2CORE:        hit = d2c_v & umask[d2c_outcome];
            CLOCKTICKS:         hit = 1'b1;
            default:            hit = 1'b0;
        endcase

endmodule

`default_nettype wire
