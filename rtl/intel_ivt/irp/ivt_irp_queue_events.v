// Detects the selected event of ticks or queues, in this cycle, without ingress occupancies or sub-events. Combinational.
//
//   ev_sel | event                  | happens
//     00h  | CLOCKTICKS             | always
//     01h  | RxR_BL_DRS_INSERTS     | at an allocation
//     02h  | RxR_BL_NCB_INSERTS     | likewise
//     03h  | RxR_BL_NCS_INSERTS     | likewise
//     04h  | RxR_BL_DRS_CYCLES_FULL | while the queue is full
//     05h  | RxR_BL_NCB_CYCLES_FULL | likewise
//     06h  | RxR_BL_NCS_CYCLES_FULL | likewise
//     0Ah  | RxR_AK_INSERTS         | at an allocation
//     0Bh  | RxR_AK_CYCLES_FULL     | while the queue is full
//     0Dh  | TxR_REQUEST_OCCUPANCY  | while requests are outstanding, regardless of their number
//     0Eh  | TxR_DATA_INSERTS_NCB   | at a request
//     0Fh  | TxR_DATA_INSERTS_NCS   | likewise
//   others |                        | never
`default_nettype none

module ivt_irp_queue_events (
    // Selection
    input  wire [7:0] ev_sel,

    // Ingress queues
    input  wire       rxr_bl_drs_ins,
    input  wire       rxr_bl_ncb_ins,
    input  wire       rxr_bl_ncs_ins,
    input  wire       rxr_ak_ins,
    input  wire       rxr_bl_drs_full,
    input  wire       rxr_bl_ncb_full,
    input  wire       rxr_bl_ncs_full,
    input  wire       rxr_ak_full,

    // Egress
    input  wire [7:0] txr_req_occ,
    input  wire       txr_ncb_ins,
    input  wire       txr_ncs_ins,
    output reg        hit
);

    localparam [7:0] CLOCKTICKS             = 8'h00;
    localparam [7:0] RXR_BL_DRS_INSERTS     = 8'h01;
    localparam [7:0] RXR_BL_NCB_INSERTS     = 8'h02;
    localparam [7:0] RXR_BL_NCS_INSERTS     = 8'h03;
    localparam [7:0] RXR_BL_DRS_CYCLES_FULL = 8'h04;
    localparam [7:0] RXR_BL_NCB_CYCLES_FULL = 8'h05;
    localparam [7:0] RXR_BL_NCS_CYCLES_FULL = 8'h06;
    localparam [7:0] RXR_AK_INSERTS         = 8'h0A;
    localparam [7:0] RXR_AK_CYCLES_FULL     = 8'h0B;
    localparam [7:0] TXR_REQUEST_OCCUPANCY  = 8'h0D;
    localparam [7:0] TXR_DATA_INSERTS_NCB   = 8'h0E;
    localparam [7:0] TXR_DATA_INSERTS_NCS   = 8'h0F;

    always @*
        case (ev_sel)
            CLOCKTICKS:             hit = 1'b1;
            RXR_BL_DRS_INSERTS:     hit = rxr_bl_drs_ins;
            RXR_BL_NCB_INSERTS:     hit = rxr_bl_ncb_ins;
            RXR_BL_NCS_INSERTS:     hit = rxr_bl_ncs_ins;
            RXR_BL_DRS_CYCLES_FULL: hit = rxr_bl_drs_full;
            RXR_BL_NCB_CYCLES_FULL: hit = rxr_bl_ncb_full;
            RXR_BL_NCS_CYCLES_FULL: hit = rxr_bl_ncs_full;
            RXR_AK_INSERTS:         hit = rxr_ak_ins;
            RXR_AK_CYCLES_FULL:     hit = rxr_ak_full;
            TXR_REQUEST_OCCUPANCY:  hit = |txr_req_occ;
            TXR_DATA_INSERTS_NCB:   hit = txr_ncb_ins;
            TXR_DATA_INSERTS_NCS:   hit = txr_ncs_ins;
            default:                hit = 1'b0;
        endcase

endmodule

`default_nettype wire
