// Random bytes of the stimulus: shift register with feedback x^64 + x^4 + x^3 + x + 1, eight steps for each byte. The
// seed is shifted in byte by byte, lowest first.
`default_nettype none

module hil_random (
    // Clock and reset
    input  wire       clk,
    input  wire       rst,

    // Seed
    input  wire       seed,
    input  wire [7:0] seed_byte,

    // Draw
    input  wire       draw,     // the byte is used in this cycle
    output wire [7:0] drawn
);

    reg  [63:0] random_q;
    wire [63:0] top = {56'd0, drawn};

    assign drawn = random_q[63:56];

    always @(posedge clk)
        if (rst)       random_q <= 64'd1;
        else if (seed) random_q <= {seed_byte, random_q[63:8]};
        else if (draw) random_q <= {random_q[55:0], 8'd0} ^ top ^ (top << 1) ^ (top << 3) ^ (top << 4);

endmodule

`default_nettype wire
