// Amount of the selected event in this cycle, for events on the path to memory that can exceed one. Combinational.
//
//   ev_sel | event                     | umask bits        | amount
//     15h  | RPQ_CYCLES_NO_REG_CREDITS | 0 - 3 channels    | selected channels without credit
//     17h  | IMC_READS                 | 0 normal priority | the reads
//     18h  | WPQ_CYCLES_NO_REG_CREDITS | 0 - 3 channels    | selected channels without credit
//     1Bh  | TAD_REQUESTS_G0           | regions 0 - 7     | requests to selected regions
//     1Ch  | TAD_REQUESTS_G1           | regions 8 - 11    | likewise
//   others |                           |                   | 0
`default_nettype none

module ivt_ha_amount_events #(
    parameter AMOUNT_WIDTH = 3   // width of the reads
) (
    // Selection
    input  wire [7:0]              ev_sel,
    input  wire [7:0]              umask,

    // Credits and reads
    input  wire [3:0]              rpq_nocrd,
    input  wire [3:0]              wpq_nocrd,
    input  wire [AMOUNT_WIDTH-1:0] imc_reads,

    // Two requests with their regions
    input  wire [1:0]              tad_v,
    input  wire [7:0]              tad_region,
    output reg  [AMOUNT_WIDTH-1:0] amount
);

    localparam [7:0] RPQ_CYCLES_NO_REG_CREDITS = 8'h15;
    localparam [7:0] IMC_READS                 = 8'h17;
    localparam [7:0] WPQ_CYCLES_NO_REG_CREDITS = 8'h18;
    localparam [7:0] TAD_REQUESTS_G0           = 8'h1B;
    localparam [7:0] TAD_REQUESTS_G1           = 8'h1C;

    localparam [1:0] REGIONS_8_TO_11 = 2'b10;   // upper bits of the region numbers

    wire [1:0] in_g0;
    wire [1:0] in_g1;

    genvar r;
    generate
        for (r = 0; r < 2; r = r + 1) begin : g_request
            wire [3:0] region = tad_region[4*r +: 4];

            assign in_g0[r] = tad_v[r] & ~region[3] & umask[region[2:0]];
            assign in_g1[r] = tad_v[r] & (region[3:2] == REGIONS_8_TO_11) & umask[{1'b0, region[1:0]}];
        end
    endgenerate

    // Channels or requests that umask selects, one bit for each.
    reg [3:0] found;

    always @*
        case (ev_sel)
            RPQ_CYCLES_NO_REG_CREDITS: found = rpq_nocrd & umask[3:0];
            WPQ_CYCLES_NO_REG_CREDITS: found = wpq_nocrd & umask[3:0];
            TAD_REQUESTS_G0:           found = {2'd0, in_g0};
            TAD_REQUESTS_G1:           found = {2'd0, in_g1};
            default:                   found = 4'd0;
        endcase

    wire    normal_reads = (ev_sel == IMC_READS) & umask[0];
    integer k;

    always @* begin
        amount = imc_reads & {AMOUNT_WIDTH{normal_reads}};
        for (k = 0; k < 4; k = k + 1)
            amount = amount + {{AMOUNT_WIDTH-1{1'b0}}, found[k]};
    end

endmodule

`default_nettype wire
