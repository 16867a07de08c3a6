// Decoder of the registers of the fixed counter, which only a memory channel has. Combinational.
//
//   offset   register
//   D0       FIXED_CTR, its low dword
//   D4       FIXED_CTR, its high dword
//   F0       FIXED_CTL
`default_nettype none

module ivt_imc_decoder (
    // Accepted access to the box
    input  wire       bus_valid,
    input  wire [7:0] offset,

    // Register selects: the access is to this register
    output wire       at_fixed_ctr_low,
    output wire       at_fixed_ctr_high,
    output wire       at_fixed_ctl
);

    localparam [7:0] FIXED_CTR_LOW  = 8'hD0;
    localparam [7:0] FIXED_CTR_HIGH = 8'hD4;
    localparam [7:0] FIXED_CTL      = 8'hF0;

    assign at_fixed_ctr_low  = bus_valid & (offset == FIXED_CTR_LOW);
    assign at_fixed_ctr_high = bus_valid & (offset == FIXED_CTR_HIGH);
    assign at_fixed_ctl      = bus_valid & (offset == FIXED_CTL);

endmodule

`default_nettype wire
