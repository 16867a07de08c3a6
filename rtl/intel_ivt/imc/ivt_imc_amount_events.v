// Amount of the selected event in this cycle, for events that can exceed one. None has sub-events. Combinational.
//
//   ev_sel | event                 | amount
//     85h  | POWER_CHANNEL_PPD     | as given
//     91h  | VMSE_MXB_WR_OCCUPANCY | entries of the buffer
//   others |                       | 0
`default_nettype none

module ivt_imc_amount_events #(
    parameter AMOUNT_WIDTH = 6   // width of the buffer's occupancy
) (
    // Selection
    input  wire [7:0]              ev_sel,

    // Amounts
    input  wire [2:0]              ppd_inc,
    input  wire [AMOUNT_WIDTH-1:0] vmse_occ,
    output reg  [AMOUNT_WIDTH-1:0] amount
);

    localparam [7:0] POWER_CHANNEL_PPD     = 8'h85;
    localparam [7:0] VMSE_MXB_WR_OCCUPANCY = 8'h91;

    always @*
        case (ev_sel)
            POWER_CHANNEL_PPD:     amount = {{AMOUNT_WIDTH-3{1'b0}}, ppd_inc};
            VMSE_MXB_WR_OCCUPANCY: amount = vmse_occ;
            default:               amount = {AMOUNT_WIDTH{1'b0}};
        endcase

endmodule

`default_nettype wire
