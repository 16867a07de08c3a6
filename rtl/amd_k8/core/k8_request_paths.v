// Paths of the CPU/IO request event (E9h) that a unit mask selects. Combinational.
//
// The mask has three groups: source [7:6], target [5:4] and type [3:0]. A request counts if the bits of its source, its
// target and its type are all set. So an empty group selects nothing, and ORing masks combines their groups freely. Ten
// combinations exist:
//
//   source to target | CPU to memory | CPU to I/O | I/O to memory | I/O to I/O
//   local to local   |      A8h      |    A4h     |      A2h      |    A1h
//   local to remote  |      98h      |    94h     |      92h      |    91h
//   remote to local  |       -       |    64h     |       -       |    61h
//   remote to remote |       -       |     -      |       -       |     -
`default_nettype none

module k8_request_paths #(
    parameter PATHS = 10
) (
    input  wire [7:0]       unit_mask,
    output wire [PATHS-1:0] selected   // bit 0 for path A8h, then by rows of the table, bit 9 for 61h
);

    localparam [8*PATHS-1:0] MASKS = {8'h61, 8'h64,
                                      8'h91, 8'h92, 8'h94, 8'h98,
                                      8'hA1, 8'hA2, 8'hA4, 8'hA8};

    genvar path;
    generate
        for (path = 0; path < PATHS; path = path + 1) begin : g_path
            assign selected[path] = (unit_mask & MASKS[8*path +: 8]) == MASKS[8*path +: 8];
        end
    endgenerate

endmodule

`default_nettype wire
