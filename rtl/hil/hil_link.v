// Decides for each packet: execute its command, repeat the last answer, or reject it.
//
// Priority: the first line that applies decides:
//   1. the packet is not good                          reject 0
//   2. OPEN, number 0, of this session, expected 1     repeat the last answer
//   3. OPEN, number 0                                  start a new session; execute
//   4. no session is open, or another session          reject 1
//   5. the number expected                             execute
//   6. the number before it                            repeat the last answer
//   7. any other number                                reject 2
`default_nettype none

module hil_link (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Packet
    input  wire        packet_valid,
    input  wire        packet_good,
    input  wire [7:0]  packet_type,
    input  wire [15:0] packet_session,
    input  wire [15:0] packet_sequence,
    output wire        packet_done,

    // Execution
    output wire        start,            // one cycle long
    input  wire        done,

    // Answer
    output wire        send,             // 1 until sent
    output wire        send_reject,      // 1: a reject without a payload
    output wire [7:0]  send_type,
    output wire [15:0] send_session,
    output wire [15:0] send_sequence,
    input  wire        sent,

    // State
    output reg  [7:0]  type_q            // type of the command of the last answer
);

    localparam [7:0] OPEN = 8'h01;

    localparam [1:0] WAIT    = 2'd0;
    localparam [1:0] EXECUTE = 2'd1;
    localparam [1:0] SEND    = 2'd2;

    localparam [1:0] NOT_GOOD    = 2'd0;
    localparam [1:0] NOT_SESSION = 2'd1;
    localparam [1:0] NOT_NUMBER  = 2'd2;
    localparam [1:0] ACCEPTED    = 2'd3;

    reg [1:0]  state_q;
    reg        open_q;
    reg [15:0] session_q;
    reg [15:0] expected_q;
    reg [1:0]  verdict_q;

    wire [15:0] last        = expected_q - 16'd1;
    wire        is_opening  = (packet_type == OPEN) & (packet_sequence == 16'd0);
    wire        is_session  = open_q & (packet_session == session_q);
    wire        is_last     = is_session & (packet_sequence == last);
    wire        is_expected = is_session & (packet_sequence == expected_q);
    wire        is_new      = is_opening & !(is_session & (expected_q == 16'd1));
    wire        execute     = packet_good & (is_new | (!is_opening & is_expected));
    wire [1:0]  verdict     = !packet_good             ? NOT_GOOD
                            : is_opening               ? ACCEPTED
                            : !is_session              ? NOT_SESSION
                            : (is_expected | is_last)  ? ACCEPTED
                                                       : NOT_NUMBER;
    wire        arrives     = packet_valid & (state_q == WAIT);

    assign start         = arrives & execute;
    assign send          = state_q == SEND;
    assign send_reject   = verdict_q != ACCEPTED;
    assign send_type     = send_reject ? {6'b1111_00, verdict_q} : {1'b1, type_q[6:0]};
    assign send_session  = session_q;
    assign send_sequence = send_reject ? expected_q : last;
    assign packet_done   = send & sent;

    always @(posedge clk)
        if (rst) state_q <= WAIT;
        else
            case (state_q)
                WAIT:    state_q <= start ? EXECUTE : arrives ? SEND : WAIT;
                EXECUTE: state_q <= done ? SEND : EXECUTE;
                default: state_q <= sent ? WAIT : SEND;
            endcase

    always @(posedge clk)
        if (arrives) verdict_q <= verdict;

    always @(posedge clk)
        if (rst) begin
            open_q     <= 1'b0;
            session_q  <= 16'd0;
            expected_q <= 16'd0;
            type_q     <= 8'd0;
        end else if (start) begin
            open_q     <= 1'b1;
            session_q  <= packet_session;
            expected_q <= packet_sequence + 16'd1;
            type_q     <= packet_type;
        end

endmodule

`default_nettype wire
