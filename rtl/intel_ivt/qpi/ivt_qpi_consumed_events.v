// Number of credits of the receive queue that packets of the selected classes consume in this cycle. Combinational.
//
//   ext ev_sel | event                    | umask bits
//    1    1Eh  | RxL_CREDITS_CONSUMED_VN0 | 0 - 5 DRS, NCB, NCS, HOM, SNP, NDR
//    1    39h  | RxL_CREDITS_CONSUMED_VN1 | likewise
//     others   |                          | nothing
`default_nettype none

module ivt_qpi_consumed_events #(
    parameter CLASSES     = 6,
    parameter COUNT_WIDTH = 5   // fits three for each class
) (
    // Selection
    input  wire                   ev_sel_ext,
    input  wire [7:0]             ev_sel,
    input  wire [CLASSES-1:0]     umask,       // no event has more sub-events

    // Credits taken, DRS in the low bits
    input  wire [2*CLASSES-1:0]   rx_vn0_use,
    input  wire [2*CLASSES-1:0]   rx_vn1_use,
    output reg  [COUNT_WIDTH-1:0] count
);

    localparam [8:0] RXL_CREDITS_CONSUMED_VN0 = 9'h11E;
    localparam [8:0] RXL_CREDITS_CONSUMED_VN1 = 9'h139;

    wire                 vn0  = {ev_sel_ext, ev_sel} == RXL_CREDITS_CONSUMED_VN0;
    wire                 vn1  = {ev_sel_ext, ev_sel} == RXL_CREDITS_CONSUMED_VN1;
    wire [2*CLASSES-1:0] used = (rx_vn0_use & {2*CLASSES{vn0}}) | (rx_vn1_use & {2*CLASSES{vn1}});
    integer              k;

    always @* begin
        count = {COUNT_WIDTH{1'b0}};
        for (k = 0; k < CLASSES; k = k + 1)
            count = count + {{COUNT_WIDTH-2{1'b0}}, used[2*k +: 2] & {2{umask[k]}}};
    end

endmodule

`default_nettype wire
