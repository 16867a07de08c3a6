// Address translation of the IRP. Its registers have the addresses of every box in PCI configuration space, except the
// counters after the first, which are one position higher. The common decoder gets the common address. Combinational.
//
//   offset    counter   common decoder
//   A0, A4       0      A0, A4
//   A8, AC      none    none
//   B0 - C4    1 - 3    A8 - BC
`default_nettype none

module ivt_irp_decoder (
    input  wire [31:0] bus_addr,
    output wire [31:0] common
);

    // Dwords from the start of the space
    localparam [5:0] NOWHERE = 6'h00;
    localparam [5:0] GAP     = 6'h2A;
    localparam [5:0] CTR1    = 6'h2C;
    localparam [5:0] CTR_END = 6'h32;

    wire [5:0] dword        = bus_addr[7:2];
    wire       in_gap       = (dword >= GAP) & (dword < CTR1);
    wire       shifted      = (dword >= CTR1) & (dword < CTR_END);
    wire [5:0] common_dword = in_gap  ? NOWHERE
                            : shifted ? dword - (CTR1 - GAP)
                            :           dword;

    assign common = {bus_addr[31:8], common_dword, bus_addr[1:0]};

endmodule

`default_nettype wire
