// Up-counter of a performance counter: loadable, with carry-out. Latency 1 cycle.
//
// Priority of causes at the clock edge:
//   1. rst        the counter becomes 0
//   2. load       the counter becomes load_value; the increment of this cycle is lost
//   3. increment  the counter becomes the sum modulo 2^WIDTH
// `counted` and `carry` are combinational and describe step 3 only: a load never appears as an increment or an overflow.
// rst does not mask them, because every register that depends on them is itself reset.
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
    output wire                 counted,  // the increment of this cycle takes effect and is not 0
    output wire                 carry,    // ... and wraps the counter

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
