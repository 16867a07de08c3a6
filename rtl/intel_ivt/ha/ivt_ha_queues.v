// Occupancies of the backup tracker and of the BL egress. They follow their queues regardless of the counters. Software
// clears those of an event by a write to a control register that sets q_occ_rst and selects the event.
//
// The tracker has one occupancy for each sub-event of BT_OCCUPANCY, so a request is in one or two of them:
//
//   sub-event | requests         sub-event | requests
//       0     | local                3     | remote, read
//       1     | remote               4     | local, write
//       2     | local, read          5     | remote, write
`default_nettype none

module ivt_ha_queues #(
    parameter BT_CLASSES     = 6,
    parameter BT_OCC_WIDTH   = 10,
    parameter TXR_SCHEDULERS = 2,
    parameter TXR_OCC_WIDTH  = 5
) (
    // Clock and reset
    input  wire                                    clk,
    input  wire                                    rst,

    // Software write to a control register
    input  wire                                    ctl_write,
    input  wire [31:0]                             wdata,

    // BL egress
    input  wire [TXR_SCHEDULERS-1:0]               txr_bl_alloc,
    input  wire [TXR_SCHEDULERS-1:0]               txr_bl_dealloc,

    // Backup tracker; a class is local, read and write in bits 0, 1 and 2
    input  wire                                    bt_alloc_v,
    input  wire [2:0]                              bt_alloc_cls,
    input  wire                                    bt_dealloc_v,
    input  wire [2:0]                              bt_dealloc_cls,

    // Occupancies, sub-event 0 in the low bits
    output wire [BT_OCC_WIDTH*BT_CLASSES-1:0]      bt_occ,
    output wire [TXR_OCC_WIDTH*TXR_SCHEDULERS-1:0] txr_occ
);

    localparam       Q_OCC_RST        = 16;
    localparam [7:0] TXR_BL_OCCUPANCY = 8'h34;
    localparam [7:0] BT_OCCUPANCY     = 8'h43;

    localparam [BT_OCC_WIDTH-1:0]  BT_MAX  = 512;
    localparam [TXR_OCC_WIDTH-1:0] TXR_MAX = 20;

    wire        q_occ_rst    = ctl_write & wdata[Q_OCC_RST];
    wire        bt_clear     = q_occ_rst & (wdata[7:0] == BT_OCCUPANCY);
    wire        txr_clear    = q_occ_rst & (wdata[7:0] == TXR_BL_OCCUPANCY);
    wire [22:0] unused_wdata = {wdata[31:Q_OCC_RST+1], wdata[Q_OCC_RST-1:8]};

    wire [BT_CLASSES-1:0] bt_alloc;
    wire [BT_CLASSES-1:0] bt_dealloc;

    ivt_ha_tracker_class u_alloc_class (
        .valid (bt_alloc_v),
        .cls   (bt_alloc_cls),
        .fits  (bt_alloc)
    );

    ivt_ha_tracker_class u_dealloc_class (
        .valid (bt_dealloc_v),
        .cls   (bt_dealloc_cls),
        .fits  (bt_dealloc)
    );

    genvar i;
    generate
        for (i = 0; i < BT_CLASSES; i = i + 1) begin : g_bt
            ivt_ha_occupancy #(
                .WIDTH (BT_OCC_WIDTH),
                .MAX   (BT_MAX)
            ) u_occ (
                .clk     (clk),
                .rst     (rst),
                .clear   (bt_clear),
                .alloc   (bt_alloc[i]),
                .dealloc (bt_dealloc[i]),
                .occ_q   (bt_occ[BT_OCC_WIDTH*i +: BT_OCC_WIDTH])
            );
        end

        for (i = 0; i < TXR_SCHEDULERS; i = i + 1) begin : g_txr
            ivt_ha_occupancy #(
                .WIDTH (TXR_OCC_WIDTH),
                .MAX   (TXR_MAX)
            ) u_occ (
                .clk     (clk),
                .rst     (rst),
                .clear   (txr_clear),
                .alloc   (txr_bl_alloc[i]),
                .dealloc (txr_bl_dealloc[i]),
                .occ_q   (txr_occ[TXR_OCC_WIDTH*i +: TXR_OCC_WIDTH])
            );
        end
    endgenerate

endmodule

`default_nettype wire
