// Reset after power-up, and by a button. The bitstream initializes the count to 0, which only FPGAs support; so this
// module is here and not in rtl/hil.
`default_nettype none

module board_reset (
    input  wire clk,
    input  wire button,  // 1: reset, at any time
    output wire rst
);

    reg [3:0] count_q = 4'd0;
    reg [1:0] button_q = 2'b00;

    assign rst = count_q != 4'd15;

    always @(posedge clk) begin
        button_q <= {button_q[0], button};
        if (button_q[1]) count_q <= 4'd0;
        else if (rst)    count_q <= count_q + 4'd1;
    end

endmodule

`default_nettype wire
