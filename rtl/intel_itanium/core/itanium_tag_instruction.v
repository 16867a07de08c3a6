// Tags of channels 3 to 0 for one instruction: by its address alone, and by address and opcode. Combinational.
`default_nettype none

module itanium_tag_instruction #(
    parameter IPF_R142 = 0   // see itanium_core
) (
    // Configuration of the instruction's thread
    input  wire [57:0]  pmc32,
    input  wire [40:0]  pmc33,
    input  wire [57:0]  pmc34,
    input  wire [40:0]  pmc35,
    input  wire [3:0]   pmc36,
    input  wire [13:0]  pmc38,
    input  wire [511:0] ibr,

    // The instruction
    input  wire         psr_is,
    input  wire [1:0]   psr_cpl,
    input  wire [59:0]  ip,
    input  wire [2:0]   itype,
    input  wire [40:0]  enco,

    output wire [3:0]   rtag,
    output wire [3:0]   tag
);

    wire [1:0] match;

    // Bits that are not stored, and bits that are stored without a function.
    wire [23:0] unused_matchers = {pmc32[55:52], pmc32[47:41], pmc34[57:52], pmc34[47:41]};
    wire [8:0]  unused_ranges   = {pmc38[12:11], pmc38[9:8], pmc38[6:5], pmc38[3:2], pmc38[0]};

    itanium_tag_opcode u_opcode0 (
        .mask  (pmc32[40:0]),
        .types (pmc32[51:48]),
        .value (pmc33),
        .itype (itype),
        .enco  (enco),
        .match (match[0])
    );

    itanium_tag_opcode u_opcode1 (
        .mask  (pmc34[40:0]),
        .types (pmc34[51:48]),
        .value (pmc35),
        .itype (itype),
        .enco  (enco),
        .match (match[1])
    );

    genvar channel;
    generate
        for (channel = 0; channel < 4; channel = channel + 1) begin : g_channel
            itanium_tag_range #(
                .HAS_FINE (channel < 2 ? 1 : 0),
                .IPF_R142 (IPF_R142)
            ) u_range (
                .address  (ibr[128*channel +: 64]),
                .mask     (ibr[128*channel + 64 +: 64]),
                .limit    (channel < 2 ? ibr[128*(channel % 2) + 256 +: 16] : 16'd0),
                .fine     (pmc38[13]),
                .ignored  (pmc38[3*channel + 1] | (channel == 0 & pmc32[57])),
                .inverted (channel == 0 & pmc32[56]),
                .psr_is   (psr_is),
                .psr_cpl  (psr_cpl),
                .ip       (ip),
                .tag      (rtag[channel])
            );

            assign tag[channel] = rtag[channel] & (psr_is | pmc36[channel] | match[channel % 2]);
        end
    endgenerate

endmodule

`default_nettype wire
