// Counter of the Z-Box with its control register. Software accesses the count in two halves: CNT has the upper bits, CTL
// the low bits next to the control fields. Bit 23 of a write to CTL selects which of these two is written.
//
// Priority of causes at the clock edge; only step 4 can overflow, and a write of one half loses the increment of both:
//   1. clear          0
//   2. write of CNT   upper bits as written, low bits as they were
//   3. write of CTL with cnt_lo_we: low bits as written, upper bits as they were
//   4. count          the sum, without a carry or with wrap_mode = 1; otherwise all ones
//
// With wrap_mode = 0 the overflow flag, as it is at the start of the cycle, stops the counter.
`default_nettype none

module itanium_zbox_counter #(
    parameter WIDTH     = 40,
    parameter LO_WIDTH  = 8,    // of these in CTL
    parameter INC_WIDTH = 6
) (
    // Clock and reset
    input  wire                 clk,
    input  wire                 rst,

    // Software write
    input  wire                 write_cnt,
    input  wire                 write_ctl,
    input  wire [31:0]          wdata,

    // Registers, as software reads them
    output wire [31:0]          cnt,
    output wire [31:0]          ctl,

    // Event
    output wire [5:0]           inc_sel,
    input  wire [INC_WIDTH-1:0] inc,

    // Box
    input  wire                 clear,
    input  wire                 frozen,
    input  wire                 ov,
    output wire                 frz_mode,
    output wire                 overflow
);

    localparam CTL_WIDTH = 10;
    localparam CNT_LO_WE = 23;
    localparam CNT_LO    = 24;

    wire                 lo_we     = wdata[CNT_LO_WE];
    wire                 write_lo  = write_ctl & lo_we;

    // 9:4 inc_sel, 3 frz_mode, 2 wrap_mode, 1 freeze, 0 en
    wire [CTL_WIDTH-1:0] control;

    pmu_register #(
        .WIDTH (CTL_WIDTH)
    ) u_control (
        .clk     (clk),
        .rst     (rst),
        .write   (write_ctl & ~lo_we),
        .wdata   (wdata[CTL_WIDTH-1:0]),
        .value_q (control)
    );

    wire wrap_mode = control[2];
    wire freeze    = control[1];
    wire en        = control[0];

    assign inc_sel  = control[9:4];
    assign frz_mode = control[3];

    reg  [WIDTH-1:0]     value_q;

    wire                 stopped   = ov & ~wrap_mode;
    wire                 counts    = en & ~freeze & ~frozen & ~stopped;
    wire [INC_WIDTH-1:0] step      = inc & {INC_WIDTH{counts}};

    wire                 carry;
    wire [WIDTH-1:0]     sum;

    assign {carry, sum} = {1'b0, value_q} + {{WIDTH+1-INC_WIDTH{1'b0}}, step};

    wire [WIDTH-1:0]     counted   = sum | {WIDTH{carry & ~wrap_mode}};
    wire [WIDTH-1:0]     value_d   = clear     ? {WIDTH{1'b0}}
                                   : write_cnt ? {wdata[WIDTH-LO_WIDTH-1:0], value_q[LO_WIDTH-1:0]}
                                   : write_lo  ? {value_q[WIDTH-1:LO_WIDTH], wdata[CNT_LO +: LO_WIDTH]}
                                   :             counted;

    assign overflow = carry & ~(clear | write_cnt | write_lo);

    always @(posedge clk)
        if (rst) value_q <= {WIDTH{1'b0}};
        else     value_q <= value_d;

    assign cnt = value_q[WIDTH-1:LO_WIDTH];
    assign ctl = {value_q[LO_WIDTH-1:0], {CNT_LO-CTL_WIDTH{1'b0}}, control};

endmodule

`default_nettype wire
