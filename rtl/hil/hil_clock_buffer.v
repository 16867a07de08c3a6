// Clock buffer for a clock signal that a register generates. Boards have a file of the same module with the global
// buffer of their FPGA; without one, the skew between registers would violate their hold times.
`default_nettype none

module hil_clock_buffer (
    input  wire in,
    output wire out
);

    assign out = in;

endmodule

`default_nettype wire
