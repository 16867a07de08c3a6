// Match and mask registers for packets, and which of the headers of this cycle match.
//
// The fields of a header are arranged as in the registers. It matches if it equals the match registers wherever the mask
// registers have a 1; with no 1 every header matches. RDS has a meaning only in some responses with data, so no other
// packet matches if any bit of RDS is compared.
`default_nettype none

module ivt_qpi_match #(
    parameter SLOTS = 2
) (
    // Clock and reset
    input  wire               clk,
    input  wire               rst,

    // Register access
    input  wire               write,
    input  wire               at_match0,
    input  wire               at_match1,
    input  wire               at_mask0,
    input  wire               at_mask1,
    input  wire [31:0]        wdata,
    output wire [31:0]        rdata,      // 0 without a read of one of these registers

    // Headers, slot 0 in the low bits
    input  wire [SLOTS-1:0]   hdr_v,
    input  wire [5*SLOTS-1:0] hdr_rnid,
    input  wire [5*SLOTS-1:0] hdr_dnid,
    input  wire [4*SLOTS-1:0] hdr_mc,
    input  wire [4*SLOTS-1:0] hdr_opc,
    input  wire [2*SLOTS-1:0] hdr_vnw,
    input  wire [4*SLOTS-1:0] hdr_rds,
    output wire [SLOTS-1:0]   hdr_hit
);

    localparam [31:0] STORED0 = 32'h8003_FFF8;   // RNID bit 4, DNID, MC, OPC and VNW
    localparam [31:0] STORED1 = 32'h000F_000F;   // RDS and RNID bits 3:0

    localparam [3:0]  DRS           = 4'b1110;    // message class
    localparam [3:0]  LAST_WITH_RDS = 4'd2;       // opcode

    wire [31:0] match0;
    wire [31:0] match1;
    wire [31:0] mask0;
    wire [31:0] mask1;
    wire [31:0] read_value = at_match0 ? match0
                           : at_match1 ? match1
                           : at_mask0  ? mask0
                           : at_mask1  ? mask1
                           :             32'd0;

    assign rdata = read_value & {32{~write}};

    pmu_register #(
        .WIDTH  (32),
        .STORED (STORED0)
    ) u_match0 (
        .clk     (clk),
        .rst     (rst),
        .write   (at_match0 & write),
        .wdata   (wdata),
        .value_q (match0)
    );

    pmu_register #(
        .WIDTH  (32),
        .STORED (STORED1)
    ) u_match1 (
        .clk     (clk),
        .rst     (rst),
        .write   (at_match1 & write),
        .wdata   (wdata),
        .value_q (match1)
    );

    pmu_register #(
        .WIDTH  (32),
        .STORED (STORED0)
    ) u_mask0 (
        .clk     (clk),
        .rst     (rst),
        .write   (at_mask0 & write),
        .wdata   (wdata),
        .value_q (mask0)
    );

    pmu_register #(
        .WIDTH  (32),
        .STORED (STORED1)
    ) u_mask1 (
        .clk     (clk),
        .rst     (rst),
        .write   (at_mask1 & write),
        .wdata   (wdata),
        .value_q (mask1)
    );

    wire compares_rds = |mask1[19:16];

    genvar s;
    generate
        for (s = 0; s < SLOTS; s = s + 1) begin : g_slot
            wire [4:0]  rnid = hdr_rnid[5*s +: 5];
            wire [4:0]  dnid = hdr_dnid[5*s +: 5];
            wire [3:0]  mc   = hdr_mc[4*s +: 4];
            wire [3:0]  opc  = hdr_opc[4*s +: 4];
            wire [1:0]  vnw  = hdr_vnw[2*s +: 2];
            wire [3:0]  rds  = hdr_rds[4*s +: 4];

            wire [31:0] header0 = {rnid[4], 13'd0, dnid, mc, opc, vnw, 3'd0};
            wire [31:0] header1 = {12'd0, rds, 12'd0, rnid[3:0]};
            wire        same    = ~|((header0 ^ match0) & mask0) & ~|((header1 ^ match1) & mask1);
            wire        has_rds = (mc == DRS) & (opc <= LAST_WITH_RDS);

            assign hdr_hit[s] = hdr_v[s] & same & (has_rds | ~compares_rds);
        end
    endgenerate

endmodule

`default_nettype wire
