// Writes observations into the answer: for each, the bytes that differ from the previous one, as operations of a program.
//
//   `SET`   0, words skipped[5:0]; mask; one byte for each 1 in the mask
//   `SKIP`  64 words, if that number of words are equal
//   `CLOCK` at the end of each observation
`default_nettype none

module hil_dump #(
    parameter WORDS       = 16,
    parameter INDEX_BITS  = 4,
    parameter LOG2_ANSWER = 10,
    parameter REPORT      = 21  // bytes of the answer before the first observation
) (
    // Clock and reset
    input  wire                   clk,
    input  wire                   rst,

    // Control
    input  wire                   clear,         // starts a new answer
    input  wire                   enable,        // writes observations into the answer
    output wire                   is_full,       // there may be no room for another observation

    // Words
    input  wire                   valid,
    input  wire [63:0]            word,
    input  wire [INDEX_BITS-1:0]  index,
    input  wire [INDEX_BITS-1:0]  next_index,    // index of the word in the next cycle
    input  wire                   is_last,
    input  wire                   used,          // used by all consumers
    output wire                   done,          // finished with this word, in this cycle or before

    // Answer
    output wire                   write,
    output wire [LOG2_ANSWER-1:0] write_address,
    output wire [7:0]             write_data,
    output reg  [LOG2_ANSWER-1:0] length_q
);

    localparam [7:0] CLOCK = 8'h80;
    localparam [7:0] SKIP  = 8'hC2;
    localparam [5:0] MOST  = 6'd63;
    localparam [7:0] WORDS_SKIPPED = 8'd64;
    localparam [31:0] ROOM = (1 << LOG2_ANSWER) - REPORT - (10 * WORDS + 16);

    localparam [2:0] COMPARE     = 3'd0;  // also the operation SET
    localparam [2:0] MASK        = 3'd1;
    localparam [2:0] BYTES       = 3'd2;
    localparam [2:0] SKIP_CODE   = 3'd3;
    localparam [2:0] SKIP_NUMBER = 3'd4;
    localparam [2:0] END_CLOCK   = 3'd5;
    localparam [2:0] DONE        = 3'd6;

    reg  [2:0]  state_q;
    reg         first_q;    // first observation of this answer
    reg  [5:0]  equal_q;    // words skipped
    reg  [7:0]  lanes_q;    // bytes still to write

    wire [63:0] former;
    wire [63:0] different = word ^ (former & {64{!first_q}});
    wire [7:0]  changed;
    wire [7:0]  lowest    = lanes_q & (~lanes_q + 8'd1);
    wire        compares  = valid & enable & (state_q == COMPARE);
    wire        is_equal  = changed == 8'd0;
    wire        last_lane = lanes_q == lowest;
    wire [2:0]  after     = is_last ? END_CLOCK : DONE;
    wire [2:0]  number    = {|lowest[7:4], |(lowest & 8'hCC), |(lowest & 8'hAA)};
    wire        finishes  = used & is_last;

    genvar lane;
    generate
        for (lane = 0; lane < 8; lane = lane + 1) begin : g_lane
            assign changed[lane] = |different[8*lane +: 8];
        end
    endgenerate

    assign is_full       = {{32-LOG2_ANSWER{1'b0}}, length_q} > ROOM;
    assign done          = (state_q == DONE) | (valid & !enable)
                         | (compares & is_equal & (equal_q != MOST) & !is_last);
    assign write         = (compares & !is_equal) | ((state_q != COMPARE) & (state_q != DONE));
    assign write_address = length_q;
    assign write_data    = (state_q == COMPARE)     ? {2'b00, equal_q}
                         : (state_q == MASK)        ? lanes_q
                         : (state_q == BYTES)       ? word[{number, 3'd0} +: 8]
                         : (state_q == SKIP_CODE)   ? SKIP
                         : (state_q == SKIP_NUMBER) ? WORDS_SKIPPED
                                                    : CLOCK;

    always @(posedge clk)
        if (rst) state_q <= COMPARE;
        else
            case (state_q)
                COMPARE:     state_q <= !compares | used         ? COMPARE
                                      : !is_equal                ? MASK
                                      : is_last                  ? END_CLOCK
                                      : (equal_q == MOST)        ? SKIP_CODE
                                                                 : DONE;
                MASK:        state_q <= BYTES;
                BYTES:       state_q <= last_lane ? after : BYTES;
                SKIP_CODE:   state_q <= SKIP_NUMBER;
                SKIP_NUMBER: state_q <= DONE;
                END_CLOCK:   state_q <= DONE;
                default:     state_q <= used ? COMPARE : DONE;
            endcase

    always @(posedge clk)
        if (compares)              lanes_q <= changed;
        else if (state_q == BYTES) lanes_q <= lanes_q & ~lowest;

    always @(posedge clk)
        if (rst | clear | finishes | (compares & !is_equal) | (state_q == SKIP_NUMBER)) equal_q <= 6'd0;
        else if (compares & (equal_q != MOST))                                        equal_q <= equal_q + 6'd1;

    always @(posedge clk)
        if (rst | clear)   first_q <= 1'b1;
        else if (finishes) first_q <= 1'b0;

    always @(posedge clk)
        if (rst | clear) length_q <= {LOG2_ANSWER{1'b0}};
        else if (write)  length_q <= length_q + 1'b1;

    hil_memory #(.WIDTH(64), .LOG2(INDEX_BITS)) u_former (
        .clk           (clk),
        .write         (compares),
        .write_address (index),
        .write_data    (word),
        .read_address  (next_index),
        .read_data_q   (former)
    );

endmodule

`default_nettype wire
