// Number of available credits to R3QPI, summed over the virtual networks that umask selects. Combinational.
//
//   ext ev_sel | event                       | umask bits
//    1    1Fh  | TxR_BL_DRS_CREDIT_OCCUPANCY | 0 VN0, 1 VN1, 2 shared
//    1    20h  | TxR_BL_NCB_CREDIT_OCCUPANCY | 0 VN0, 1 VN1
//    1    21h  | TxR_BL_NCS_CREDIT_OCCUPANCY | likewise
//    1    22h  | TxR_AD_HOM_CREDIT_OCCUPANCY | likewise
//    1    23h  | TxR_AD_SNP_CREDIT_OCCUPANCY | likewise
//    1    24h  | TxR_AD_NDR_CREDIT_OCCUPANCY | likewise
//    1    25h  | TxR_AK_NDR_CREDIT_OCCUPANCY | ignored
//     others   |                             | nothing
`default_nettype none

module ivt_qpi_available_events #(
    parameter COUNT_WIDTH = 7   // fits three of the widest
) (
    // Selection
    input  wire                   ev_sel_ext,
    input  wire [7:0]             ev_sel,
    input  wire [2:0]             umask,       // no event has more sub-events

    // Credits to R3QPI
    input  wire [9:0]             ad_hom_occ,
    input  wire [9:0]             ad_snp_occ,
    input  wire [7:0]             ad_ndr_occ,
    input  wire [2:0]             ak_ndr_occ,
    input  wire [11:0]            bl_drs_occ,
    input  wire [3:0]             bl_ncb_occ,
    input  wire [3:0]             bl_ncs_occ,
    output wire [COUNT_WIDTH-1:0] count
);

    localparam [8:0] TXR_BL_DRS_CREDIT_OCCUPANCY = 9'h11F;
    localparam [8:0] TXR_BL_NCB_CREDIT_OCCUPANCY = 9'h120;
    localparam [8:0] TXR_BL_NCS_CREDIT_OCCUPANCY = 9'h121;
    localparam [8:0] TXR_AD_HOM_CREDIT_OCCUPANCY = 9'h122;
    localparam [8:0] TXR_AD_SNP_CREDIT_OCCUPANCY = 9'h123;
    localparam [8:0] TXR_AD_NDR_CREDIT_OCCUPANCY = 9'h124;
    localparam [8:0] TXR_AK_NDR_CREDIT_OCCUPANCY = 9'h125;

    // Credits of the selected event: AK has one number, the others have one for each network.
    reg [4:0] vn0;
    reg [4:0] vn1;
    reg [3:0] shared;
    reg [2:0] ak;

    always @* begin
        vn0    = 5'd0;
        vn1    = 5'd0;
        shared = 4'd0;
        ak     = 3'd0;
        case ({ev_sel_ext, ev_sel})
            TXR_BL_DRS_CREDIT_OCCUPANCY: begin
                vn0    = {1'd0, bl_drs_occ[3:0]};
                vn1    = {1'd0, bl_drs_occ[7:4]};
                shared = bl_drs_occ[11:8];
            end
            TXR_BL_NCB_CREDIT_OCCUPANCY: begin
                vn0    = {3'd0, bl_ncb_occ[1:0]};
                vn1    = {3'd0, bl_ncb_occ[3:2]};
            end
            TXR_BL_NCS_CREDIT_OCCUPANCY: begin
                vn0    = {3'd0, bl_ncs_occ[1:0]};
                vn1    = {3'd0, bl_ncs_occ[3:2]};
            end
            TXR_AD_HOM_CREDIT_OCCUPANCY: begin
                vn0    = ad_hom_occ[4:0];
                vn1    = ad_hom_occ[9:5];
            end
            TXR_AD_SNP_CREDIT_OCCUPANCY: begin
                vn0    = ad_snp_occ[4:0];
                vn1    = ad_snp_occ[9:5];
            end
            TXR_AD_NDR_CREDIT_OCCUPANCY: begin
                vn0    = {1'd0, ad_ndr_occ[3:0]};
                vn1    = {1'd0, ad_ndr_occ[7:4]};
            end
            TXR_AK_NDR_CREDIT_OCCUPANCY:
                ak     = ak_ndr_occ;
            default:
                ak     = 3'd0;
        endcase
    end

    assign count = {{COUNT_WIDTH-5{1'b0}}, vn0 & {5{umask[0]}}}
                 + {{COUNT_WIDTH-5{1'b0}}, vn1 & {5{umask[1]}}}
                 + {{COUNT_WIDTH-4{1'b0}}, shared & {4{umask[2]}}}
                 + {{COUNT_WIDTH-3{1'b0}}, ak};

endmodule

`default_nettype wire
