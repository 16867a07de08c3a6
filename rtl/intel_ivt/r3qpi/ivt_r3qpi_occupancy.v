// Number of entries in the ingress queues that umask selects, for RxR_OCCUPANCY (13h) of counter 0. Combinational.
`default_nettype none

module ivt_r3qpi_occupancy #(
    parameter QUEUES      = 6,
    parameter OCC_WIDTH   = 6,
    parameter COUNT_WIDTH = 9   // fits the sum of all queues
) (
    // Selection
    input  wire [7:0]                  ev_sel,
    input  wire [QUEUES-1:0]           umask,

    // Entries of the queues of HOM, SNP, NDR, DRS, NCB and NCS, HOM in the low bits
    input  wire [OCC_WIDTH*QUEUES-1:0] rxr_occ,
    output reg  [COUNT_WIDTH-1:0]      count
);

    localparam [7:0] RXR_OCCUPANCY = 8'h13;

    wire [QUEUES-1:0] counted = umask & {QUEUES{ev_sel == RXR_OCCUPANCY}};
    integer           k;

    always @* begin
        count = {COUNT_WIDTH{1'b0}};
        for (k = 0; k < QUEUES; k = k + 1)
            count = count + {{COUNT_WIDTH-OCC_WIDTH{1'b0}},
                             rxr_occ[OCC_WIDTH*k +: OCC_WIDTH] & {OCC_WIDTH{counted[k]}}};
    end

endmodule

`default_nettype wire
