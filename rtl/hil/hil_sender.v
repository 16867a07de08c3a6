// Sends the bytes of an answer in sequence: type, session, sequence number, then the identify record, or run status and
// observations, or nothing.
`default_nettype none

module hil_sender #(
    parameter LOG2_ANSWER = 10
) (
    // Clock and reset
    input  wire                   clk,
    input  wire                   rst,

    // Answer to send
    input  wire                   send,           // 1 until sent
    input  wire [7:0]             send_type,
    input  wire [15:0]            send_session,
    input  wire [15:0]            send_sequence,
    input  wire                   send_reject,    // 1: nothing
    input  wire                   send_identity,  // 1: the identify record; otherwise the run status
    input  wire [LOG2_ANSWER-1:0] length,         // length of the observations in bytes

    // Identify record, run status, observations
    output wire [7:0]             identity_index,
    input  wire [7:0]             identity_data,
    output wire [4:0]             report_index,
    input  wire [7:0]             report_data,
    output wire [LOG2_ANSWER-1:0] read_address,
    input  wire [7:0]             read_data,

    // Bytes to the framer
    output wire                   out_valid,
    output wire [7:0]             out_data,
    output wire                   out_last,
    input  wire                   out_ready
);

    localparam [1:0] HEADER   = 2'd0;
    localparam [1:0] RECORD   = 2'd1;  // identify record or run status
    localparam [1:0] OBSERVED = 2'd2;
    localparam [1:0] FINISHED = 2'd3;

    localparam [7:0] HEADER_LAST   = 8'd4;
    localparam [7:0] IDENTITY_LAST = 8'd143;
    localparam [7:0] REPORT_LAST   = 8'd20;

    reg  [1:0]             part_q;
    reg  [7:0]             index_q;  // index in header or record
    reg  [LOG2_ANSWER-1:0] read_q;   // address of the byte at the answer memory's output

    wire take        = out_valid & out_ready;
    wire has_none    = send_identity | (length == {LOG2_ANSWER{1'b0}});
    wire ends_header = index_q == HEADER_LAST;
    wire ends_record = index_q == (send_identity ? IDENTITY_LAST : REPORT_LAST);
    wire ends_all    = read_q + 1'b1 == length;
    wire ends_part   = take & ((part_q == HEADER) ? ends_header : ends_record);

    wire [LOG2_ANSWER-1:0] read_d = (part_q != OBSERVED) ? {LOG2_ANSWER{1'b0}}
                                                        : read_q + {{LOG2_ANSWER-1{1'b0}}, take};
    wire [7:0] header_data = (index_q == 8'd0) ? send_type
                           : (index_q == 8'd1) ? send_session[7:0]
                           : (index_q == 8'd2) ? send_session[15:8]
                           : (index_q == 8'd3) ? send_sequence[7:0]
                                               : send_sequence[15:8];

    assign identity_index = index_q;
    assign report_index   = index_q[4:0];
    assign read_address   = read_d;
    assign out_valid      = send & (part_q != FINISHED);
    assign out_data       = (part_q == HEADER)   ? header_data
                          : (part_q == OBSERVED) ? read_data
                          : send_identity        ? identity_data
                                                 : report_data;
    assign out_last       = (part_q == HEADER)   ? ends_header & send_reject
                          : (part_q == OBSERVED) ? ends_all
                                                 : ends_record & has_none;

    always @(posedge clk)
        if (rst | !send) part_q <= HEADER;
        else if (take & out_last) part_q <= FINISHED;
        else if (ends_part & (part_q != OBSERVED)) part_q <= (part_q == HEADER) ? RECORD : OBSERVED;

    always @(posedge clk)
        if (rst | !send | ends_part) index_q <= 8'd0;
        else if (take)               index_q <= index_q + 8'd1;

    always @(posedge clk)
        read_q <= read_d;

endmodule

`default_nettype wire
