`default_nettype none

module tiny_counter #(
    parameter WIDTH = 8
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             enable,
    input  wire [1:0]       add,
    output wire [WIDTH-1:0] count
);
    reg [WIDTH-1:0] value_q;
    always @(posedge clk) begin
        if (rst) value_q <= {WIDTH{1'b0}};
        else if (enable) value_q <= value_q + {{(WIDTH - 2){1'b0}}, add};
    end
    assign count = value_q;
endmodule

`default_nettype wire
