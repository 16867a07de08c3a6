// Memory with one write port and one read port; latency 1 cycle from address to data: a block RAM of any FPGA.
// No module uses the data of a word that is read in the cycle in which it is written.
`default_nettype none

module hil_memory #(
    parameter WIDTH = 8,
    parameter LOG2  = 9  // number of words, log2
) (
    // Clock signal
    input  wire             clk,

    // Write
    input  wire             write,
    input  wire [LOG2-1:0]  write_address,
    input  wire [WIDTH-1:0] write_data,

    // Read
    input  wire [LOG2-1:0]  read_address,
    output reg  [WIDTH-1:0] read_data_q
);

    (* no_rw_check *) reg [WIDTH-1:0] words_q [0:(1<<LOG2)-1];

    always @(posedge clk) begin
        if (write) words_q[write_address] <= write_data;
        read_data_q <= words_q[read_address];
    end

endmodule

`default_nettype wire
