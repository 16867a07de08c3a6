// Interprets the program in the frame memory: operations change the frame until one makes PMU cycles pending.
//
// The byte at `position` is at the memory's output. An operation takes a cycle for each of its bytes, and two more if it
// changes the frame: in COMMIT and RELEASE, before and after the edge of frame_clk, the inputs of the frame are stable.
`default_nettype none

module hil_program #(
    parameter LOG2_MEMORY = 12
) (
    // Clock and reset
    input  wire                   clk,
    input  wire                   rst,

    // Frame memory
    output wire [LOG2_MEMORY-1:0] read_address,
    input  wire [7:0]             read_data,

    // Control
    input  wire                   start,       // start of a RUN: bytes read before do not count
    input  wire                   jump,        // continue at jump_address; nothing is pending
    input  wire [LOG2_MEMORY-1:0] jump_address,
    input  wire                   clear,       // frame and pending cycles become 0
    input  wire                   run,         // interpret until a cycle is pending
    input  wire                   tick,        // one of the pending cycles has been executed
    output wire                   idle,        // between two operations
    output wire                   is_pending,

    // Conditions that stop it
    output wire                   at_end,
    output wire                   at_unknown,
    output wire                   runaway,     // too many bytes read since the last PMU cycle

    // Random numbers
    output wire                   seed,
    output wire                   draw,
    input  wire [7:0]             drawn,

    // Frame
    output reg                    frame_clk_q,
    output reg                    frame_zero_q,
    output reg  [15:0]            frame_word_q,
    output reg  [7:0]             frame_mask_q,
    output reg                    frame_merge_q,
    output reg  [63:0]            frame_value_q
);

    localparam [2:0] OPERATION = 3'd0;
    localparam [2:0] MASK      = 3'd1;
    localparam [2:0] BYTES     = 3'd2;
    localparam [2:0] DRAW      = 3'd3;
    localparam [2:0] COMMIT    = 3'd4;
    localparam [2:0] RELEASE   = 3'd5;
    localparam [2:0] ARGUMENTS = 3'd6;
    localparam [2:0] BRANCH    = 3'd7;

    reg [2:0]             state_q;
    reg [LOG2_MEMORY-1:0] position_q;
    reg [23:0]            pending_q;
    reg [16:0]            read_q;       // bytes read since the last PMU cycle
    reg [23:0]            argument_q;
    reg [7:0]             chance_q;     // a branch is taken if the drawn byte is smaller
    reg [3:0]             left_q;       // arguments still to read
    reg [3:0]             operation_q;  // low bits of the code of an operation with arguments
    reg                   random_q;     // 1: RAND, 0: SET
    reg [2:0]             level_q;      // draws for each byte, minus 1
    reg [2:0]             draws_q;      // draws still to make for this byte, minus 1
    reg [7:0]             value_q;      // this byte so far
    reg [7:0]             lanes_q;      // bytes of the mask still to come

    // Decoding
    wire [7:0] code        = read_data;
    wire       is_set      = code[7:6] == 2'b00;
    wire       is_rand     = code[7:6] == 2'b01;
    wire       is_clock    = code[7:6] == 2'b10;
    wire       is_zero     = code == 8'hC0;
    wire       is_repeat   = code == 8'hC1;
    wire       is_skip     = code == 8'hC2;
    wire       is_jump     = code == 8'hC3;
    wire       is_branch   = code == 8'hC4;
    wire       is_seed     = code == 8'hC5;
    wire       has_more    = is_repeat | is_skip | is_jump | is_branch | is_seed;
    wire [3:0] arguments   = is_skip ? 4'd1 : is_branch ? 4'd4 : is_seed ? 4'd8 : 4'd3;
    wire       is_known    = (code[7:6] != 2'b11) | is_zero | has_more;

    // Steps
    wire       begins      = run & idle & !is_pending & is_known & !runaway;
    wire       in_bytes    = state_q == BYTES;
    wire       in_draw     = state_q == DRAW;
    wire       in_argument = state_q == ARGUMENTS;
    wire       takes       = begins | (state_q == MASK) | in_bytes | in_argument;
    wire       ends        = (in_argument & (left_q == 4'd1)) | (state_q == BRANCH);
    wire [7:0] lowest      = lanes_q & (~lanes_q + 8'd1);
    wire [7:0] value       = in_draw ? value_q & drawn : random_q ? read_data & drawn : read_data;
    wire       whole       = (in_bytes & !(random_q & (level_q != 3'd0))) | (in_draw & (draws_q == 3'd0));
    wire       last_lane   = lanes_q == lowest;
    wire [23:0] argument   = {read_data, argument_q[23:8]};

    // Effects of operations with arguments
    wire       does_repeat = ends & (operation_q == 4'h1);
    wire       does_skip   = ends & (operation_q == 4'h2);
    wire       does_jump   = ends & (operation_q == 4'h3);
    wire       is_chance   = operation_q == 4'h4;
    wire       does_branch = (state_q == BRANCH) & (drawn < chance_q);
    wire       drops       = clear | jump;

    wire [LOG2_MEMORY-1:0] following  = position_q + {{LOG2_MEMORY-1{1'b0}}, takes};
    wire [LOG2_MEMORY-1:0] position_d = jump        ? jump_address
                                      : does_jump   ? argument[LOG2_MEMORY-1:0]
                                      : does_branch ? argument_q[LOG2_MEMORY-1:0]
                                                    : following;

    assign read_address = position_d;
    assign idle         = state_q == OPERATION;
    assign is_pending   = pending_q != 24'd0;
    assign at_end       = idle & !is_pending & (code == 8'hFF);
    assign at_unknown   = idle & !is_pending & !is_known & (code != 8'hFF);
    assign runaway      = idle & read_q[16];
    assign seed         = in_argument & (operation_q == 4'h5);
    assign draw         = (in_bytes & random_q) | in_draw | (state_q == BRANCH);

    always @(posedge clk)
        if (rst) state_q <= OPERATION;
        else
            case (state_q)
                OPERATION: state_q <= clear                        ? COMMIT
                                    : !begins                      ? OPERATION
                                    : (is_set | is_rand)           ? MASK
                                    : is_zero                      ? COMMIT
                                    : has_more                     ? ARGUMENTS
                                                                   : OPERATION;
                MASK:      state_q <= (read_data == 8'd0)          ? RELEASE : BYTES;
                BYTES,
                DRAW:      state_q <= !whole ? DRAW : last_lane    ? COMMIT : BYTES;
                COMMIT:    state_q <= RELEASE;
                ARGUMENTS: state_q <= (left_q != 4'd1) ? ARGUMENTS : is_chance ? BRANCH : OPERATION;
                default:   state_q <= OPERATION;  // RELEASE, BRANCH
            endcase

    always @(posedge clk)
        if (rst) position_q <= {LOG2_MEMORY{1'b0}};
        else     position_q <= position_d;

    always @(posedge clk) begin
        if (begins) begin
            operation_q <= code[3:0];
            random_q    <= is_rand;
            level_q     <= code[5:3];
            left_q      <= arguments;
        end else if (in_argument) begin
            left_q      <= left_q - 4'd1;
        end
        if (in_argument) {argument_q, chance_q} <= {argument, argument_q[7:0]};
        if (in_bytes)    {value_q, draws_q}     <= {value, level_q - 3'd1};
        if (in_draw)     {value_q, draws_q}     <= {value, draws_q - 3'd1};
        if (state_q == MASK) lanes_q <= read_data;
        else if (whole)      lanes_q <= lanes_q & ~lowest;
    end

    // Number of bytes read since the last PMU cycle.
    always @(posedge clk)
        if (rst | start | tick)         read_q <= 17'd0;
        else if (takes & !read_q[16])   read_q <= read_q + 17'd1;

    always @(posedge clk)
        if (rst | drops)             pending_q <= 24'd0;
        else if (tick)               pending_q <= pending_q - 24'd1;
        else if (begins & is_clock)  pending_q <= {18'd0, code[5:0]} + 24'd1;
        else if (does_repeat)        pending_q <= argument;

    // Inputs of the frame
    wire restarts = drops | (begins & (is_clock | is_zero)) | does_repeat;
    wire [5:0] skipped = is_set ? code[5:0] : {4'd0, code[1:0]};

    always @(posedge clk)
        if (rst | restarts)                   frame_word_q <= 16'd0;
        else if (begins & (is_set | is_rand)) frame_word_q <= frame_word_q + {10'd0, skipped};
        else if (does_skip)                   frame_word_q <= frame_word_q + {8'd0, argument[23:16]};
        else if ((state_q == RELEASE) & !frame_zero_q) frame_word_q <= frame_word_q + 16'd1;

    always @(posedge clk)
        if (rst) begin
            frame_clk_q  <= 1'b0;
            frame_zero_q <= 1'b0;
        end else begin
            frame_clk_q <= state_q == COMMIT;
            if (idle) frame_zero_q <= clear | (begins & is_zero);
        end

    always @(posedge clk) begin
        if (begins)          frame_merge_q <= is_rand & code[2];
        if (state_q == MASK) frame_mask_q  <= read_data;
    end

    genvar lane;
    generate
        for (lane = 0; lane < 8; lane = lane + 1) begin : g_lane
            always @(posedge clk)
                if (whole & lowest[lane]) frame_value_q[8*lane +: 8] <= value;
        end
    endgenerate

endmodule

`default_nettype wire
