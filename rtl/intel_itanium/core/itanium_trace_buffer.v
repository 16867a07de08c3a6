// Storage of the trace buffer: PMD38, PMD39 and PMD48 to 63 (3.3.10). Up to two entries are written in a cycle, the first
// at the index, the second after it.
//
// Priority of causes at the clock edge, for each register:
//   1. rst      0
//   2. write    wdata; entries of this cycle go to the other registers as without the write
//   3. entries
`default_nettype none

module itanium_trace_buffer (
    // Clock and reset
    input  wire          clk,
    input  wire          rst,

    // Software writes
    input  wire          write_pmd,
    input  wire [7:0]    index,
    input  wire [63:0]   wdata,
    input  wire          wide,       // extensions have four bits; otherwise two

    // Entries of this cycle: the second only with the first
    input  wire          first,
    input  wire [63:0]   first_entry,
    input  wire [3:0]    first_ext,
    input  wire          second,
    input  wire [63:0]   second_entry,
    input  wire [3:0]    second_ext,

    // State
    output reg  [5:0]    pmd38_q,
    output reg  [63:0]   pmd39_q,
    output wire [1023:0] entries
);

    wire [3:0]  at_first  = pmd38_q[3:0];
    wire [3:0]  at_second = pmd38_q[3:0] + 4'd1;
    wire [3:0]  at_next   = pmd38_q[3:0] + {2'd0, second, first & ~second};
    wire        wraps     = at_next < at_first;
    wire        write38   = write_pmd & index == 8'd38;
    wire        write39   = write_pmd & index == 8'd39;
    wire [5:0]  pmd38_d   = write38 ? {wdata[5], 1'b0, wdata[3:0]} : {pmd38_q[5] | wraps, 1'b0, at_next};
    wire [63:0] pmd39_d;

    genvar i;
    generate
        for (i = 48; i < 64; i = i + 1) begin : g_entry
            localparam [3:0] NUMBER = i[3:0];
            localparam       LOW    = i < 56 ? 8 * (i - 48) : 8 * (i - 56) + 4;

            reg  [63:0] value_q;

            wire        is_first  = first & at_first == NUMBER;
            wire        is_second = second & at_second == NUMBER;
            wire        write     = write_pmd & index == i[7:0];
            wire [63:0] value_d   = write     ? wdata
                                  : is_first  ? first_entry
                                  : is_second ? second_entry
                                  :             value_q;

            assign entries[64*(i - 48) +: 64] = value_q;
            assign pmd39_d[LOW +: 4] = write39   ? wdata[LOW +: 4] & {{2{wide}}, 2'b11}
                                     : is_first  ? first_ext
                                     : is_second ? second_ext
                                     :             pmd39_q[LOW +: 4];

            always @(posedge clk)
                if (rst) value_q <= 64'd0;
                else     value_q <= value_d;
        end
    endgenerate

    always @(posedge clk)
        if (rst) begin
            pmd38_q <= 6'd0;
            pmd39_q <= 64'd0;
        end else begin
            pmd38_q <= pmd38_d;
            pmd39_q <= pmd39_d;
        end

endmodule

`default_nettype wire
