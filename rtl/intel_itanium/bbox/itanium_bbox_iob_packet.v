// Compares a packet with CTL3 and CTL2: message class, opcode, and the socket of an agent that it names. Combinational.
//
//   iob_remote_local | among packets | among transactions
//    0               | none          | local and remote
//    1               | local         | local
//    2               | remote        | remote
//    3               | local, remote | local and remote
`default_nettype none

module itanium_bbox_iob_packet #(
    parameter IBBOX_A06 = 0   // see itanium_bbox
) (
    // CTL3: classes and opcodes; CTL2.iob_remote_local
    input  wire [15:0] classes,
    input  wire [15:0] opcodes,
    input  wire [1:0]  iob_remote_local,

    // Packet; the agent is in the local socket
    input  wire [3:0]  mc,
    input  wire [3:0]  op,
    input  wire        is_local,

    output wire        is_packet,
    output wire        is_transaction
);

    // Bit of each class code: HOM0, HOM1, NDR, SNP, NCS and DRS have the bit of their code, NCB has one by
    // choice, others none.
    wire        ncb         = (IBBOX_A06 != 0) ? classes[12] : classes[11];
    wire [15:0] by_code     = {1'b0, classes[14], 1'b0, ncb, 7'd0, classes[4:0]};
    wire        asked       = by_code[mc] & opcodes[op];
    wire        location_ok = is_local ? iob_remote_local[0] : iob_remote_local[1];

    assign is_packet      = asked & location_ok;
    assign is_transaction = asked & (location_ok | iob_remote_local == 2'd0);

    wire [9:0] unused_classes = {classes[15], classes[13:5]};

endmodule

`default_nettype wire
