// Shift register that passes one request of eight. It is 0 after reset and stays 0 until CTL is written with en = 1 while
// en is 1; from then on every write of CTL seeds it again, and it steps in all other cycles.
`default_nettype none

module itanium_qear_lfsr (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Write of CTL, with the old and the new en
    input  wire        write,
    input  wire        en,
    input  wire        new_en,

    // A request may pass
    output wire        passes,

    // State
    output reg  [15:0] lfsr_q
);

    localparam [15:0] SEED = 16'hACE1;

    wire        running = lfsr_q != 16'd0;
    wire        unlocks = running | en & new_en;
    wire        fed     = lfsr_q[15] ^ lfsr_q[13] ^ lfsr_q[12] ^ lfsr_q[10];

    // Priority: 1. a write that seeds, 2. a write that does not, 3. a step, which keeps 0
    wire [15:0] lfsr_d  = write ? (unlocks ? SEED : lfsr_q) : {lfsr_q[14:0], fed};

    always @(posedge clk)
        if (rst) lfsr_q <= 16'd0;
        else     lfsr_q <= lfsr_d;

    assign passes = &lfsr_q[2:0];

endmodule

`default_nettype wire
