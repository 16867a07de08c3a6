// Performance monitor pin: changes its level one cycle after each toggle request and keeps it otherwise. 0 after reset.
`default_nettype none

module pmu_pin (
    // Clock and reset
    input  wire clk,
    input  wire rst,

    // Request and pin
    input  wire toggle,
    output reg  pin_q
);

    wire pin_d = pin_q ^ toggle;

    always @(posedge clk)
        if (rst) pin_q <= 1'b0;
        else     pin_q <= pin_d;

endmodule

`default_nettype wire
