// Number of entries of the write cache that the selected event counts. Combinational.
//
//   ev_sel | event                       | entries
//     10h  | CACHE_READ_OCCUPANCY        | reads
//     11h  | CACHE_WRITE_OCCUPANCY       | writes
//     12h  | CACHE_TOTAL_OCCUPANCY       | both, added
//     13h  | CACHE_OWN_OCCUPANCY         | waiting for ownership
//     14h  | CACHE_ACK_PENDING_OCCUPANCY | waiting for their acknowledgement
//   others |                             | none
//
//   umask bits 1:0 | of
//        x1        | all sources
//        10        | the source of the filter
//        00        | none
`default_nettype none

module ivt_irp_cache_events #(
    parameter COUNT_WIDTH = 9
) (
    // Selection
    input  wire [7:0]             ev_sel,
    input  wire [1:0]             umask,      // no event has more sub-events

    // Write cache
    input  wire [7:0]             c_rd_any,
    input  wire [7:0]             c_wr_any,
    input  wire [7:0]             c_own_any,
    input  wire [7:0]             c_ack_any,
    input  wire [7:0]             c_rd_src,
    input  wire [7:0]             c_wr_src,
    input  wire [7:0]             c_own_src,
    input  wire [7:0]             c_ack_src,
    output reg  [COUNT_WIDTH-1:0] count
);

    localparam [7:0] CACHE_READ_OCCUPANCY        = 8'h10;
    localparam [7:0] CACHE_WRITE_OCCUPANCY       = 8'h11;
    localparam [7:0] CACHE_TOTAL_OCCUPANCY       = 8'h12;
    localparam [7:0] CACHE_OWN_OCCUPANCY         = 8'h13;
    localparam [7:0] CACHE_ACK_PENDING_OCCUPANCY = 8'h14;

    localparam ANY    = 0;
    localparam SOURCE = 1;

    wire [7:0] from    = {8{umask[SOURCE]}};
    wire [7:0] rd_sel  = umask[ANY] ? c_rd_any  : c_rd_src  & from;
    wire [7:0] wr_sel  = umask[ANY] ? c_wr_any  : c_wr_src  & from;
    wire [7:0] own_sel = umask[ANY] ? c_own_any : c_own_src & from;
    wire [7:0] ack_sel = umask[ANY] ? c_ack_any : c_ack_src & from;

    wire [COUNT_WIDTH-1:0] reads  = {{COUNT_WIDTH-8{1'b0}}, rd_sel};
    wire [COUNT_WIDTH-1:0] writes = {{COUNT_WIDTH-8{1'b0}}, wr_sel};

    always @*
        case (ev_sel)
            CACHE_READ_OCCUPANCY:        count = reads;
            CACHE_WRITE_OCCUPANCY:       count = writes;
            CACHE_TOTAL_OCCUPANCY:       count = reads + writes;
            CACHE_OWN_OCCUPANCY:         count = {{COUNT_WIDTH-8{1'b0}}, own_sel};
            CACHE_ACK_PENDING_OCCUPANCY: count = {{COUNT_WIDTH-8{1'b0}}, ack_sel};
            default:                     count = {COUNT_WIDTH{1'b0}};
        endcase

endmodule

`default_nettype wire
