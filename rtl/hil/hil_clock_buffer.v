// A clock that a register makes, on its way to what it clocks. Boards have a file of the same module with the global buffer of their
// FPGA; without one, edges would reach registers at times too different for data to hold.
`default_nettype none

module hil_clock_buffer (
    input  wire in,
    output wire out
);

    assign out = in;

endmodule

`default_nettype wire
