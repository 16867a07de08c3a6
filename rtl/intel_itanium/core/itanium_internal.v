// Value of an event that the PMU itself produces, for one counter (4.16). Combinational.
//   08  retired instructions with the tag of channel umask[1:0]
//   11  captures of the trace buffer            12  cycles; with umask[0] only those with qualified instructions
//   14  interruptions that match the IVA filter 18  cycles in low-power halt
//   19  reference cycles                        43  captures of the instruction EAR    c8  captures of the data EAR
`default_nettype none

module itanium_internal (
    // Selection of the counter
    input  wire [7:0]  code,
    input  wire [1:0]  umask,
    input  wire        all,

    // The counter's own thread, and the other
    input  wire        owns_pipeline,
    input  wire        ret_own,
    input  wire        halt_own,
    input  wire        halt_other,
    input  wire [3:0]  pulse_own,    // data EAR, instruction EAR, IVA filter, trace buffer
    input  wire [3:0]  pulse_other,

    // The core
    input  wire        ref_tick,
    input  wire        ret_qualified,
    input  wire [11:0] ret_counts,   // retired slots with the tag of channels 3 to 0

    output reg  [2:0]  value
);

    wire       counts_retired = all | ret_own;
    wire       runs           = ~halt_own & (all | owns_pipeline);
    wire [7:0] pulses         = {pulse_other & {4{all}}, pulse_own};

    reg  [2:0] retired;

    always @*
        case (umask)
            2'd0: retired = ret_counts[2:0];
            2'd1: retired = ret_counts[5:3];
            2'd2: retired = ret_counts[8:6];
            2'd3: retired = ret_counts[11:9];
        endcase

    always @*
        case (code)
            8'h08:   value = counts_retired ? retired : 3'd0;
            8'h11:   value = {2'd0, pulses[0]} + {2'd0, pulses[4]};
            8'h12:   value = {2'd0, runs & (~umask[0] | counts_retired & ret_qualified)};
            8'h14:   value = {2'd0, pulses[1]} + {2'd0, pulses[5]};
            8'h18:   value = {2'd0, halt_own & (~all | halt_other)};
            8'h19:   value = {2'd0, runs & ref_tick};
            8'h43:   value = {2'd0, pulses[2]} + {2'd0, pulses[6]};
            8'hC8:   value = {2'd0, pulses[3]} + {2'd0, pulses[7]};
            default: value = 3'd0;
        endcase

endmodule

`default_nettype wire
