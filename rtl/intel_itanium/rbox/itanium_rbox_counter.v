// Counter of the R-Box: 48 bits in two registers, CNT with the low 32, and CNT_CTRL with the high 16 and the control.
//
// Priority of causes at the clock edge, for the count:
//   1. rst          becomes 0
//   2. clear        becomes 0
//   3. write_cnt    bits 31:0 are written, 47:32 stay
//   4. write_ctrl   bits 47:32 are written, 31:0 stay
//   5. step         adds 1; out of bit 47 it overflows
// In 2 to 4 the step of the cycle is lost with its carry and its overflow. A clear changes only the count.
`default_nettype none

module itanium_rbox_counter (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software writes
    input  wire        write_cnt,
    input  wire        write_ctrl,
    input  wire [31:0] wdata,

    // State of the box
    input  wire        clear,
    input  wire        frozen,

    // Events of the ports of this side, by {pt_sel, ev_sel}
    input  wire [63:0] events,

    // Overflow that freezes, overflow
    output wire        trigger,
    output wire        overflow,

    // State, as read
    output wire [31:0] cnt,
    output wire [24:0] ctrl
);

    // 8 ov, 7 frz_en, 6 en, 5:3 pt_sel, 2:0 ev_sel; the high part of the count is in the bits below them
    wire [7:0]  control;
    reg         ov_q;
    wire [47:0] count;

    wire        frz_en   = control[7];
    wire        en       = control[6];
    wire [5:0]  selected = control[5:0];

    wire        step     = en & ~frozen & events[selected];
    wire        load     = clear | write_cnt | write_ctrl;

    wire [31:0] low      = write_cnt  ? wdata       : count[31:0];
    wire [15:0] high     = write_ctrl ? wdata[15:0] : count[47:32];

    wire        unused_counted;

    pmu_counter #(
        .WIDTH     (48),
        .INC_WIDTH (1)
    ) u_count (
        .clk        (clk),
        .rst        (rst),
        .load       (load),
        .load_value ({high, low} & {48{~clear}}),
        .increment  (step),
        .counted    (unused_counted),
        .carry      (overflow),
        .value_q    (count)
    );

    pmu_register #(
        .WIDTH (8)
    ) u_control (
        .clk     (clk),
        .rst     (rst),
        .write   (write_ctrl),
        .wdata   (wdata[23:16]),
        .value_q (control)
    );

    // 1. a write of CNT_CTRL, which discards the overflow of its cycle, 2. set by an overflow, 3. unchanged
    wire ov_d = write_ctrl ? wdata[24] : ov_q | overflow;

    always @(posedge clk)
        if (rst) ov_q <= 1'b0;
        else     ov_q <= ov_d;

    assign trigger = overflow & frz_en & ~ov_q;
    assign cnt     = count[31:0];
    assign ctrl    = {ov_q, control, count[47:32]};

    wire [6:0] unused_wdata = wdata[31:25];

endmodule

`default_nettype wire
