// Instruction event address register of one thread: PMC37, PMD34 and PMD35 (3.3.8).
//
// Priority of causes at the clock edge, for each PMD:
//   1. rst       0
//   2. write     wdata
//   3. captured  the values of the miss
`default_nettype none

module itanium_iear (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software writes
    input  wire        write_pmc,
    input  wire        write_pmd,
    input  wire [7:0]  index,
    input  wire [63:0] wdata,

    // The thread
    input  wire        fr,
    input  wire        psr_up,
    input  wire        psr_pp,
    input  wire [1:0]  psr_cpl,

    // A miss of this thread
    input  wire        ie_valid,
    input  wire        ie_tlb,
    input  wire [58:0] ie_addr,
    input  wire [15:0] ie_lat,
    input  wire        ie_rab,
    input  wire [1:0]  ie_kind,
    input  wire        ie_tag,

    // State
    output wire [13:0] pmc37,
    output wire [63:0] pmd34,
    output reg  [12:0] pmd35_q,

    output wire        captured
);

    reg  [58:0] address_q;
    reg  [1:0]  stat_q;
    reg         slow;
    wire        enabled;

    wire        cache_mode = pmc37[13];
    wire        tlb_mode   = pmc37[13:12] == 2'b00;
    wire        write34    = write_pmd & index == 8'd34;
    wire        write35    = write_pmd & index == 8'd35;

    pmu_register #(.WIDTH(14)) u_pmc37 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_pmc & index == 8'd37),
        .wdata   (wdata[13:0]),
        .value_q (pmc37)
    );

    itanium_monitor u_monitor (
        .plm     (pmc37[3:0]),
        .pm      (pmc37[4]),
        .psr_up  (psr_up),
        .psr_pp  (psr_pp),
        .psr_cpl (psr_cpl),
        .enabled (enabled)
    );

    // Threshold codes of the cache mode, PMC37[12:5].
    always @*
        casez (pmc37[12:5])
            8'b01??????: slow = ie_lat != 16'd0;
            8'b11111111: slow = ie_lat >= 16'd4;
            8'b11111110: slow = ie_lat >= 16'd8;
            8'b11111100: slow = ie_lat >= 16'd16;
            8'b11111000: slow = ie_lat >= 16'd32;
            8'b11110000: slow = ie_lat >= 16'd128;
            8'b11100000: slow = ie_lat >= 16'd256;
            8'b11000000: slow = ie_lat >= 16'd1024;
            8'b10000000: slow = ie_lat >= 16'd4096;
            8'b00000000: slow = ie_rab;
            default:     slow = 1'b0;
        endcase

    wire of_kind = ie_kind == 2'd1 & pmc37[5]
                 | ie_kind == 2'd2 & pmc37[6]
                 | ie_kind == 2'd3 & pmc37[7];
    wire wanted  = ie_tlb ? tlb_mode & of_kind : cache_mode & slow;

    assign captured = ie_valid & ~fr & enabled & ie_tag & wanted;

    wire [58:0] address_d = write34  ? wdata[63:5]
                          : captured ? ie_addr
                          :            address_q;
    wire [1:0]  stat_d    = write34  ? wdata[1:0]
                          : captured ? (ie_tlb ? ie_kind : 2'd1)
                          :            stat_q;
    wire [12:0] pmd35_d   = write35  ? wdata[12:0]
                          : captured ? {|ie_lat[15:12], ie_lat[11:0]} & {13{~ie_tlb}}
                          :            pmd35_q;

    assign pmd34 = {address_q, 3'd0, stat_q};

    always @(posedge clk)
        if (rst) begin
            address_q <= 59'd0;
            stat_q    <= 2'd0;
            pmd35_q   <= 13'd0;
        end else begin
            address_q <= address_d;
            stat_q    <= stat_d;
            pmd35_q   <= pmd35_d;
        end

endmodule

`default_nettype wire
