// Detects the selected event of ticks, requests, directory, snoops or trackers in this cycle. Several sub-events in one
// cycle count once. Combinational.
//
//   ev_sel | event                       | umask bits
//     00h  | CLOCKTICKS                  | ignored; every cycle
//     01h  | REQUESTS                    | 0, 1 reads, 2, 3 writes, 4, 5 InvItoE
//     0Bh  | CONFLICT_CYCLES             | 1 conflict, 2 last, 3 AckCnflt, 4 Cmp_Fwd
//     0Ch  | DIRECTORY_LOOKUP            | 0 snoop, 1 none
//     0Dh  | DIRECTORY_UPDATE            | 0 set, 1 clear
//     11h  | DIRECT2CORE_COUNT           | ignored
//     12h  | DIRECT2CORE_CYCLES_DISABLED | ignored
//     13h  | DIRECT2CORE_TXN_OVERRIDE    | ignored
//     21h  | SNOOP_RESP                  | 0 - 6 kinds of responses
//     41h  | DIRECTORY_LAT_OPT           | ignored
//     42h  | BT_CYCLES_NE                | ignored
//     52h  | BT_BYPASS                   | ignored
//     53h  | OSB                         | 1 local read, 2 local InvItoE, 3 remote
//     54h  | OSB_EDR                     | 0 all, 1 - 4 kinds of reads
//     56h  | IODC_INSERTS                | ignored
//     57h  | IODC_CONFLICTS              | 0 any, 2 last
//     58h  | IODC_OLEN_WBMTOI            | ignored
//     60h  | SNP_RESP_RECV_LOCAL         | 0 - 7 kinds of responses
//   others |                             | nothing
`default_nettype none

module ivt_ha_protocol_events (
    // Selection
    input  wire [7:0] ev_sel,
    input  wire [7:0] umask,

    // Requests
    input  wire [7:0] e_requests,
    input  wire [7:0] e_conflict,
    input  wire [7:0] e_dir_lookup,
    input  wire [7:0] e_dir_update,
    input  wire       e_d2c_sent,
    input  wire       e_d2c_dis,
    input  wire       e_d2c_ovr,

    // Snoop responses
    input  wire [7:0] e_snoop_resp,
    input  wire [7:0] e_snp_local,

    // Directory, backup tracker, IODC
    input  wire       e_dir_lat_opt,
    input  wire       e_bt_bypass,
    input  wire       e_iodc_ins,
    input  wire       e_iodc_olen,
    input  wire       bt_ne,

    // Broadcasts, conflicts
    input  wire [7:0] e_osb,
    input  wire [7:0] e_osb_edr,
    input  wire [7:0] e_iodc_conf,
    output reg        hit
);

    localparam [7:0] CLOCKTICKS                  = 8'h00;
    localparam [7:0] REQUESTS                    = 8'h01;
    localparam [7:0] CONFLICT_CYCLES             = 8'h0B;
    localparam [7:0] DIRECTORY_LOOKUP            = 8'h0C;
    localparam [7:0] DIRECTORY_UPDATE            = 8'h0D;
    localparam [7:0] DIRECT2CORE_COUNT           = 8'h11;
    localparam [7:0] DIRECT2CORE_CYCLES_DISABLED = 8'h12;
    localparam [7:0] DIRECT2CORE_TXN_OVERRIDE    = 8'h13;
    localparam [7:0] SNOOP_RESP                  = 8'h21;
    localparam [7:0] DIRECTORY_LAT_OPT           = 8'h41;
    localparam [7:0] BT_CYCLES_NE                = 8'h42;
    localparam [7:0] BT_BYPASS                   = 8'h52;
    localparam [7:0] OSB                         = 8'h53;
    localparam [7:0] OSB_EDR                     = 8'h54;
    localparam [7:0] IODC_INSERTS                = 8'h56;
    localparam [7:0] IODC_CONFLICTS              = 8'h57;
    localparam [7:0] IODC_OLEN_WBMTOI            = 8'h58;
    localparam [7:0] SNP_RESP_RECV_LOCAL         = 8'h60;

    // Bits of umask that select a sub-event
    localparam [7:0] REQUEST_BITS   = 8'b0011_1111;
    localparam [7:0] CONFLICT_BITS  = 8'b0001_1110;
    localparam [7:0] DIRECTORY_BITS = 8'b0000_0011;
    localparam [7:0] RESPONSE_BITS  = 8'b0111_1111;
    localparam [7:0] OSB_BITS       = 8'b0000_1110;
    localparam [7:0] OSB_EDR_BITS   = 8'b0001_1111;
    localparam [7:0] IODC_BITS      = 8'b0000_0101;

    always @*
        case (ev_sel)
            CLOCKTICKS:                  hit = 1'b1;
            REQUESTS:                    hit = |(e_requests & umask & REQUEST_BITS);
            CONFLICT_CYCLES:             hit = |(e_conflict & umask & CONFLICT_BITS);
            DIRECTORY_LOOKUP:            hit = |(e_dir_lookup & umask & DIRECTORY_BITS);
            DIRECTORY_UPDATE:            hit = |(e_dir_update & umask & DIRECTORY_BITS);
            DIRECT2CORE_COUNT:           hit = e_d2c_sent;
            DIRECT2CORE_CYCLES_DISABLED: hit = e_d2c_dis;
            DIRECT2CORE_TXN_OVERRIDE:    hit = e_d2c_ovr;
            SNOOP_RESP:                  hit = |(e_snoop_resp & umask & RESPONSE_BITS);
            DIRECTORY_LAT_OPT:           hit = e_dir_lat_opt;
            BT_CYCLES_NE:                hit = bt_ne;
            BT_BYPASS:                   hit = e_bt_bypass;
            OSB:                         hit = |(e_osb & umask & OSB_BITS);
            OSB_EDR:                     hit = |(e_osb_edr & umask & OSB_EDR_BITS);
            IODC_INSERTS:                hit = e_iodc_ins;
            IODC_CONFLICTS:              hit = |(e_iodc_conf & umask & IODC_BITS);
            IODC_OLEN_WBMTOI:            hit = e_iodc_olen;
            SNP_RESP_RECV_LOCAL:         hit = |(e_snp_local & umask);
            default:                     hit = 1'b0;
        endcase

endmodule

`default_nettype wire
