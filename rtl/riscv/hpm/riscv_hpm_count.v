// Count of one counter, of 1 to 64 bits, that software writes XLEN bits at a time. 0 after reset.
//
// A write of half k sets bits XLEN*k to XLEN*k+XLEN-1, if they exist. WRITE determines how it and the
// increment of its cycle combine:
//
//   WRITE | written half     | other half               |
//   0     | written value    | unchanged                | the increment is lost
//   1     | written value    | that of the sum          | the sum is that of the count before the write
//   2     | both halves of the count after the write plus the increment
//
// `carry` is 1 if count plus increment needs more than WIDTH bits, whether or not the sum is stored. For WRITE = 2 it is
// that of the count after the write.
`default_nettype none

module riscv_hpm_count #(
    parameter         XLEN      = 64,
    parameter         HALVES    = 1,   // 64/XLEN
    parameter integer WIDTH     = 64,
    parameter         INC_WIDTH = 1,
    parameter         WRITE     = 0
) (
    // Clock and reset
    input  wire                 clk,
    input  wire                 rst,

    // Software write, at most one bit 1
    input  wire [HALVES-1:0]    write,
    input  wire [XLEN-1:0]      wdata,

    // Counting
    input  wire [INC_WIDTH-1:0] increment,
    output wire                 carry,

    // Count, as software reads it
    output wire [63:0]          value
);

    localparam SUM_WIDTH = ((WIDTH > INC_WIDTH) ? WIDTH : INC_WIDTH) + 1;
    localparam COUNT     = 1;
    localparam TICK      = 2;

    reg  [WIDTH-1:0]     value_q;

    wire [WIDTH-1:0]     reached;  // bits that the write sets
    wire [WIDTH-1:0]     loaded;
    wire [WIDTH-1:0]     merged = (reached & loaded) | (~reached & value_q);
    wire [WIDTH-1:0]     augend;
    wire [SUM_WIDTH-1:0] total  = {{SUM_WIDTH-WIDTH{1'b0}}, augend} + {{SUM_WIDTH-INC_WIDTH{1'b0}}, increment};
    wire [WIDTH-1:0]     sum    = total[WIDTH-1:0];
    wire [WIDTH-1:0]     value_d;

    assign carry = |total[SUM_WIDTH-1:WIDTH];

    genvar position;
    generate
        for (position = 0; position < WIDTH; position = position + 1) begin : g_bit
            assign reached[position] = write[position/XLEN];
            assign loaded[position]  = wdata[position%XLEN];
        end

        if (WIDTH < XLEN) begin : g_narrow
            wire unused_wdata = |wdata[XLEN-1:WIDTH];
        end

        if (WRITE == TICK) begin : g_tick
            assign augend  = merged;
            assign value_d = sum;
        end else begin : g_write
            assign augend  = value_q;
            assign value_d = ~|write          ? sum
                           : (WRITE == COUNT) ? (reached & loaded) | (~reached & sum)
                           :                    merged;
        end

        if (WIDTH == 64) begin : g_full
            assign value = value_q;
        end else begin : g_extended
            assign value = {{64-WIDTH{1'b0}}, value_q};
        end
    endgenerate

    always @(posedge clk)
        if (rst) value_q <= {WIDTH{1'b0}};
        else     value_q <= value_d;

endmodule

`default_nettype wire
