// Buffer for bytes that arrive while the board is busy. When it is full, a byte is dropped unless in_ready stalls it.
`default_nettype none

module hil_fifo #(
    parameter LOG2 = 9  // size in bytes, log2
) (
    // Clock and reset
    input  wire       clk,
    input  wire       rst,

    // In
    input  wire       in_valid,
    input  wire [7:0] in_data,
    output wire       in_ready,

    // Out
    output reg        out_valid_q,
    output wire [7:0] out_data,
    input  wire       out_ready
);

    reg  [LOG2:0] write_q;
    reg  [LOG2:0] read_q;
    wire          store  = in_valid & in_ready;
    wire [LOG2:0] read_d = read_q + {{LOG2{1'b0}}, out_valid_q & out_ready};

    assign in_ready = write_q != {~read_q[LOG2], read_q[LOG2-1:0]};

    // A byte stored in this cycle can be read from the next one on, because out_valid depends on the old write_q.
    always @(posedge clk)
        if (rst) begin
            write_q     <= {LOG2+1{1'b0}};
            read_q      <= {LOG2+1{1'b0}};
            out_valid_q <= 1'b0;
        end else begin
            write_q     <= write_q + {{LOG2{1'b0}}, store};
            read_q      <= read_d;
            out_valid_q <= read_d != write_q;
        end

    hil_memory #(.WIDTH(8), .LOG2(LOG2)) u_memory (
        .clk           (clk),
        .write         (store),
        .write_address (write_q[LOG2-1:0]),
        .write_data    (in_data),
        .read_address  (read_d[LOG2-1:0]),
        .read_data_q   (out_data)
    );

endmodule

`default_nettype wire
