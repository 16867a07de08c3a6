// Number of entries in the selected ingress queue. There are no sub-events. Combinational.
//
//   ev_sel | event                | queue
//     07h  | RxR_BL_DRS_OCCUPANCY | BL, DRS
//     08h  | RxR_BL_NCB_OCCUPANCY | BL, NCB
//     09h  | RxR_BL_NCS_OCCUPANCY | BL, NCS
//     0Ch  | RxR_AK_OCCUPANCY     | AK
//   others |                      | none
`default_nettype none

module ivt_irp_occupancy_events #(
    parameter OCC_WIDTH = 5
) (
    // Selection
    input  wire [7:0]           ev_sel,

    // Ingress queues
    input  wire [OCC_WIDTH-1:0] rxr_bl_drs_occ,
    input  wire [OCC_WIDTH-1:0] rxr_bl_ncb_occ,
    input  wire [OCC_WIDTH-1:0] rxr_bl_ncs_occ,
    input  wire [OCC_WIDTH-1:0] rxr_ak_occ,
    output reg  [OCC_WIDTH-1:0] count
);

    localparam [7:0] RXR_BL_DRS_OCCUPANCY = 8'h07;
    localparam [7:0] RXR_BL_NCB_OCCUPANCY = 8'h08;
    localparam [7:0] RXR_BL_NCS_OCCUPANCY = 8'h09;
    localparam [7:0] RXR_AK_OCCUPANCY     = 8'h0C;

    always @*
        case (ev_sel)
            RXR_BL_DRS_OCCUPANCY: count = rxr_bl_drs_occ;
            RXR_BL_NCB_OCCUPANCY: count = rxr_bl_ncb_occ;
            RXR_BL_NCS_OCCUPANCY: count = rxr_bl_ncs_occ;
            RXR_AK_OCCUPANCY:     count = rxr_ak_occ;
            default:              count = {OCC_WIDTH{1'b0}};
        endcase

endmodule

`default_nettype wire
