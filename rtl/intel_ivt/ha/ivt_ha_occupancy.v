// Number of entries of a queue, from its allocations and releases. It stays between 0 and MAX: after a clear, releases of
// earlier entries find 0 and change nothing. Latency 1 cycle; 0 after reset.
//
//   clear alloc dealloc | occupancy becomes
//     1    any    any   | 0
//     0     1      0    | one more, unless it is MAX
//     0     0      1    | one less, unless it is 0
//     0    others       | unchanged
`default_nettype none

module ivt_ha_occupancy #(
    parameter             WIDTH = 10,
    parameter [WIDTH-1:0] MAX   = {WIDTH{1'b1}}
) (
    // Clock and reset
    input  wire             clk,
    input  wire             rst,

    // Queue
    input  wire             clear,
    input  wire             alloc,
    input  wire             dealloc,
    output reg  [WIDTH-1:0] occ_q
);

    localparam [WIDTH-1:0] ONE = {{WIDTH-1{1'b0}}, 1'b1};

    wire             more  = alloc & ~dealloc & (occ_q != MAX);
    wire             fewer = dealloc & ~alloc & (|occ_q);
    wire [WIDTH-1:0] occ_d = clear ? {WIDTH{1'b0}}
                           : more  ? occ_q + ONE
                           : fewer ? occ_q - ONE
                           :         occ_q;

    always @(posedge clk)
        if (rst) occ_q <= {WIDTH{1'b0}};
        else     occ_q <= occ_d;

endmodule

`default_nettype wire
