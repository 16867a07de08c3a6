// Enable equation of a monitor, without the freeze bit and the instruction set (3.3.1). Combinational.
//   pm = 0  user monitor        plm[cpl] and PSR.up
//   pm = 1  privileged monitor  plm[cpl] and PSR.pp
`default_nettype none

module itanium_monitor (
    // Configuration
    input  wire [3:0] plm,
    input  wire       pm,

    // Processor status of the monitor's thread
    input  wire       psr_up,
    input  wire       psr_pp,
    input  wire [1:0] psr_cpl,

    output wire       enabled
);

    assign enabled = plm[psr_cpl] & (pm ? psr_pp : psr_up);

endmodule

`default_nettype wire
