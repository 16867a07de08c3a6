// CRC signature: CRC-64/XZ over the words of the observations, BITS of a word in each cycle, low bits first.
`default_nettype none

module hil_signature #(
    parameter BITS = 8  // 8, 16, 32 or 64
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Control
    input  wire        clear,

    // Words
    input  wire        valid,
    input  wire [63:0] word,
    input  wire        used,       // used by all consumers
    output wire        done,       // finished with this word, in this cycle or before

    // CRC signature of all words so far
    output wire [63:0] signature
);

    localparam [63:0] POLYNOMIAL = 64'hC96C_5795_D787_0F42;
    localparam        PARTS      = 64 / BITS;
    localparam        SHIFT      = $clog2(BITS);
    localparam [31:0] LAST       = PARTS - 1;

    reg  [2:0]      part_q;
    reg             done_q;
    reg  [63:0]     crc_q;

    wire            active = valid & !done_q;
    wire            last   = part_q == LAST[2:0];
    wire [BITS-1:0] part   = word[{29'd0, part_q} << SHIFT +: BITS];

    function [63:0] after;
        input [63:0] start;
        integer      step;
        begin
            after = start;
            for (step = 0; step < BITS; step = step + 1)
                after = {1'b0, after[63:1]} ^ (POLYNOMIAL & {64{after[0]}});
        end
    endfunction

    wire [63:0] mixed;

    generate
        if (BITS == 64) begin : g_whole
            assign mixed = crc_q ^ part;
        end else begin : g_part
            assign mixed = crc_q ^ {{64-BITS{1'b0}}, part};
        end
    endgenerate

    assign done      = done_q | (active & last);
    assign signature = ~crc_q;

    always @(posedge clk)
        if (rst | used) done_q <= 1'b0;
        else if (done)  done_q <= 1'b1;

    always @(posedge clk)
        if (rst | !valid) part_q <= 3'd0;
        else if (active)  part_q <= last ? 3'd0 : part_q + 3'd1;

    always @(posedge clk)
        if (rst | clear) crc_q <= 64'hFFFF_FFFF_FFFF_FFFF;
        else if (active) crc_q <= after(mixed);

endmodule

`default_nettype wire
