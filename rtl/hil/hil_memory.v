// Memory with one port to write and one to read, whose data come in the clock after the address: a block RAM of any FPGA.
// A word that is read in the clock in which it is written is of no use to anybody here.
`default_nettype none

module hil_memory #(
    parameter WIDTH = 8,
    parameter LOG2  = 9  // of the number of words
) (
    // Clock
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
