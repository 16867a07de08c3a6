// One performance counter with its event select register, from event lines to overflow. All state is 0 after reset.
//
// An occurrence becomes a count in these steps:
//   1. UMASK, EVENT, TCM, OS and USR select the threads whose occurrences pass; see knc_scope.
//   2. The passing occurrences are added.
//   3. CMASK and INV derive the condition from the sum. If no thread passes there is no condition, inverted or not.
//   4. E selects the rise of the condition instead of its level. The detector samples in every cycle, whether or not the
//      counter is enabled and regardless of E. So enabling is no edge, but entering a selected privilege level under a
//      steady event is one: step 1 belongs to the condition.
//   5. The enables, EN here and GLOBAL_CTRL and SPFLT of the thread, gate the increment.
//   6. A write to the counter in this cycle discards the increment and its overflow.
// K8 has the same fields in another order: there OS/USR belong to step 5, and halt stops the detector.
`default_nettype none

module knc_counter #(
    parameter [3:0] OWNER         = 4'b0001,  // one bit per thread, one of them set
    parameter       CTR_WIDTH     = 40,
    parameter       LANE_WIDTH    = 6,
    parameter       EV_WIDTH      = 318,
    parameter       EV_NONE_WIDTH = 36,
    parameter       L2_EVENTS     = 1         // 0: this counter cannot select the L2 events
) (
    // Clock and reset
    input  wire                     clk,
    input  wire                     rst,

    // Software write
    input  wire                     evtsel_write,
    input  wire                     ctr_write,
    input  wire [CTR_WIDTH-1:0]     wdata,

    // Enables of the thread
    input  wire                     permitted,

    // Core
    input  wire [7:0]               cpl,       // two bits per thread, thread 0 in the low bits
    input  wire [1:0]               exec_tid,
    input  wire [EV_WIDTH-1:0]      t0_ev,
    input  wire [EV_WIDTH-1:0]      t1_ev,
    input  wire [EV_WIDTH-1:0]      t2_ev,
    input  wire [EV_WIDTH-1:0]      t3_ev,
    input  wire [EV_NONE_WIDTH-1:0] ev_none,

    // Registers, as software reads them
    output wire [31:0]              evtsel,
    output wire [CTR_WIDTH-1:0]     ctr,

    // Overflow in this cycle, and whether it requests an interrupt
    output wire                     overflow,
    output wire                     int_request,

    // The selected event has a thread; any value for an illegal selection
    output wire                     has_thread
);

    // Sum of four lanes.
    localparam SUM_WIDTH = LANE_WIDTH + 2;

    wire [7:0]              cmask;
    wire                    inv;
    wire                    en;
    wire                    tcm;
    wire                    int_enable;
    wire                    unused_pin_control;
    wire                    edge_detect;
    wire                    os;
    wire                    usr;
    wire [7:0]              umask;
    wire [7:0]              event_code;

    wire                    legal;
    wire [4*LANE_WIDTH-1:0] lanes;
    wire [3:0]              passing;
    wire [SUM_WIDTH-1:0]    number;
    wire [SUM_WIDTH-1:0]    amount;
    wire                    unused_counted;

    // Bit 19 is reserved and is not stored.
    pmu_x86_evtsel #(
        .STORED (32'hFFF7_FFFF)
    ) u_evtsel (
        .clk          (clk),
        .rst          (rst),
        .write        (evtsel_write),
        .wdata        (wdata[31:0]),
        .value        (evtsel),
        .threshold    (cmask),
        .inv          (inv),
        .en           (en),
        .any_thread   (tcm),
        .int_enable   (int_enable),
        .pin_control  (unused_pin_control),
        .edge_detect  (edge_detect),
        .os           (os),
        .usr          (usr),
        .unit_mask    (umask),
        .event_select (event_code)
    );

    knc_event_lanes #(
        .LANE_WIDTH    (LANE_WIDTH),
        .EV_WIDTH      (EV_WIDTH),
        .EV_NONE_WIDTH (EV_NONE_WIDTH),
        .L2_EVENTS     (L2_EVENTS)
    ) u_lanes (
        .umask      (umask),
        .event_code (event_code),
        .t0_ev      (t0_ev),
        .t1_ev      (t1_ev),
        .t2_ev      (t2_ev),
        .t3_ev      (t3_ev),
        .ev_none    (ev_none),
        .legal      (legal),
        .has_thread (has_thread),
        .lanes      (lanes)
    );

    knc_scope #(
        .OWNER (OWNER)
    ) u_scope (
        .legal      (legal),
        .has_thread (has_thread),
        .tcm        (tcm),
        .os         (os),
        .usr        (usr),
        .cpl        (cpl),
        .exec_tid   (exec_tid),
        .passing    (passing)
    );

    knc_thread_sum #(
        .LANE_WIDTH (LANE_WIDTH)
    ) u_sum (
        .lanes   (lanes),
        .passing (passing),
        .sum     (number)
    );

    pmu_x86_increment #(
        .NUMBER_WIDTH (SUM_WIDTH)
    ) u_increment (
        .clk         (clk),
        .rst         (rst),
        .threshold   (cmask),
        .inv         (inv),
        .edge_detect (edge_detect),
        .sample      (1'b1),
        .qualified   (|passing),
        .number      (number),
        .amount      (amount)
    );

    wire counting = en & permitted;

    pmu_counter #(
        .WIDTH     (CTR_WIDTH),
        .INC_WIDTH (SUM_WIDTH)
    ) u_ctr (
        .clk        (clk),
        .rst        (rst),
        .load       (ctr_write),
        .load_value (wdata),
        .increment  (amount & {SUM_WIDTH{counting}}),
        .counted    (unused_counted),
        .carry      (overflow),
        .value_q    (ctr)
    );

    assign int_request = overflow & int_enable;

endmodule

`default_nettype wire
