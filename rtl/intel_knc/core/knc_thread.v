// Performance monitoring of one thread: two counters, the registers that control them, and the interrupt line.
`default_nettype none

module knc_thread #(
    parameter [3:0] OWNER         = 4'b0001,  // one bit per thread; only that of this one is 1
    parameter       CTR_WIDTH     = 40,
    parameter       LANE_WIDTH    = 6,
    parameter       EV_WIDTH      = 318,
    parameter       EV_NONE_WIDTH = 36,
    parameter       KNC_A04       = 0,        // see knc_pmu
    parameter       KNC_A20       = 0         // see knc_pmu
) (
    // Clock and reset
    input  wire                     clk,
    input  wire                     rst,

    // Register access
    input  wire [1:0]               is_ctr,
    input  wire [1:0]               is_evtsel,
    input  wire                     is_spflt_control,
    input  wire                     is_user_pref,
    input  wire                     is_global_status,
    input  wire                     is_global_ovf_ctrl,
    input  wire                     is_global_ctrl,
    input  wire                     write,
    input  wire [63:0]              wdata,
    output wire [63:0]              rdata,     // the addressed register, in every cycle; 0 if it is not one of these

    // Core
    input  wire [7:0]               cpl,       // two bits per thread, thread 0 in the low bits
    input  wire [1:0]               exec_tid,
    input  wire [EV_WIDTH-1:0]      t0_ev,
    input  wire [EV_WIDTH-1:0]      t1_ev,
    input  wire [EV_WIDTH-1:0]      t2_ev,
    input  wire [EV_WIDTH-1:0]      t3_ev,
    input  wire [EV_NONE_WIDTH-1:0] ev_none,

    // Interrupt lines that the counters of this thread raise, one bit per thread
    output wire [3:0]               raised
);

    localparam COUNTERS     = 2;
    localparam EVTSEL_WIDTH = 32;

    localparam [3:0] THREAD0 = 4'b0001;

    wire [EVTSEL_WIDTH*COUNTERS-1:0] evtsel;
    wire [CTR_WIDTH*COUNTERS-1:0]    ctr;
    wire [63:0]                      spflt_control;
    wire [COUNTERS-1:0]              spflt_permits;
    wire [COUNTERS-1:0]              overflow;
    wire [COUNTERS-1:0]              int_request;
    wire [COUNTERS-1:0]              has_thread;
    wire [COUNTERS-1:0]              global_status;
    wire [COUNTERS-1:0]              pmi_request;
    wire [COUNTERS-1:0]              unused_fresh_status;
    wire [COUNTERS-1:0]              unused_fresh_request;

    wire [COUNTERS-1:0]              global_ctrl;

    pmu_register #(
        .WIDTH (COUNTERS)
    ) u_global_ctrl (
        .clk     (clk),
        .rst     (rst),
        .write   (write & is_global_ctrl),
        .wdata   (wdata[COUNTERS-1:0]),
        .value_q (global_ctrl)
    );

    knc_spflt_control u_spflt_control (
        .clk        (clk),
        .rst        (rst),
        .write      (write & is_spflt_control),
        .write_pref (write & is_user_pref),
        .wdata      (wdata),
        .value      (spflt_control),
        .permits    (spflt_permits)
    );

    genvar index;
    generate
        for (index = 0; index < COUNTERS; index = index + 1) begin : g_counter
            knc_counter #(
                .OWNER         (OWNER),
                .CTR_WIDTH     (CTR_WIDTH),
                .LANE_WIDTH    (LANE_WIDTH),
                .EV_WIDTH      (EV_WIDTH),
                .EV_NONE_WIDTH (EV_NONE_WIDTH),
                .L2_EVENTS     ((KNC_A20 == 0) || (index == 0))
            ) u_counter (
                .clk          (clk),
                .rst          (rst),
                .evtsel_write (write & is_evtsel[index]),
                .ctr_write    (write & is_ctr[index]),
                .wdata        (wdata[CTR_WIDTH-1:0]),
                .permitted    (global_ctrl[index] & spflt_permits[index]),
                .cpl          (cpl),
                .exec_tid     (exec_tid),
                .t0_ev        (t0_ev),
                .t1_ev        (t1_ev),
                .t2_ev        (t2_ev),
                .t3_ev        (t3_ev),
                .ev_none      (ev_none),
                .evtsel       (evtsel[EVTSEL_WIDTH*index +: EVTSEL_WIDTH]),
                .ctr          (ctr[CTR_WIDTH*index +: CTR_WIDTH]),
                .overflow     (overflow[index]),
                .int_request  (int_request[index]),
                .has_thread   (has_thread[index])
            );
        end
    endgenerate

    // A clear removes status and request of a counter, each unless the same cycle sets it again. An overflow without INT
    // sets only the status, so that the clear still removes an older request.
    wire [COUNTERS-1:0] clear = {COUNTERS{write & is_global_ovf_ctrl}} & wdata[COUNTERS-1:0];

    pmu_sticky #(
        .WIDTH (COUNTERS)
    ) u_global_status (
        .clk     (clk),
        .rst     (rst),
        .set     (overflow),
        .clear   (clear),
        .fresh   (unused_fresh_status),
        .value_q (global_status)
    );

    // INT is evaluated at the overflow: the request is stored, not derived from the status and the present INT.
    pmu_sticky #(
        .WIDTH (COUNTERS)
    ) u_pmi_request (
        .clk     (clk),
        .rst     (rst),
        .set     (int_request),
        .clear   (clear),
        .fresh   (unused_fresh_request),
        .value_q (pmi_request)
    );

    generate
        if (KNC_A04 != 0) begin : g_executing
            // The line is evaluated at the overflow, like INT. Until the owner clears its status, a counter may so raise
            // several lines. The requests themselves are those of the owner.
            wire [COUNTERS-1:0]   unused_request = pmi_request;
            wire [4*COUNTERS-1:0] lines;
            wire [4*COUNTERS-1:0] unused_fresh_lines;

            for (index = 0; index < COUNTERS; index = index + 1) begin : g_counter
                wire [3:0] line = has_thread[index] ? OWNER : THREAD0 << exec_tid;

                pmu_sticky #(
                    .WIDTH (4)
                ) u_lines (
                    .clk     (clk),
                    .rst     (rst),
                    .set     (line & {4{int_request[index]}}),
                    .clear   ({4{clear[index]}}),
                    .fresh   (unused_fresh_lines[4*index +: 4]),
                    .value_q (lines[4*index +: 4])
                );
            end

            assign raised = lines[3:0] | lines[7:4];
        end else begin : g_owner
            // The line of the counters' owner, regardless of which thread caused the event or is in the execution stage:
            // only the owner reads the status, and only the owner can clear the request.
            wire [COUNTERS-1:0] unused_has_thread = has_thread;

            assign raised = OWNER & {4{|pmi_request}};
        end
    endgenerate

    assign rdata = is_ctr[0]        ? {{64-CTR_WIDTH{1'b0}}, ctr[0 +: CTR_WIDTH]}
                 : is_ctr[1]        ? {{64-CTR_WIDTH{1'b0}}, ctr[CTR_WIDTH +: CTR_WIDTH]}
                 : is_evtsel[0]     ? {{64-EVTSEL_WIDTH{1'b0}}, evtsel[0 +: EVTSEL_WIDTH]}
                 : is_evtsel[1]     ? {{64-EVTSEL_WIDTH{1'b0}}, evtsel[EVTSEL_WIDTH +: EVTSEL_WIDTH]}
                 : is_spflt_control ? spflt_control
                 : is_global_status ? {{64-COUNTERS{1'b0}}, global_status}
                 : is_global_ctrl   ? {{64-COUNTERS{1'b0}}, global_ctrl}
                 :                    64'd0;

endmodule

`default_nettype wire
