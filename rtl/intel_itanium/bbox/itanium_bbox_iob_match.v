// Compares the packets of this cycle with CTL2 and CTL3: packets of the event list, begin and end of a transaction.
`default_nettype none

module itanium_bbox_iob_match #(
    parameter IBBOX_A06 = 0   // see itanium_bbox
) (
    // CTL0
    input  wire        ackcnflt_en,
    input  wire        wrdata_en,

    // CTL2
    input  wire [1:0]  iob_remote_local,
    input  wire        iob_id_out,
    input  wire        iob_id_in,

    // CTL3: 63:48 opcode_out, 47:32 class_out, 31:16 opcode_in, 15:0 class_in
    input  wire [63:0] ctl3,

    // Packet that arrives from QPI
    input  wire        iob_in_v,
    input  wire [3:0]  iob_in_mc,
    input  wire [3:0]  iob_in_op,
    input  wire        iob_in_rhnid_loc,
    input  wire        iob_in_rsnid_loc,

    // Packet that leaves
    input  wire        iob_out_v,
    input  wire [3:0]  iob_out_mc,
    input  wire [3:0]  iob_out_op,
    input  wire        iob_out_dnid_loc,
    input  wire        iob_out_rhnid_loc,

    // Packets that the event list counts
    output wire        in_packet,
    output wire        out_packet,

    // A transaction begins with the first of these and ends with the second or, regardless of CTL3, with a completion
    output wire        in_transaction,
    output wire        out_transaction,
    output wire        completion
);

    // Message classes
    localparam [3:0]  HOM0      = 4'd0;
    localparam [3:0]  NDR       = 4'd2;
    localparam [3:0]  DRS       = 4'd14;

    // Opcodes, one bit each
    localparam [15:0] ACKCNFLT  = 16'h8000;   // of HOM0: F
    localparam [15:0] WRDATA    = 16'h0DF0;   // of DRS: B, A, 8 to 4
    localparam [15:0] NDR_CMP   = 16'h1D01;   // C, B, A, 8, 0
    localparam [15:0] DRS_CMP   = 16'h0004;   // 2

    wire in_is_packet;
    wire in_is_transaction;
    wire out_is_packet;
    wire out_is_transaction;

    itanium_bbox_iob_packet #(
        .IBBOX_A06 (IBBOX_A06)
    ) u_in (
        .classes          (ctl3[15:0]),
        .opcodes          (ctl3[31:16]),
        .iob_remote_local (iob_remote_local),
        .mc               (iob_in_mc),
        .op               (iob_in_op),
        .is_local         (iob_id_in ? iob_in_rsnid_loc : iob_in_rhnid_loc),
        .is_packet        (in_is_packet),
        .is_transaction   (in_is_transaction)
    );

    itanium_bbox_iob_packet #(
        .IBBOX_A06 (IBBOX_A06)
    ) u_out (
        .classes          (ctl3[47:32]),
        .opcodes          (ctl3[63:48]),
        .iob_remote_local (iob_remote_local),
        .mc               (iob_out_mc),
        .op               (iob_out_op),
        .is_local         (iob_id_out ? iob_out_rhnid_loc : iob_out_dnid_loc),
        .is_packet        (out_is_packet),
        .is_transaction   (out_is_transaction)
    );

    // Packets that count only if CTL0 enables them, and only as input
    wire   left_out        = iob_in_mc == HOM0 & ACKCNFLT[iob_in_op] & ~ackcnflt_en
                           | iob_in_mc == DRS & WRDATA[iob_in_op] & ~wrdata_en;
    wire   in_ok           = iob_in_v & ~left_out;

    assign in_packet       = in_ok & in_is_packet;
    assign in_transaction  = in_ok & in_is_transaction;
    assign out_packet      = iob_out_v & out_is_packet;
    assign out_transaction = iob_out_v & out_is_transaction;
    assign completion      = iob_out_v & (iob_out_mc == NDR & NDR_CMP[iob_out_op] | iob_out_mc == DRS & DRS_CMP[iob_out_op]);

endmodule

`default_nettype wire
