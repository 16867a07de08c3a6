// Read data of the registers of one thread (3.3.1, 3.3.2). Combinational.
//   PMC, IBR, DBR, CR   as stored; the top refuses them to privilege levels other than 0
//   PMD4 to 15          the count, sign-extended
//   PMD32 to 63         0 while the thread is not frozen; with IPF_A12 = 1 always as stored
//   users               read 0 of a PMD if PSR.sp is 1 or its monitor is privileged
`default_nettype none

module itanium_read #(
    parameter IPF_A12 = 0   // see itanium_core
) (
    // The access
    input  wire [2:0]    space,
    input  wire [7:0]    index,
    input  wire          user,
    input  wire          psr_sp,

    // State
    input  wire [15:0]   pmc0,
    input  wire [371:0]  pmc,
    input  wire [563:0]  count,
    input  wire [57:0]   pmc32,
    input  wire [40:0]   pmc33,
    input  wire [57:0]   pmc34,
    input  wire [40:0]   pmc35,
    input  wire [3:0]    pmc36,
    input  wire [13:0]   pmc37,
    input  wire [13:0]   pmc38,
    input  wire [15:0]   pmc39,
    input  wire [25:0]   pmc40,
    input  wire [48:0]   pmc41,
    input  wire [18:0]   pmc42,
    input  wire [21:0]   pmc43,
    input  wire [63:0]   pmd32,
    input  wire [15:0]   pmd33,
    input  wire [63:0]   pmd34,
    input  wire [12:0]   pmd35,
    input  wire [63:0]   pmd36,
    input  wire [5:0]    pmd38,
    input  wire [63:0]   pmd39,
    input  wire [1023:0] entries,
    input  wire [511:0]  ibr,
    input  wire [511:0]  dbr,
    input  wire [16:0]   pmv,

    output reg  [63:0]   rdata
);

    reg  [63:0] configuration;
    reg  [63:0] data;
    reg         pm;

    wire        counts  = index >= 8'd4 & index < 8'd16;
    wire        entry   = index >= 8'd48 & index < 8'd64;
    wire [3:0]  counter = index[3:0] - 4'd4;

    // The privilege of the trace buffer is that of the monitor that writes it.
    wire        trace_pm = pmc42[10:8] == 3'd0 ? pmc39[6] : pmc42[6];
    wire [63:0] ext      = pmd39 & {16{{2{pmc42[10]}}, 2'b11}};

    reg  [30:0] pmc_counter;
    reg  [46:0] count_counter;
    integer     i;

    always @* begin
        pmc_counter   = 31'd0;
        count_counter = 47'd0;
        for (i = 0; i < 12; i = i + 1)
            if (counter == i[3:0]) begin
                pmc_counter   = pmc[31*i +: 31];
                count_counter = count[47*i +: 47];
            end
    end

    always @*
        case (index)
            8'd0:    configuration = {48'd0, pmc0};
            8'd32:   configuration = {6'd0, pmc32};
            8'd33:   configuration = {23'd0, pmc33};
            8'd34:   configuration = {6'd0, pmc34};
            8'd35:   configuration = {23'd0, pmc35};
            8'd36:   configuration = {60'd0, pmc36};
            8'd37:   configuration = {50'd0, pmc37};
            8'd38:   configuration = {50'd0, pmc38};
            8'd39:   configuration = {48'd0, pmc39};
            8'd40:   configuration = {38'd0, pmc40};
            8'd41:   configuration = {15'd0, pmc41};
            8'd42:   configuration = {45'd0, pmc42};
            8'd43:   configuration = {42'd0, pmc43};
            default: configuration = {33'd0, pmc_counter & {31{counts}}};
        endcase

    always @*
        case (index)
            8'd32:   data = pmd32;
            8'd33:   data = {48'd0, pmd33};
            8'd34:   data = pmd34;
            8'd35:   data = {51'd0, pmd35};
            8'd36:   data = pmd36;
            8'd38:   data = {58'd0, pmd38};
            8'd39:   data = ext;
            default: data = entries[64*index[3:0] +: 64] & {64{entry}};
        endcase

    always @*
        case (index)
            8'd32, 8'd33, 8'd36: pm = pmc40[6];
            8'd34, 8'd35:        pm = pmc37[4];
            default:             pm = counts ? pmc_counter[6] : trace_pm;
        endcase

    wire        hidden = user & (psr_sp | pm);
    wire        stored = IPF_A12 != 0 | pmc0[0];
    wire [63:0] shown  = counts ? {{17{count_counter[46]}}, count_counter}
                       : stored ? data
                       :          64'd0;

    always @*
        case (space)
            3'd0:    rdata = configuration;
            3'd1:    rdata = shown & {64{~hidden}};
            3'd2:    rdata = ibr[64*index[2:0] +: 64] & {64{index < 8'd8}};
            3'd3:    rdata = dbr[64*index[2:0] +: 64] & {64{index < 8'd8}};
            3'd4:    rdata = {47'd0, pmv} & {64{index == 8'd73}};
            default: rdata = 64'd0;
        endcase

endmodule

`default_nettype wire
