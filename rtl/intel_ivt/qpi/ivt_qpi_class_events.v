// Receive queue events that exist for each message class, for the virtual networks that umask selects. Combinational.
//
//   ext ev_sel    | event             | umask bits   | counts
//    1  09h - 0Eh | RxL_INSERTS_...   | 0 VN0, 1 VN1 | 1 for any
//    1  15h - 1Ah | RxL_OCCUPANCY_... | likewise     | the entries, added
//      others     |                   |              | nothing
//
// The classes are DRS, NCB, NCS, HOM, SNP and NDR, in this order.
`default_nettype none

module ivt_qpi_class_events #(
    parameter CLASSES     = 6,
    parameter OCC_WIDTH   = 8,
    parameter COUNT_WIDTH = 9   // fits the sum of two occupancies
) (
    // Selection
    input  wire                         ev_sel_ext,
    input  wire [7:0]                   ev_sel,
    input  wire [1:0]                   umask,        // no event has more sub-events

    // Receive queue, DRS in the low bits
    input  wire [CLASSES-1:0]           rxq_ins_vn0,
    input  wire [CLASSES-1:0]           rxq_ins_vn1,
    input  wire [OCC_WIDTH*CLASSES-1:0] rxq_occ_vn0,
    input  wire [OCC_WIDTH*CLASSES-1:0] rxq_occ_vn1,
    output wire [COUNT_WIDTH-1:0]       count
);

    localparam [8:0] RXL_INSERTS_DRS   = 9'h109;
    localparam [8:0] RXL_OCCUPANCY_DRS = 9'h115;

    wire [8:0] selection = {ev_sel_ext, ev_sel};

    // At most one class is selected.
    wire [CLASSES-1:0] inserts;
    wire [CLASSES-1:0] occupancy;

    genvar c;
    generate
        for (c = 0; c < CLASSES; c = c + 1) begin : g_class
            assign inserts[c]   = selection == RXL_INSERTS_DRS + c[8:0];
            assign occupancy[c] = selection == RXL_OCCUPANCY_DRS + c[8:0];
        end
    endgenerate

    wire hit = (umask[0] & |(rxq_ins_vn0 & inserts)) | (umask[1] & |(rxq_ins_vn1 & inserts));

    reg [OCC_WIDTH-1:0] vn0;
    reg [OCC_WIDTH-1:0] vn1;
    integer             k;

    always @* begin
        vn0 = {OCC_WIDTH{1'b0}};
        vn1 = {OCC_WIDTH{1'b0}};
        for (k = 0; k < CLASSES; k = k + 1) begin
            vn0 = vn0 | (rxq_occ_vn0[OCC_WIDTH*k +: OCC_WIDTH] & {OCC_WIDTH{occupancy[k] & umask[0]}});
            vn1 = vn1 | (rxq_occ_vn1[OCC_WIDTH*k +: OCC_WIDTH] & {OCC_WIDTH{occupancy[k] & umask[1]}});
        end
    end

    wire [COUNT_WIDTH-1:0] entries = {{COUNT_WIDTH-OCC_WIDTH{1'b0}}, vn0} + {{COUNT_WIDTH-OCC_WIDTH{1'b0}}, vn1};

    assign count = entries | {{COUNT_WIDTH-1{1'b0}}, hit};

endmodule

`default_nettype wire
