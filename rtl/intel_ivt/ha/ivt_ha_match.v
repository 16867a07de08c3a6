// The match registers, and whether the packet at the match logic has their address and their opcode.
//
// Only a cold reset clears them. Even so, a write in the cycle of any reset is lost.
`default_nettype none

module ivt_ha_match (
    // Clock and resets
    input  wire        clk,
    input  wire        rst,
    input  wire        rst_cold,

    // Register access
    input  wire        write,
    input  wire        at_addrmatch0,
    input  wire        at_addrmatch1,
    input  wire        at_opcodematch,
    input  wire [31:0] wdata,
    output wire [31:0] rdata,           // 0 without a read of one of these registers

    // Packet: bits 45:6 of its address, and its class and opcode
    input  wire [39:0] am_addr,
    input  wire [5:0]  am_opc,
    output wire        addr_hit,
    output wire        opc_hit
);

    localparam [31:0] ADDRMATCH0_STORED  = 32'hFFFF_FFC0;   // address bits 31:6 in their places
    localparam [31:0] ADDRMATCH1_STORED  = 32'h0000_3FFF;   // address bits 45:32
    localparam [31:0] OPCODEMATCH_STORED = 32'h0000_003F;

    wire        clear    = rst & rst_cold;
    wire        writable = write & ~rst;

    wire [31:0] addrmatch0;
    wire [31:0] addrmatch1;
    wire [31:0] opcodematch;
    wire [31:0] read_value = at_addrmatch0  ? addrmatch0
                           : at_addrmatch1  ? addrmatch1
                           : at_opcodematch ? opcodematch
                           :                  32'd0;

    assign rdata = read_value & {32{~write}};

    pmu_register #(
        .WIDTH  (32),
        .STORED (ADDRMATCH0_STORED)
    ) u_addrmatch0 (
        .clk     (clk),
        .rst     (clear),
        .write   (at_addrmatch0 & writable),
        .wdata   (wdata),
        .value_q (addrmatch0)
    );

    pmu_register #(
        .WIDTH  (32),
        .STORED (ADDRMATCH1_STORED)
    ) u_addrmatch1 (
        .clk     (clk),
        .rst     (clear),
        .write   (at_addrmatch1 & writable),
        .wdata   (wdata),
        .value_q (addrmatch1)
    );

    pmu_register #(
        .WIDTH  (32),
        .STORED (OPCODEMATCH_STORED)
    ) u_opcodematch (
        .clk     (clk),
        .rst     (clear),
        .write   (at_opcodematch & writable),
        .wdata   (wdata),
        .value_q (opcodematch)
    );

    assign addr_hit = am_addr == {addrmatch1[13:0], addrmatch0[31:6]};
    assign opc_hit  = am_opc == opcodematch[5:0];

endmodule

`default_nettype wire
