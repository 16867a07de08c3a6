// Transactions of the IOB that are outstanding, and the age bit, by which those are told apart that were tagged before the count was replaced.
//
// What becomes of the two at the end of a clock, the first that is true:
//
//   1. CTL3 is written            0, the other age
//   2. IOB_PERF_CNT is written    what is written, the other age
//   3. CTL2.iob_trans_sel 0, 1    + insert - remove
//   4. otherwise                  as they are
`default_nettype none

module itanium_bbox_iob_live (
    // Clock and reset
    input  wire       clk,
    input  wire       rst,

    // CTL2.iob_trans_sel: 0 packets in and out, 1 packets in and completions, 2 snoops, 3 nothing
    input  wire [1:0] iob_trans_sel,

    // Writes of CTL3 and of IOB_PERF_CNT
    input  wire       write_ctl3,
    input  wire       write,
    input  wire [9:0] wdata,

    // What the packets of this clock are, and the tag of the transaction that the one that leaves belongs to
    input  wire       in_transaction,
    input  wire       out_transaction,
    input  wire       completion,
    input  wire       iob_out_tag_match,
    input  wire       iob_out_tag_age,

    // The transaction begins or ends that is counted here
    output wire       insert,
    output wire       remove,

    // State
    output reg        age_q,
    output reg  [9:0] live_q
);

    wire       of_packets = ~iob_trans_sel[1];
    wire       ended      = iob_trans_sel[0] ? completion & iob_out_tag_match : out_transaction;

    assign insert = of_packets & in_transaction;
    assign remove = of_packets & ended & iob_out_tag_age == age_q;

    wire       age_d  = age_q ^ (write_ctl3 | write);
    wire [9:0] sum    = live_q + {9'd0, insert} - {9'd0, remove};
    wire [9:0] live_d = write_ctl3 ? 10'd0
                      : write      ? wdata
                      :              sum;

    always @(posedge clk)
        if (rst) begin
            age_q  <= 1'b0;
            live_q <= 10'd0;
        end else begin
            age_q  <= age_d;
            live_q <= live_d;
        end

endmodule

`default_nettype wire
