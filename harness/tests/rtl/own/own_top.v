// The tiny PMU with a different interface: other port names, widths and polarities.
`default_nettype none

module own_top #(
    parameter KEY = 0
) (
    input wire ck_n,
    input wire reset_n,

    input  wire        cmd_v,
    input  wire        cmd_w,
    input  wire [3:0]  cmd_space,
    input  wire [7:0]  cmd_unit,
    input  wire [15:0] addr_low,
    input  wire [15:0] addr_high,
    input  wire [63:0] bus_wdata,
    output wire [64:0] response,

    input  wire [15:0] ctl,
    input  wire [29:0] ev_low,
    input  wire [49:0] ev_high,
    output wire [39:0] wide_low_n,
    output wire [59:0] wide_high_n,
    output wire [15:0] c0_lazy,
    output wire        debug
);
    wire [99:0] wide;
    assign {wide_high_n, wide_low_n} = ~wide;
    assign debug = ctl[2];

    // Counts only with the expected parameter and tie values.
    wire unlocked = KEY == 5 && ctl[15:13] == 3'b101 && ctl[2:0] == 3'b011;

    tiny_top u_tiny (
        .clk(~ck_n), .rst(~reset_n),
        .bus_valid(cmd_v), .bus_write(cmd_w), .bus_space(cmd_space), .bus_unit(cmd_unit),
        .bus_addr({addr_high, addr_low}), .bus_wdata(bus_wdata),
        .bus_rdata(response[63:0]), .bus_error(response[64]),
        .c0_enable(ctl[3] && unlocked), .c0_level(ctl[12:4]), .c0_ev(~{ev_high, ev_low}),
        .c0_wide(wide), .c0_lazy(c0_lazy)
    );
endmodule

`default_nettype wire
