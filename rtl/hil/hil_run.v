// Sequencer: executes the cycles of the PMU, each with its frame and its observation.
//
// In each PMU cycle it interprets the program until a cycle is pending, lets the frame settle, takes the observation and
// makes the clock edge. The first of these ends a run, checked before each cycle:
//   1. the requested number of cycles is executed
//   2. there is no room for another observation
//   3. nothing is pending, and too many bytes were read since the last cycle
//   4. nothing is pending, and the operation is END
//   5. nothing is pending, and the operation does not exist
`default_nettype none

module hil_run #(
    parameter SETTLE = 2  // cycles, 1 to 255
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Control
    input  wire        clear_counts, // clears the number of cycles since a reset
    input  wire        begin_command,
    input  wire        start,
    input  wire [31:0] count,
    input  wire        silent,       // reset of the PMU: nothing is observed; clear_counts follows
    output wire        done,         // the run ends in this cycle
    output reg  [7:0]  status_q,
    output reg  [31:0] executed_q,
    output reg  [47:0] clocks_q,

    // Program
    output wire        interpret,
    output wire        tick,
    input  wire        is_pending,
    input  wire        at_end,
    input  wire        at_unknown,
    input  wire        runaway,

    // Observation
    input  wire        is_full,
    output wire        observe,
    input  wire        observed,

    // Clock signal of the PMU
    output reg         pmu_clk_q
);

    localparam [7:0] DONE    = 8'd0;
    localparam [7:0] END     = 8'd1;
    localparam [7:0] FULL    = 8'd2;
    localparam [7:0] UNKNOWN = 8'd3;
    localparam [7:0] RUNAWAY = 8'd6;

    localparam [2:0] IDLE      = 3'd0;
    localparam [2:0] CHECK     = 3'd1;
    localparam [2:0] INTERPRET = 3'd2;
    localparam [2:0] WAIT      = 3'd3;
    localparam [2:0] OBSERVE   = 3'd4;
    localparam [2:0] EDGE      = 3'd5;

    localparam [7:0] LAST = SETTLE[7:0] - 8'd1;

    reg [2:0] state_q;
    reg [7:0] settle_q;

    wire checks     = state_q == CHECK;
    wire interprets = state_q == INTERPRET;
    wire settled    = (state_q == WAIT) & (settle_q == LAST);
    wire is_enough  = checks & (executed_q == count);
    wire has_room   = !is_full;
    wire is_stuck   = interprets & !is_pending & (runaway | at_end | at_unknown);

    assign done      = is_enough | (checks & !has_room) | is_stuck;
    assign interpret = interprets;
    assign observe   = settled & !silent;
    assign tick      = state_q == EDGE;

    always @(posedge clk)
        if (rst) state_q <= IDLE;
        else
            case (state_q)
                IDLE:      state_q <= start ? CHECK : IDLE;
                CHECK:     state_q <= done ? IDLE : is_pending ? WAIT : INTERPRET;
                INTERPRET: state_q <= done ? IDLE : is_pending ? WAIT : INTERPRET;
                WAIT:      state_q <= !settled ? WAIT : silent ? EDGE : OBSERVE;
                OBSERVE:   state_q <= observed ? EDGE : OBSERVE;
                default:   state_q <= CHECK;
            endcase

    always @(posedge clk)
        if (state_q == WAIT) settle_q <= settle_q + 8'd1;
        else                 settle_q <= 8'd0;

    always @(posedge clk)
        if (rst | begin_command) status_q <= DONE;
        else if (done)           status_q <= is_enough ? DONE
                                           : checks    ? FULL
                                           : runaway   ? RUNAWAY
                                           : at_end    ? END
                                                       : UNKNOWN;

    always @(posedge clk)
        if (rst | begin_command) executed_q <= 32'd0;
        else if (tick)           executed_q <= executed_q + 32'd1;

    always @(posedge clk)
        if (rst | clear_counts)  clocks_q <= 48'd0;
        else if (tick)           clocks_q <= clocks_q + 48'd1;

    always @(posedge clk)
        if (rst) pmu_clk_q <= 1'b0;
        else     pmu_clk_q <= tick;

endmodule

`default_nettype wire
