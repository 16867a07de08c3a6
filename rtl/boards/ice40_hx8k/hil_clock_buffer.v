// Clock buffer for a clock signal that a register generates: global buffer of the iCE40.
`default_nettype none

module hil_clock_buffer (
    input  wire in,
    output wire out
);

    SB_GB u_buffer (
        .USER_SIGNAL_TO_GLOBAL_BUFFER (in),
        .GLOBAL_BUFFER_OUTPUT         (out)
    );

endmodule

`default_nettype wire
