// Match set of a port: compares a flit that crosses to it with MATCH under MASK, at the selected position of its packet.
`default_nettype none

module itanium_rbox_match (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register access: bit 0 MATCH_LSB, 1 MATCH_MSB, 2 MASK_LSB, 3 MASK_MSB, 4 MM_CFG
    input  wire        write,
    input  wire [4:0]  at,
    input  wire [31:0] wdata,
    output wire [31:0] rdata,

    // Flit
    input  wire        mm_v,
    input  wire [63:0] mm_flit,
    input  wire [7:0]  mm_flit_hi,
    input  wire [3:0]  mm_idx,

    // It matches
    output wire        matched
);

    // MATCH_LSB, MATCH_MSB, MASK_LSB, MASK_MSB, from the low bits up
    wire [127:0] words;

    genvar w;
    generate
        for (w = 0; w < 4; w = w + 1) begin : g_word
            pmu_register #(
                .WIDTH (32)
            ) u_word (
                .clk     (clk),
                .rst     (rst),
                .write   (write & at[w]),
                .wdata   (wdata),
                .value_q (words[32*w +: 32])
            );
        end
    endgenerate

    // 21 mm_en, 20 ig_flit_cnt, 19:16 match_flit_cnt, 15:8 match_71_64, 7:0 mask_71_64
    wire [21:0] mm_cfg;

    pmu_register #(
        .WIDTH (22)
    ) u_mm_cfg (
        .clk     (clk),
        .rst     (rst),
        .write   (write & at[4]),
        .wdata   (wdata[21:0]),
        .value_q (mm_cfg)
    );

    wire [71:0] match    = {mm_cfg[15:8], words[63:0]};
    wire [71:0] mask     = {mm_cfg[7:0], words[127:64]};

    // Positions begin at 1, so position 0 never matches.
    wire        position = mm_cfg[20] | (mm_idx == mm_cfg[19:16] & mm_cfg[19:16] != 4'd0);
    wire        differs  = |(({mm_flit_hi, mm_flit} ^ match) & mask);

    assign matched = mm_cfg[21] & mm_v & position & ~differs;

    assign rdata = words[31:0]     & {32{at[0]}}
                 | words[63:32]    & {32{at[1]}}
                 | words[95:64]    & {32{at[2]}}
                 | words[127:96]   & {32{at[3]}}
                 | {10'd0, mm_cfg} & {32{at[4]}};

endmodule

`default_nettype wire
