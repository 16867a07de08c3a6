// Clock buffer for a clock signal that a register generates: global buffer of the Artix-7.
`default_nettype none

module hil_clock_buffer (
    input  wire in,
    output wire out
);

    BUFG u_buffer (
        .I (in),
        .O (out)
    );

endmodule

`default_nettype wire
