// Clock buffer for a clock signal that a register generates: global buffer of the ECP5.
`default_nettype none

module hil_clock_buffer (
    input  wire in,
    output wire out
);

    DCCA u_buffer (
        .CLKI (in),
        .CE   (1'b1),
        .CLKO (out)
    );

endmodule

`default_nettype wire
