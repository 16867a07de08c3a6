// A counter as two dwords of PCI configuration space: bits 31:0 in the low one, the others in the high one, with zeros
// above. Each is read separately, with its value in this cycle. Combinational.
//
// A write to one dword is a write of the complete counter that repeats the other dword unchanged, so the increment of its
// cycle is lost to both of them.
`default_nettype none

module ivt_pci_dwords #(
    parameter CTR_WIDTH = 44   // 33 to 63
) (
    // Access
    input  wire                 high,        // 1: access to the high dword
    input  wire [31:0]          wdata,
    output wire [31:0]          rdata,

    // Counter, and its value after a write
    input  wire [CTR_WIDTH-1:0] ctr,
    output wire [CTR_WIDTH-1:0] ctr_wdata
);

    localparam HIGH_WIDTH = CTR_WIDTH - 32;

    wire [31:0]           ctr_low  = ctr[31:0];
    wire [HIGH_WIDTH-1:0] ctr_high = ctr[CTR_WIDTH-1:32];

    assign rdata     = high ? {{32-HIGH_WIDTH{1'b0}}, ctr_high} : ctr_low;
    assign ctr_wdata = high ? {wdata[HIGH_WIDTH-1:0], ctr_low}  : {ctr_high, wdata};

endmodule

`default_nettype wire
