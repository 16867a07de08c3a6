// Decides whether CTL selects a request, without the conditions of freeze and shift register. Combinational.
`default_nettype none

module itanium_qear_qualifier #(
    parameter QEAR_A01 = 0   // see itanium_qear
) (
    // CTL
    input  wire       v64,
    input  wire [3:0] opmsk,
    input  wire [3:0] op,
    input  wire [2:0] mc,

    // Request
    input  wire       req_v64,
    input  wire [1:0] req_mc,
    input  wire [3:0] req_op,
    input  wire       is_protected,
    input  wire       prot_en,

    output wire       qualified
);

    // Opcodes of the halves of a pair: RdCode 1, RdData 2, RdInvOwn 4
    wire       is_pair   = req_v64 & req_mc == 2'd0 & (req_op == 4'd1 | req_op == 4'd2 | req_op == 4'd4);

    // req_mc: 0 HOM0, 1 NCB, 2 NCS, 3 cannot be selected
    wire [3:0] asked     = {1'b0, mc};
    wire       class_ok  = v64 ? is_pair : asked[req_mc];

    // A bit that is compared must differ, as the manual specifies, or be equal.
    wire [3:0] fits      = (QEAR_A01 != 0) ? ~(req_op ^ op) : req_op ^ op;
    wire       opcode_ok = &(fits | opmsk);

    assign qualified = class_ok & opcode_ok & (prot_en | ~is_protected);

endmodule

`default_nettype wire
