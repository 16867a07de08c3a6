// All counters: mcycle, minstret and mhpmcounter i for each i in COUNTERS.
`default_nettype none

module riscv_hpm_counters #(
    parameter                    XLEN           = 64,
    parameter                    HALVES         = 1,   // 64/XLEN
    parameter                    SMCNTRPMF      = 0,
    parameter                    SSCOFPMF       = 0,
    parameter [4:0]              MODES          = 5'b11111,        // see riscv_hpm_filter
    parameter [31:0]             COUNTERS       = 32'h0000_0000,
    parameter [8*32-1:0]         WIDTHS         = {32{8'd64}},     // for each counter
    parameter                    HALF_WRITE     = 0,   // see riscv_hpm
    parameter                    CYCLE_WRITE    = 0,
    parameter                    WRITE_OVERFLOW = 0,
    parameter                    OF_WRITE       = 0,
    parameter                    OF_SW          = 0,
    parameter                    STOP_CYCLE     = 1,

    // Events and lines, see riscv_hpm
    parameter                    SELECTOR       = 0,
    parameter                    SEL_W          = 16,
    parameter                    SEL_ILLEGAL    = 0,
    parameter                    MASK_ONEHOT    = 0,
    parameter [31:0]             SEL_IS_FIXED   = 32'h0000_0000,
    parameter [SEL_W*32-1:0]     SEL_FIXED      = {SEL_W*32{1'b0}},
    parameter                    COMBINE_OR     = 0,
    parameter                    RET_PORTS      = 1,
    parameter                    RET_W          = 1,
    parameter                    RET_NUMBER_W   = 1,
    parameter                    EVENTS         = 1,
    parameter [SEL_W*EVENTS-1:0] EVENT_CODES    = {SEL_W*EVENTS{1'b0}},
    parameter                    LINES          = 2,
    parameter                    LINES_W        = 2,
    parameter [16*LINES+15:0]    LINE_LSB       = {16'd2, 16'd1, 16'd0},
    parameter [4*LINES-1:0]      LINE_SOURCE    = {4*LINES{1'b0}},
    parameter [EVENTS*LINES-1:0] LINE_EVENTS    = {EVENTS*LINES{1'b0}},
    parameter [8*LINES_W-1:0]    WEIGHTS        = {8*LINES_W{1'b0}},
    parameter                    NUMBER_W       = 1
) (
    // Clock and reset
    input  wire                       clk,
    input  wire                       rst,

    // Register access
    input  wire [4:0]                 index,
    input  wire [HALVES-1:0]          is_count,
    input  wire [HALVES-1:0]          is_event,
    input  wire                       write,
    input  wire                       by_window,      // MINH reads 0 and is not written
    input  wire [XLEN-1:0]            wdata,
    output wire [XLEN-1:0]            rdata,          // 0 if no counter is addressed

    // Counting
    input  wire [31:0]                mcountinhibit,
    input  wire                       stop,           // the debugger stops counters
    input  wire [5*RET_PORTS+4:0]     modes,          // of the hart and, from bit 5 on, of the retire ports
    input  wire [LINES_W-1:0]         lines,

    // Overflow
    output wire [31:0]                of,             // one bit for each counter
    output wire                       request         // for an interrupt
);

    localparam [4:0] CYCLE   = 5'd0;
    localparam [4:0] INSTRET = 5'd2;

    localparam TICK = 2;  // see riscv_hpm_count

    // Number of counters from 3 on that exist below a number.
    function integer counters_below;
        input integer number;
        integer       counter;
        begin
            counters_below = 0;
            for (counter = 3; counter < number; counter = counter + 1)
                if (COUNTERS[counter]) counters_below = counters_below + 1;
        end
    endfunction

    localparam EVENT_COUNTERS = counters_below(32);
    localparam SLOTS          = EVENT_COUNTERS + 2;   // minstret and mcycle after the event counters

    wire [XLEN*SLOTS-1:0] rdatas;
    wire                  sel_store;
    wire [SEL_W-1:0]      sel_value;

    wire is_cycle   = index == CYCLE;
    wire is_instret = index == INSTRET;

    riscv_hpm_fixed_counter #(
        .XLEN      (XLEN),
        .HALVES    (HALVES),
        .WRITE     ((CYCLE_WRITE != 0) ? TICK : HALF_WRITE),
        .SMCNTRPMF (SMCNTRPMF),
        .MODES     (MODES)
    ) u_mcycle (
        .clk       (clk),
        .rst       (rst),
        .is_count  (is_count & {HALVES{is_cycle}}),
        .is_event  (is_event & {HALVES{is_cycle}}),
        .write     (write),
        .by_window (by_window),
        .wdata     (wdata),
        .rdata     (rdatas[XLEN*(SLOTS-1) +: XLEN]),
        .hold      (mcountinhibit[0] | (stop & (STOP_CYCLE != 0))),
        .modes     (modes[4:0]),
        .lines     (lines[0])
    );

    riscv_hpm_fixed_counter #(
        .XLEN      (XLEN),
        .HALVES    (HALVES),
        .WRITE     (HALF_WRITE),
        .SMCNTRPMF (SMCNTRPMF),
        .MODES     (MODES),
        .SOURCES   (RET_PORTS),
        .LINE_W    (RET_W),
        .NUMBER_W  (RET_NUMBER_W),
        .WEIGHTS   (WEIGHTS[8 +: 8*RET_PORTS*RET_W])
    ) u_minstret (
        .clk       (clk),
        .rst       (rst),
        .is_count  (is_count & {HALVES{is_instret}}),
        .is_event  (is_event & {HALVES{is_instret}}),
        .write     (write),
        .by_window (by_window),
        .wdata     (wdata),
        .rdata     (rdatas[XLEN*(SLOTS-2) +: XLEN]),
        .hold      (mcountinhibit[2] | stop),
        .modes     (modes[5 +: 5*RET_PORTS]),
        .lines     (lines[1 +: RET_PORTS*RET_W])
    );

    wire [31:0] requests;

    genvar number;
    generate
        for (number = 0; number < 32; number = number + 1) begin : g_counter
            if (number >= 3 && COUNTERS[number]) begin : g_exists
                wire addressed = index == number[4:0];

                riscv_hpm_event_counter #(
                    .XLEN           (XLEN),
                    .HALVES         (HALVES),
                    .WIDTH          ({24'd0, WIDTHS[8*number +: 8]}),
                    .SSCOFPMF       (SSCOFPMF),
                    .MODES          (MODES),
                    .COUNT_WRITE    (HALF_WRITE),
                    .WRITE_OVERFLOW (WRITE_OVERFLOW),
                    .OF_WRITE       (OF_WRITE),
                    .OF_SW          (OF_SW),
                    .SELECTOR       (SELECTOR),
                    .SEL_W          (SEL_W),
                    .IS_FIXED       (SEL_IS_FIXED[number]),
                    .FIXED          (SEL_FIXED[SEL_W*number +: SEL_W]),
                    .COMBINE_OR     (COMBINE_OR),
                    .SOURCES        (RET_PORTS + 1),
                    .EVENTS         (EVENTS),
                    .EVENT_CODES    (EVENT_CODES),
                    .LINES          (LINES),
                    .LINES_W        (LINES_W),
                    .LINE_LSB       (LINE_LSB),
                    .LINE_SOURCE    (LINE_SOURCE),
                    .LINE_EVENTS    (LINE_EVENTS),
                    .WEIGHTS        (WEIGHTS),
                    .NUMBER_W       (NUMBER_W)
                ) u_counter (
                    .clk       (clk),
                    .rst       (rst),
                    .is_count  (is_count & {HALVES{addressed}}),
                    .is_event  (is_event & {HALVES{addressed}}),
                    .write     (write),
                    .by_window (by_window),
                    .wdata     (wdata),
                    .sel_store (sel_store),
                    .sel_value (sel_value),
                    .rdata     (rdatas[XLEN*counters_below(number) +: XLEN]),
                    .hold      (mcountinhibit[number] | stop),
                    .modes     (modes),
                    .lines     (lines),
                    .of        (of[number]),
                    .request   (requests[number])
                );
            end else begin : g_absent
                wire unused_inhibit = mcountinhibit[number];

                assign of[number]       = 1'b0;
                assign requests[number] = 1'b0;
            end
        end

        if ((COUNTERS & ~SEL_IS_FIXED) != 32'd0) begin : g_selector
            riscv_hpm_selector #(
                .SELECTOR    (SELECTOR),
                .SEL_W       (SEL_W),
                .SEL_ILLEGAL (SEL_ILLEGAL),
                .MASK_ONEHOT (MASK_ONEHOT),
                .EVENTS      (EVENTS),
                .EVENT_CODES (EVENT_CODES)
            ) u_selector (
                .wdata (wdata[SEL_W-1:0]),
                .store (sel_store),
                .value (sel_value)
            );
        end else begin : g_no_selector
            wire unused_rules = (SEL_ILLEGAL != 0) | (MASK_ONEHOT != 0);

            assign sel_store = 1'b0;
            assign sel_value = {SEL_W{1'b0}};
        end

        if (EVENT_COUNTERS == 0) begin : g_no_events
            wire unused_events     = sel_store | (|sel_value) | (|lines);
            wire unused_parameters = (SSCOFPMF != 0) | (|WIDTHS) | (WRITE_OVERFLOW != 0) | (OF_WRITE != 0) | (OF_SW != 0)
                                   | (SELECTOR != 0) | (|SEL_FIXED) | (COMBINE_OR != 0)
                                   | (EVENTS != 0) | (|EVENT_CODES) | (|LINE_LSB) | (|LINE_SOURCE) | (|LINE_EVENTS)
                                   | (NUMBER_W != 0);
        end
    endgenerate

    assign request = |requests;

    reg [XLEN-1:0] any;
    integer        slot;

    always @* begin
        any = {XLEN{1'b0}};
        for (slot = 0; slot < SLOTS; slot = slot + 1)
            any = any | rdatas[XLEN*slot +: XLEN];
    end

    assign rdata = any;

endmodule

`default_nettype wire
