// Number of cores in each C-state that has a counter. Combinational.
//
//   core_cst | state
//      01    | C0 or C1
//      10    | C3
//      11    | C6 or C7
//      00    | none of these
`default_nettype none

module ivt_pcu_core_states #(
    parameter CORES       = 15,
    parameter COUNT_WIDTH = 4
) (
    input  wire [2*CORES-1:0]     core_cst,   // core 0 in the low bits
    output reg  [COUNT_WIDTH-1:0] c0,
    output reg  [COUNT_WIDTH-1:0] c3,
    output reg  [COUNT_WIDTH-1:0] c6
);

    localparam [1:0] IN_C0 = 2'b01;
    localparam [1:0] IN_C3 = 2'b10;
    localparam [1:0] IN_C6 = 2'b11;

    integer n;

    always @* begin
        c0 = {COUNT_WIDTH{1'b0}};
        c3 = {COUNT_WIDTH{1'b0}};
        c6 = {COUNT_WIDTH{1'b0}};
        for (n = 0; n < CORES; n = n + 1) begin
            c0 = c0 + {{COUNT_WIDTH-1{1'b0}}, core_cst[2*n +: 2] == IN_C0};
            c3 = c3 + {{COUNT_WIDTH-1{1'b0}}, core_cst[2*n +: 2] == IN_C3};
            c6 = c6 + {{COUNT_WIDTH-1{1'b0}}, core_cst[2*n +: 2] == IN_C6};
        end
    end

endmodule

`default_nettype wire
