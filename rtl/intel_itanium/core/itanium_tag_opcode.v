// One opcode matcher for one instruction (3.3.6): the slot type is enabled, and the encoding matches where the mask is 0.
//   itype   0 M   1 I   2 F   3 B   4 A, which needs M and I   others never match
`default_nettype none

module itanium_tag_opcode (
    // Configuration
    input  wire [40:0] mask,
    input  wire [3:0]  types,   // M, I, F, B
    input  wire [40:0] value,

    // The instruction
    input  wire [2:0]  itype,
    input  wire [40:0] enco,

    output wire        match
);

    reg type_match;

    always @*
        case (itype)
            3'd0:    type_match = types[3];
            3'd1:    type_match = types[2];
            3'd2:    type_match = types[1];
            3'd3:    type_match = types[0];
            3'd4:    type_match = types[3] & types[2];
            default: type_match = 1'b0;
        endcase

    assign match = type_match & ((enco ^ value) & ~mask) == 41'd0;

endmodule

`default_nettype wire
