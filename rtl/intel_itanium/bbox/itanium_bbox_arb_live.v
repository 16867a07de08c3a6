// Live counts of the arbiter's sets. Set 1 is the total of the conflict queues, modulo 2048; arbq_sel0 selects set 0:
//
//   31:0    that conflict queue
//   32      total of the conflict queues
//   33..37  RIAQ, WIAQ, BRAQ, NBRAQ, COHQ
//   39      CLM
//   40      RIAQ, WIAQ, BRAQ and CLM together
//   41      number of conflict queues that are not empty
//   others  0
`default_nettype none

module itanium_bbox_arb_live (
    // CTL2
    input  wire [5:0]   arbq_sel0,

    // Occupancies, conflict queue 0 in the low bits, and which conflict queues are not empty
    input  wire [223:0] conflict,
    input  wire [31:0]  conflict_ne,
    input  wire [5:0]   riaq,
    input  wire [5:0]   wiaq,
    input  wire [5:0]   braq,
    input  wire [9:0]   nbraq,
    input  wire [9:0]   cohq,
    input  wire [5:0]   clm,

    output reg  [10:0]  live0,
    output wire [10:0]  live1
);

    reg  [10:0] total;
    reg  [5:0]  number;
    integer     q;

    always @* begin
        total  = 11'd0;
        number = 6'd0;
        for (q = 0; q < 32; q = q + 1) begin
            total  = total + {4'd0, conflict[7*q +: 7]};
            number = number + {5'd0, conflict_ne[q]};
        end
    end

    wire [7:0] together = {2'd0, riaq} + {2'd0, wiaq} + {2'd0, braq} + {2'd0, clm};
    wire [6:0] one      = conflict[7*arbq_sel0[4:0] +: 7];

    always @*
        case (arbq_sel0)
            6'd32:   live0 = total;
            6'd33:   live0 = {5'd0, riaq};
            6'd34:   live0 = {5'd0, wiaq};
            6'd35:   live0 = {5'd0, braq};
            6'd36:   live0 = {1'b0, nbraq};
            6'd37:   live0 = {1'b0, cohq};
            6'd39:   live0 = {5'd0, clm};
            6'd40:   live0 = {3'd0, together};
            6'd41:   live0 = {5'd0, number};
            default: live0 = {4'd0, one & {7{~arbq_sel0[5]}}};
        endcase

    assign live1 = total;

endmodule

`default_nettype wire
