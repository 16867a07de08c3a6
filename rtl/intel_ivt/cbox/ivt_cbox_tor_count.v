// Number of valid TOR entries that match umask and filters. Combinational.
//
//   umask bit | an entry counts if it
//       0     | comes from the IRQ with the opcode of the filter, and is isoc or non-coherent if the filter asks for it
//       2     | is an eviction
//       3     | (any entry)
//       4     | is a write-back
//       1     | is a miss
//       5     | is locally homed
//       6     | goes to a node of the nid mask
//       7     | is served by a remote cache or memory
//
// The first four are alternatives; the last four restrict all of them, and so does the thread with tid_en. No entry
// counts twice.
//
// Two comparisons over all bits of an entry find every field that must be equal, since there are many entries. In a
// cycle in which the event is not selected no entry is evaluated, and the number is 0.
`default_nettype none

module ivt_cbox_tor_count #(
    parameter ENTRIES     = 20,
    parameter ENTRY_WIDTH = 26,
    parameter COUNT_WIDTH = 5
) (
    // Selection
    input  wire                           selected,
    input  wire [7:0]                     umask,
    input  wire                           tid_en,
    input  wire [4:0]                     filter_tid,
    input  wire                           filter_isoc,
    input  wire                           filter_nc,
    input  wire [8:0]                     filter_opc,
    input  wire [15:0]                    filter_nid,

    // Entries, entry 0 in the low bits
    input  wire [ENTRIES-1:0]             valid,
    input  wire [ENTRY_WIDTH*ENTRIES-1:0] entries,
    output reg  [COUNT_WIDTH-1:0]         count
);

    // Lowest bit of the node in an entry.
    localparam NID = 15;

    //                                  nc         isoc         tid          nid    remote    local     wb
    //                                  eviction   miss         IRQ    opc
    wire [ENTRY_WIDTH-1:0] opc_want  = {1'b1,      1'b1,        5'd0,        4'd0,  1'b0,     1'b0,     1'b0,
                                        1'b0,      1'b0,        1'b1,  filter_opc};
    wire [ENTRY_WIDTH-1:0] opc_care  = {filter_nc, filter_isoc, 5'd0,        4'd0,  1'b0,     1'b0,     1'b0,
                                        1'b0,      1'b0,        1'b1,  9'h1FF};
    wire [ENTRY_WIDTH-1:0] kinds     = {1'b0,      1'b0,        5'd0,        4'd0,  1'b0,     1'b0,     umask[4],
                                        umask[2],  1'b0,        1'b0,  9'h000};
    wire [ENTRY_WIDTH-1:0] must_want = {1'b0,      1'b0,        filter_tid,  4'd0,  1'b1,     1'b1,     1'b0,
                                        1'b0,      1'b1,        1'b0,  9'h000};
    wire [ENTRY_WIDTH-1:0] must_care = {1'b0,      1'b0,        {5{tid_en}}, 4'd0,  umask[7], umask[5], 1'b0,
                                        1'b0,      umask[1],    1'b0,  9'h000};

    wire        by_opcode = umask[0];
    wire        any_entry = umask[3];
    wire [15:0] nodes     = filter_nid | {16{~umask[6]}};

    reg  [ENTRY_WIDTH-1:0] entry;
    reg                    listed;
    reg                    allowed;
    integer                k;

    always @* begin
        count   = {COUNT_WIDTH{1'b0}};
        entry   = {ENTRY_WIDTH{1'b0}};
        listed  = 1'b0;
        allowed = 1'b0;
        if (selected)
            for (k = 0; k < ENTRIES; k = k + 1) begin
                entry   = entries[ENTRY_WIDTH*k +: ENTRY_WIDTH];
                listed  = any_entry | (|(entry & kinds)) | (by_opcode & ~|((entry ^ opc_want) & opc_care));
                allowed = ~|((entry ^ must_want) & must_care) & nodes[entry[NID +: 4]];
                count   = count + {{COUNT_WIDTH-1{1'b0}}, valid[k] & listed & allowed};
            end
    end

endmodule

`default_nettype wire
