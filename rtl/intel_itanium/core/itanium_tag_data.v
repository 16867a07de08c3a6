// Data qualification of one memory operation (3.3.7). Each enabled pair of registers has a term, and one is enough:
//   cfgdtag 0  tag and address match   1  tag   2  address match   3  always
// With no pair enabled every operation qualifies. Combinational.
`default_nettype none

module itanium_tag_data (
    // Configuration of the operation's thread
    input  wire [48:0]  pmc41,
    input  wire [511:0] dbr,

    // The operation
    input  wire [63:0]  va,
    input  wire [3:0]   tag,

    output wire [3:0]   match,
    output wire         dtag
);

    wire [3:0] enabled = pmc41[48:45];
    wire [3:0] term;

    genvar pair;
    generate
        for (pair = 0; pair < 4; pair = pair + 1) begin : g_pair
            wire [63:0] differs = va ^ dbr[128*pair +: 64];
            wire [55:0] mask    = dbr[128*pair + 64 +: 56];
            wire [1:0]  cfgdtag = pmc41[8*pair + 3 +: 2];

            wire [7:0]  unused_other = dbr[128*pair + 120 +: 8];

            assign match[pair] = differs[63:56] == 8'd0 & (differs[55:0] & mask) == 56'd0;
            assign term[pair]  = (cfgdtag[0] | match[pair]) & (cfgdtag[1] | tag[pair]);
        end
    endgenerate

    wire [36:0] unused_storage = {pmc41[44:29], pmc41[26:21], pmc41[18:13], pmc41[10:5], pmc41[2:0]};

    assign dtag = enabled == 4'd0 | (|(enabled & term));

endmodule

`default_nettype wire
