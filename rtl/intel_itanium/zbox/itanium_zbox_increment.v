// Increment of a counter in this cycle, for its selected event. Most events are one line, at their code in `hits`; the
// others are amounts. Combinational.
//
//   inc_sel   | event
//   01h - 24h | hits[inc_sel]
//         38h | DISPQ_RD_CNT
//         39h | FVID_FIFO_COUNT
//         3Ah | FVID_FIFO_WRITES
//         3Bh | LIVE_OPS_INFLIGHT
//         3Ch | DISPQ_WR_CNT
//      others | nothing
`default_nettype none

module itanium_zbox_increment #(
    parameter HITS      = 37,
    parameter INC_WIDTH = 6
) (
    input  wire [5:0]           inc_sel,

    // Events of this cycle
    input  wire [HITS-1:0]      hits,
    input  wire [INC_WIDTH-1:0] dispq_rd_cnt,
    input  wire [INC_WIDTH-1:0] fvid_fifo_cnt,
    input  wire [1:0]           fvid_fifo_wr,
    input  wire [INC_WIDTH-1:0] live_ops,
    input  wire [INC_WIDTH-1:0] dispq_wr_cnt,

    output wire [INC_WIDTH-1:0] inc
);

    localparam [5:0] DISPQ_RD_CNT      = 6'h38;
    localparam [5:0] FVID_FIFO_COUNT   = 6'h39;
    localparam [5:0] FVID_FIFO_WRITES  = 6'h3A;
    localparam [5:0] LIVE_OPS_INFLIGHT = 6'h3B;
    localparam [5:0] DISPQ_WR_CNT      = 6'h3C;

    // A code above the last line shifts the mask out.
    wire [HITS-1:0]      mask = {{HITS-1{1'b0}}, 1'b1} << inc_sel;
    wire                 hit  = |(hits & mask);

    reg  [INC_WIDTH-1:0] amount;

    always @*
        case (inc_sel)
            DISPQ_RD_CNT:      amount = dispq_rd_cnt;
            FVID_FIFO_COUNT:   amount = fvid_fifo_cnt;
            FVID_FIFO_WRITES:  amount = {{INC_WIDTH-2{1'b0}}, fvid_fifo_wr};
            LIVE_OPS_INFLIGHT: amount = live_ops;
            DISPQ_WR_CNT:      amount = dispq_wr_cnt;
            default:           amount = {INC_WIDTH{1'b0}};
        endcase

    assign inc = amount | {{INC_WIDTH-1{1'b0}}, hit};

endmodule

`default_nettype wire
