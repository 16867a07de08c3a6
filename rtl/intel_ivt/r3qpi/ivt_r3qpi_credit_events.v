// Number of credit events in this cycle, which only counters 0 and 1 can select. Combinational.
//
//   ev_sel | event                  | umask bits                       | counts
//     29h  | QPI0_AD_CREDITS_EMPTY  | 0 VNA, 1 - 3 VN0, 4 - 6 VN1      | 1 for any
//     2Ah  | QPI1_AD_CREDITS_EMPTY  | likewise                         | 1 for any
//     2Bh  | C_LO_AD_CREDITS_EMPTY  | 0 - 7 Cbo 0 - 7                  | 1 for any
//     2Ch  | C_HI_AD_CREDITS_EMPTY  | 0 - 6 Cbo 8 - 14                 | 1 for any
//     2Dh  | QPI0_BL_CREDITS_EMPTY  | as QPI0_AD                       | 1 for any
//     2Eh  | QPI1_BL_CREDITS_EMPTY  | likewise                         | 1 for any
//     2Fh  | HA_R2_BL_CREDITS_EMPTY | 0 HA0, 1 HA1, 2 R2 NCB, 3 R2 NCS | 1 for any
//     31h  | VNA_CREDIT_CYCLES_OUT  | ignored                          | 1
//     32h  | VNA_CREDIT_CYCLES_USED | ignored                          | 1
//     33h  | VNA_CREDITS_ACQUIRED   | 0 AD, 2 BL                       | the credits
//     34h  | VNA_CREDITS_REJECT     | 0 - 5 HOM, SNP, NDR, DRS, NCB,   | 1 for any
//          |                        |       NCS                        |
//     36h  | VN0_CREDITS_USED       | likewise                         | 1 for any
//     37h  | VN0_CREDITS_REJECT     | likewise                         | 1 for any
//     38h  | VN1_CREDITS_USED       | likewise                         | 1 for any
//     39h  | VN1_CREDITS_REJECT     | likewise                         | 1 for any
//   others |                        |                                  | nothing
`default_nettype none

module ivt_r3qpi_credit_events #(
    parameter COUNT_WIDTH = 4   // fits twice the largest number of credits of an input
) (
    // Selection
    input  wire [7:0]             ev_sel,
    input  wire [7:0]             umask,

    // Credits
    input  wire [6:0]             q0_ad_empty,
    input  wire [6:0]             q1_ad_empty,
    input  wire [6:0]             q0_bl_empty,
    input  wire [6:0]             q1_bl_empty,
    input  wire [7:0]             c_lo_empty,
    input  wire [6:0]             c_hi_empty,
    input  wire [3:0]             hr_empty,
    input  wire                   vna_out,
    input  wire                   vna_used,
    input  wire [2:0]             vna_acq_ad,
    input  wire [2:0]             vna_acq_bl,
    input  wire [5:0]             vna_rej,
    input  wire [5:0]             vn0_used,
    input  wire [5:0]             vn0_rej,
    input  wire [5:0]             vn1_used,
    input  wire [5:0]             vn1_rej,
    output wire [COUNT_WIDTH-1:0] count
);

    localparam [7:0] QPI0_AD_CREDITS_EMPTY  = 8'h29;
    localparam [7:0] QPI1_AD_CREDITS_EMPTY  = 8'h2A;
    localparam [7:0] C_LO_AD_CREDITS_EMPTY  = 8'h2B;
    localparam [7:0] C_HI_AD_CREDITS_EMPTY  = 8'h2C;
    localparam [7:0] QPI0_BL_CREDITS_EMPTY  = 8'h2D;
    localparam [7:0] QPI1_BL_CREDITS_EMPTY  = 8'h2E;
    localparam [7:0] HA_R2_BL_CREDITS_EMPTY = 8'h2F;
    localparam [7:0] VNA_CREDIT_CYCLES_OUT  = 8'h31;
    localparam [7:0] VNA_CREDIT_CYCLES_USED = 8'h32;
    localparam [7:0] VNA_CREDITS_ACQUIRED   = 8'h33;
    localparam [7:0] VNA_CREDITS_REJECT     = 8'h34;
    localparam [7:0] VN0_CREDITS_USED       = 8'h36;
    localparam [7:0] VN0_CREDITS_REJECT     = 8'h37;
    localparam [7:0] VN1_CREDITS_USED       = 8'h38;
    localparam [7:0] VN1_CREDITS_REJECT     = 8'h39;

    localparam AD = 0;
    localparam BL = 2;

    reg hit;

    always @*
        case (ev_sel)
            QPI0_AD_CREDITS_EMPTY:  hit = |(q0_ad_empty & umask[6:0]);
            QPI1_AD_CREDITS_EMPTY:  hit = |(q1_ad_empty & umask[6:0]);
            C_LO_AD_CREDITS_EMPTY:  hit = |(c_lo_empty & umask);
            C_HI_AD_CREDITS_EMPTY:  hit = |(c_hi_empty & umask[6:0]);
            QPI0_BL_CREDITS_EMPTY:  hit = |(q0_bl_empty & umask[6:0]);
            QPI1_BL_CREDITS_EMPTY:  hit = |(q1_bl_empty & umask[6:0]);
            HA_R2_BL_CREDITS_EMPTY: hit = |(hr_empty & umask[3:0]);
            VNA_CREDIT_CYCLES_OUT:  hit = vna_out;
            VNA_CREDIT_CYCLES_USED: hit = vna_used;
            VNA_CREDITS_REJECT:     hit = |(vna_rej & umask[5:0]);
            VN0_CREDITS_USED:       hit = |(vn0_used & umask[5:0]);
            VN0_CREDITS_REJECT:     hit = |(vn0_rej & umask[5:0]);
            VN1_CREDITS_USED:       hit = |(vn1_used & umask[5:0]);
            VN1_CREDITS_REJECT:     hit = |(vn1_rej & umask[5:0]);
            default:                hit = 1'b0;
        endcase

    wire                   acquired    = ev_sel == VNA_CREDITS_ACQUIRED;
    wire [COUNT_WIDTH-1:0] acquired_ad = {{COUNT_WIDTH-3{1'b0}}, vna_acq_ad & {3{acquired & umask[AD]}}};
    wire [COUNT_WIDTH-1:0] acquired_bl = {{COUNT_WIDTH-3{1'b0}}, vna_acq_bl & {3{acquired & umask[BL]}}};

    assign count = (acquired_ad + acquired_bl) | {{COUNT_WIDTH-1{1'b0}}, hit};

endmodule

`default_nettype wire
