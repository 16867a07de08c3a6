// Bytes of the identify record: ID of the PMU, hashes of description and RTL, parameters of the link. Combinational.
`default_nettype none

module hil_identity #(
    parameter         FRAME_WORDS       = 16,
    parameter         OBSERVATION_WORDS = 16,
    parameter         LOG2_MEMORY       = 12,
    parameter         LOG2_PACKET       = 10,
    parameter         LOG2_ANSWER       = 10,
    parameter         LOG2_FIFO         = 9,
    parameter         SETTLE            = 2,
    parameter [511:0] PMU_ID            = 512'd0,  // first character in the high bits
    parameter [255:0] DESCRIPTION_HASH  = 256'd0,  // first byte in the high bits
    parameter [255:0] RTL_HASH          = 256'd0
) (
    input  wire [7:0] index,
    output wire [7:0] data
);

    localparam [31:0] MAGIC            = "PMUH";
    localparam [7:0]  PROTOCOL_VERSION = 8'd1;
    localparam [7:0]  PROGRAM_VERSION  = 8'd1;

    // The first byte is in the high bits.
    localparam [2047:0] RECORD = {
        MAGIC, PROTOCOL_VERSION, PROGRAM_VERSION,
        FRAME_WORDS[7:0], FRAME_WORDS[15:8], OBSERVATION_WORDS[7:0], OBSERVATION_WORDS[15:8],
        LOG2_MEMORY[7:0], LOG2_PACKET[7:0], LOG2_ANSWER[7:0], LOG2_FIFO[7:0], SETTLE[7:0], 8'd0,
        PMU_ID, DESCRIPTION_HASH, RTL_HASH, 896'd0
    };

    assign data = RECORD[{~index, 3'd0} +: 8];

endmodule

`default_nettype wire
