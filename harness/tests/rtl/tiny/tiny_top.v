// A minimal PMU with ports and state words of every shape.
`default_nettype none

module tiny_top (
    input wire clk,
    input wire rst,

    input  wire        bus_valid,
    input  wire        bus_write,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    input  wire [63:0] bus_wdata,
    output wire [63:0] bus_rdata,
    output wire        bus_error,

    input wire        c0_enable,
    input wire [8:0]  c0_level,
    input wire [79:0] c0_ev,

    output wire [99:0] c0_wide,
    output wire [15:0] c0_lazy
);
`include "tiny_width.vh"

    wire [COUNTER_WIDTH-1:0] count;

    genvar i;
    generate
        for (i = 0; i < 1; i = i + 1) begin : g_counter
            tiny_counter #(.WIDTH(COUNTER_WIDTH)) u_counter (
                .clk(clk), .rst(rst), .enable(c0_enable), .add(c0_ev[1:0]), .count(count)
            );
        end
    endgenerate

    reg [7:0]  mode_q [0:1];
    reg [7:0]  flags_q;
    reg [71:0] history_q;
    reg [15:0] lazy_q;

    always @(posedge clk) begin
        if (rst) begin
            mode_q[0] <= 8'd0;
            mode_q[1] <= 8'd0;
            flags_q <= 8'd0;
            history_q <= 72'd0;
        end else begin
            if (bus_valid && bus_write) mode_q[bus_addr[0]] <= bus_wdata[7:0];
            flags_q <= {flags_q[5:0], c0_level[1:0]};
            history_q <= {history_q[70:0], c0_ev[79]};
        end
        // Has no reset, so it keeps its initial value until the first write.
        if (bus_valid && bus_write) lazy_q <= bus_wdata[23:8];
        if (bus_valid && bus_space == 4'd1) $finish;
        if (bus_valid && bus_space == 4'd2) $stop;
    end

    wire read = bus_valid && !bus_write && bus_unit == 8'd0;
    assign bus_rdata = read ? {16'd0, count} : 64'd0;
    assign bus_error = bus_valid && bus_addr[31];
    assign c0_wide = {c0_level, 11'd0, c0_ev};
    assign c0_lazy = lazy_q;
endmodule

`default_nettype wire
