// Outstanding transactions of the IOB; the age bit distinguishes those that were tagged before the count was replaced.
//
// Priority of causes at the clock edge, for count and age:
//
//   1. CTL3 is written            0; the age toggles
//   2. IOB_PERF_CNT is written    the written value; the age toggles
//   3. CTL2.iob_trans_sel 0, 1    + insert - remove
//   4. otherwise                  unchanged
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

    // Properties of the packets of this cycle, and the tag of the transaction to which the leaving one belongs
    input  wire       in_transaction,
    input  wire       out_transaction,
    input  wire       completion,
    input  wire       iob_out_tag_match,
    input  wire       iob_out_tag_age,

    // A counted transaction begins, ends
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
