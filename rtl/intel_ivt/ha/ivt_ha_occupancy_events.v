// Number of entries in the queues that umask selects, summed over the sub-events without a limit. Combinational.
//
//   ev_sel | event            | umask bits
//     34h  | TxR_BL_OCCUPANCY | 0, 1 schedulers
//     43h  | BT_OCCUPANCY     | 0 - 5 kinds of requests
//   others |                  | nothing
`default_nettype none

module ivt_ha_occupancy_events #(
    parameter BT_CLASSES     = 6,
    parameter BT_OCC_WIDTH   = 10,
    parameter TXR_SCHEDULERS = 2,
    parameter TXR_OCC_WIDTH  = 5,
    parameter COUNT_WIDTH    = 12
) (
    // Selection
    input  wire [7:0]                              ev_sel,
    input  wire [BT_CLASSES-1:0]                   umask,

    // Occupancies, sub-event 0 in the low bits
    input  wire [BT_OCC_WIDTH*BT_CLASSES-1:0]      bt_occ,
    input  wire [TXR_OCC_WIDTH*TXR_SCHEDULERS-1:0] txr_occ,
    output reg  [COUNT_WIDTH-1:0]                  count
);

    localparam [7:0] TXR_BL_OCCUPANCY = 8'h34;
    localparam [7:0] BT_OCCUPANCY     = 8'h43;

    wire [TXR_SCHEDULERS-1:0] txr_selected = umask[TXR_SCHEDULERS-1:0] & {TXR_SCHEDULERS{ev_sel == TXR_BL_OCCUPANCY}};
    wire [BT_CLASSES-1:0]     bt_selected  = umask & {BT_CLASSES{ev_sel == BT_OCCUPANCY}};
    integer                   k;

    always @* begin
        count = {COUNT_WIDTH{1'b0}};
        for (k = 0; k < TXR_SCHEDULERS; k = k + 1)
            count = count + {{COUNT_WIDTH-TXR_OCC_WIDTH{1'b0}},
                             txr_occ[TXR_OCC_WIDTH*k +: TXR_OCC_WIDTH] & {TXR_OCC_WIDTH{txr_selected[k]}}};
        for (k = 0; k < BT_CLASSES; k = k + 1)
            count = count + {{COUNT_WIDTH-BT_OCC_WIDTH{1'b0}},
                             bt_occ[BT_OCC_WIDTH*k +: BT_OCC_WIDTH] & {BT_OCC_WIDTH{bt_selected[k]}}};
    end

endmodule

`default_nettype wire
