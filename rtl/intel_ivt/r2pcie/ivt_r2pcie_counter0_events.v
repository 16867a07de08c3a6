// Number of events in this cycle, for events that only counter 0 can select. Combinational.
//
//   ev_sel | event           | umask bits            | counts
//     12h  | RxR_AK_BOUNCES  | 0 clockwise, 1 counter | 1 for any
//     13h  | RxR_OCCUPANCY   | 3 DRS                 | the entries of the queue
//     23h  | TxR_CYCLES_NE   | 0 AD, 1 AK, 2 BL      | 1 for any
//     25h  | TxR_CYCLES_FULL | likewise              | 1 for any
//   others |                 |                       | nothing
`default_nettype none

module ivt_r2pcie_counter0_events #(
    parameter OCC_WIDTH = 5
) (
    // Selection
    input  wire [7:0]           ev_sel,
    input  wire [3:0]           umask,          // no event has more sub-events

    // Queues
    input  wire [1:0]           rxr_ak_bounce,
    input  wire [OCC_WIDTH-1:0] rxr_drs_occ,
    input  wire [2:0]           txr_ne,
    input  wire [2:0]           txr_full,
    output wire [OCC_WIDTH-1:0] count
);

    localparam [7:0] RXR_AK_BOUNCES  = 8'h12;
    localparam [7:0] RXR_OCCUPANCY   = 8'h13;
    localparam [7:0] TXR_CYCLES_NE   = 8'h23;
    localparam [7:0] TXR_CYCLES_FULL = 8'h25;

    localparam DRS = 3;

    wire occupancy = (ev_sel == RXR_OCCUPANCY) & umask[DRS];
    reg  hit;

    always @*
        case (ev_sel)
            RXR_AK_BOUNCES:  hit = |(rxr_ak_bounce & umask[1:0]);
            TXR_CYCLES_NE:   hit = |(txr_ne & umask[2:0]);
            TXR_CYCLES_FULL: hit = |(txr_full & umask[2:0]);
            default:         hit = 1'b0;
        endcase

    assign count = (rxr_drs_occ & {OCC_WIDTH{occupancy}}) | {{OCC_WIDTH-1{1'b0}}, hit};

endmodule

`default_nettype wire
