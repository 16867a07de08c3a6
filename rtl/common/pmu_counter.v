// Up-counter of a performance counter: loadable, with carry-out.
//
// Priority of what happens at the clock edge:
//   1. rst        the counter becomes 0
//   2. load       the counter becomes load_value; the increment of this clock is lost
//   3. increment  the counter becomes the sum modulo 2^WIDTH
// `counted` and `carry` describe step 3 only, so that a load never looks like an increment or an overflow to what hangs
// on them. They are not masked by rst: whatever they drive is itself reset.
`default_nettype none

module pmu_counter #(
    parameter WIDTH     = 48,
    parameter INC_WIDTH = 2
) (
    // Clock and reset
    input  wire                 clk,
    input  wire                 rst,

    // Software write
    input  wire                 load,
    input  wire [WIDTH-1:0]     load_value,

    // Counting
    input  wire [INC_WIDTH-1:0] increment,
    output wire                 counted,  // the increment of this clock is taken and is not 0
    output wire                 carry,    // ... and it runs over the top

    // State
    output reg  [WIDTH-1:0]     value_q
);

    wire [INC_WIDTH-1:0] step = load ? {INC_WIDTH{1'b0}} : increment;
    wire [WIDTH-1:0]     sum;
    wire [WIDTH-1:0]     value_d = load ? load_value : sum;

    assign {carry, sum} = {1'b0, value_q} + {{WIDTH + 1 - INC_WIDTH{1'b0}}, step};
    assign counted      = |step;

    always @(posedge clk)
        if (rst) value_q <= {WIDTH{1'b0}};
        else     value_q <= value_d;

endmodule

`default_nettype wire
