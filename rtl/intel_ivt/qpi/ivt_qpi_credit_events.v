// Detects the selected credit event in this cycle, without amounts. Several sub-events count once. Combinational.
//
//   ext ev_sel | event                      | umask bits
//    1    1Ch  | VNA_CREDIT_RETURNS         | ignored
//    1    1Dh  | RxL_CREDITS_CONSUMED_VNA   | ignored
//    1    26h  | TxR_AD_HOM_CREDIT_ACQUIRED | 0 VN0, 1 VN1
//    1    27h  | TxR_AD_SNP_CREDIT_ACQUIRED | likewise
//    1    28h  | TxR_AD_NDR_CREDIT_ACQUIRED | likewise
//    1    29h  | TxR_AK_NDR_CREDIT_ACQUIRED | ignored
//    1    2Ah  | TxR_BL_DRS_CREDIT_ACQUIRED | 0 VN0, 1 VN1, 2 shared
//    1    2Bh  | TxR_BL_NCB_CREDIT_ACQUIRED | 0 VN0, 1 VN1
//    1    2Ch  | TxR_BL_NCS_CREDIT_ACQUIRED | likewise
//     others   |                            | nothing
`default_nettype none

module ivt_qpi_credit_events (
    // Selection
    input  wire       ev_sel_ext,
    input  wire [7:0] ev_sel,
    input  wire [2:0] umask,       // no event has more sub-events

    // Credits of the receive queue
    input  wire       rx_vna_use,
    input  wire       vna_ret,

    // Credits to R3QPI
    input  wire [1:0] ad_hom_acq,
    input  wire [1:0] ad_snp_acq,
    input  wire [1:0] ad_ndr_acq,
    input  wire [1:0] bl_ncb_acq,
    input  wire [1:0] bl_ncs_acq,
    input  wire [2:0] bl_drs_acq,
    input  wire       ak_ndr_acq,
    output reg        hit
);

    localparam [8:0] VNA_CREDIT_RETURNS         = 9'h11C;
    localparam [8:0] RXL_CREDITS_CONSUMED_VNA   = 9'h11D;
    localparam [8:0] TXR_AD_HOM_CREDIT_ACQUIRED = 9'h126;
    localparam [8:0] TXR_AD_SNP_CREDIT_ACQUIRED = 9'h127;
    localparam [8:0] TXR_AD_NDR_CREDIT_ACQUIRED = 9'h128;
    localparam [8:0] TXR_AK_NDR_CREDIT_ACQUIRED = 9'h129;
    localparam [8:0] TXR_BL_DRS_CREDIT_ACQUIRED = 9'h12A;
    localparam [8:0] TXR_BL_NCB_CREDIT_ACQUIRED = 9'h12B;
    localparam [8:0] TXR_BL_NCS_CREDIT_ACQUIRED = 9'h12C;

    always @*
        case ({ev_sel_ext, ev_sel})
            VNA_CREDIT_RETURNS:         hit = vna_ret;
            RXL_CREDITS_CONSUMED_VNA:   hit = rx_vna_use;
            TXR_AD_HOM_CREDIT_ACQUIRED: hit = |(ad_hom_acq & umask[1:0]);
            TXR_AD_SNP_CREDIT_ACQUIRED: hit = |(ad_snp_acq & umask[1:0]);
            TXR_AD_NDR_CREDIT_ACQUIRED: hit = |(ad_ndr_acq & umask[1:0]);
            TXR_AK_NDR_CREDIT_ACQUIRED: hit = ak_ndr_acq;
            TXR_BL_DRS_CREDIT_ACQUIRED: hit = |(bl_drs_acq & umask);
            TXR_BL_NCB_CREDIT_ACQUIRED: hit = |(bl_ncb_acq & umask[1:0]);
            TXR_BL_NCS_CREDIT_ACQUIRED: hit = |(bl_ncs_acq & umask[1:0]);
            default:                    hit = 1'b0;
        endcase

endmodule

`default_nettype wire
