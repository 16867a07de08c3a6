// Performance counters of one RISC-V hart: parametrized design of all configurations.
//
// An access is decoded, checked against the mode and the enables of its cycle, and, if it is accepted, reads the state at
// the start of the cycle or changes it from the next one on:
//
//   bus_addr, bus_write -> riscv_hpm_access -> addressed register, refusal
//   addressed register  -> old value -> riscv_hpm_operation -> written value
//
// A parameter of a feature is 1 if the configuration has it. By default it has none. An input of an absent feature is tied by the wrapper to the
// value that has no effect, an output is 0.
`default_nettype none

module riscv_hpm #(
    parameter                    XLEN              = 64,   // 32 or 64
    parameter                    U                 = 0,
    parameter                    S                 = 0,
    parameter                    H                 = 0,
    parameter                    ZICNTR            = 0,
    parameter                    ZIHPM             = 0,
    parameter                    SMCNTRPMF         = 0,
    parameter                    SSCOFPMF          = 0,
    parameter                    SMCDELEG          = 0,
    parameter                    SMSTATEEN         = 0,

    // Counters and their inhibit and enable bits
    parameter [31:0]             COUNTERS          = 32'h0000_0000,   // those from 3 on
    parameter [8*32-1:0]         WIDTHS            = {32{8'd64}},     // bits of each counter; of COUNTERS only
    parameter                    UNIMPLEMENTED     = 0,   // 0: zero, 1: user_illegal, 2: all_illegal
    parameter                    MCOUNTINHIBIT     = 0,
    parameter [31:0]             MCOUNTINHIBIT_WR  = 32'hFFFF_FFFD,   // writable bits
    parameter [31:0]             MCOUNTINHIBIT_RST = 32'h0000_0000,
    parameter [31:0]             MCOUNTEREN_WR     = 32'hFFFF_FFFF,
    parameter [31:0]             SCOUNTEREN_WR     = 32'hFFFF_FFFF,
    parameter [31:0]             HCOUNTEREN_WR     = 32'hFFFF_FFFF,

    // Selectors
    parameter                    SELECTOR          = 0,   // 0: encoded, 1: mask, 2: set_mask
    parameter                    SEL_W             = 16,
    parameter                    SEL_ILLEGAL       = 0,   // 0: zero, 1: keep, 2: store
    parameter                    MASK_ONEHOT       = 0,
    parameter [31:0]             SEL_IS_FIXED      = 32'h0000_0000,      // counters with a hard-wired selector
    parameter [SEL_W*32-1:0]     SEL_FIXED         = {SEL_W*32{1'b0}},   // for each counter
    parameter                    COMBINE_OR        = 0,   // 0: sum, 1: or

    // Event lines: line 0 is cyc, lines 1 to RET_PORTS are the retire ports; packed without gaps
    parameter                    RET_PORTS         = 1,
    parameter                    RET_W             = 1,
    parameter                    RET_NUMBER_W      = 1,   // width of the largest sum of the retire ports
    parameter                    LINES             = 2,
    parameter                    LINES_W           = 2,
    parameter [16*LINES+15:0]    LINE_LSB          = {16'd2, 16'd1, 16'd0},   // lowest bit of each, and LINES_W
    parameter [4*LINES-1:0]      LINE_SOURCE       = {4'd1, 4'd0},            // 0: now, p+1: ret p
    parameter [8*LINES_W-1:0]    WEIGHTS           = {8*LINES_W{1'b0}},       // for each bit its position in its line
    parameter                    EVENTS            = 1,
    parameter [SEL_W*EVENTS-1:0] EVENT_CODES       = {SEL_W*EVENTS{1'b1}},    // values of the selector
    parameter [EVENTS*LINES-1:0] LINE_EVENTS       = {EVENTS*LINES{1'b1}},    // for each line the events that have it
    parameter                    NUMBER_W          = 2,   // width of the largest number that a counter adds

    // Debugger
    parameter                    STOPCOUNT         = 0,
    parameter                    STOP_CYCLE        = 0,

    // Collisions
    parameter                    HALF_WRITE        = 0,   // 0: drop, 1: count
    parameter                    CYCLE_WRITE       = 0,   // 0: hold, 1: tick
    parameter                    WRITE_OVERFLOW    = 0,   // 0: drop, 1: flag
    parameter                    OF_WRITE          = 0,   // 0: write, 1: set
    parameter                    OF_SW             = 0,   // 0: silent, 1: request
    parameter                    LCOFIP_WRITE      = 0,   // 0: set, 1: write
    parameter                    LCOFI_DELAY       = 0
) (
    // Clock and reset
    input  wire                   clk,
    input  wire                   rst,

    // Register port
    input  wire                   bus_valid,
    input  wire                   bus_write,
    input  wire [3:0]             bus_space,
    input  wire [7:0]             bus_unit,
    input  wire [31:0]            bus_addr,
    input  wire [63:0]            bus_wdata,
    output wire [63:0]            bus_rdata,
    output wire                   bus_error,
    output wire                   exc_virtual,
    output wire [63:0]            csr_old,

    // Hart
    input  wire [1:0]             priv,
    input  wire                   virt,
    input  wire                   debug,
    input  wire                   stopcount,
    input  wire                   cde,
    input  wire                   mstateen_csrind,
    input  wire                   hstateen_csrind,
    input  wire                   mideleg_lcofi,
    input  wire                   hideleg_lcofi,

    // Events
    input  wire [2*RET_PORTS-1:0] ret_priv,
    input  wire [RET_PORTS-1:0]   ret_virt,
    input  wire [LINES_W-1:0]     lines,

    // Interrupt and enables of the core
    output wire                   lcofip,
    output wire                   lcofie,
    output wire                   mcounteren_tm,
    output wire                   scounteren_tm,
    output wire                   hcounteren_tm
);

    localparam       HALVES = 64/XLEN;
    localparam [4:0] MODES  = {1'b1, S != 0, U != 0, H != 0, H != 0};   // in the order of riscv_hpm_mode
    localparam       TM     = 1;

    // Modes of the hart and of the retire ports.
    wire [5*RET_PORTS+4:0] modes;
    wire [4:0]             mode = modes[4:0];

    riscv_hpm_mode #(
        .SOURCES (RET_PORTS + 1),
        .U       (U),
        .S       (S),
        .H       (H)
    ) u_mode (
        .priv  ({ret_priv, priv}),
        .virt  ({ret_virt, virt}),
        .modes (modes)
    );

    // Register that the access reaches.
    wire              read;
    wire              write;
    wire [4:0]        index;
    wire [HALVES-1:0] is_count;
    wire [HALVES-1:0] is_event;
    wire              by_window;
    wire              is_mcountinhibit;
    wire              is_scountinhibit;
    wire              is_mcounteren;
    wire              is_scounteren;
    wire              is_hcounteren;
    wire              is_scountovf;
    wire              is_interrupt_pending;
    wire              is_interrupt_enable;
    wire [11:0]       select_rdata;

    wire [XLEN-1:0]   wdata;
    wire [31:0]       mcounteren;
    wire [31:0]       scounteren;
    wire [31:0]       hcounteren;
    wire [31:0]       mcountinhibit;

    riscv_hpm_access #(
        .HALVES        (HALVES),
        .U             (U),
        .S             (S),
        .H             (H),
        .ZICNTR        (ZICNTR),
        .ZIHPM         (ZIHPM),
        .SMCNTRPMF     (SMCNTRPMF),
        .SSCOFPMF      (SSCOFPMF),
        .SMCDELEG      (SMCDELEG),
        .SMSTATEEN     (SMSTATEEN),
        .MCOUNTINHIBIT (MCOUNTINHIBIT),
        .UNIMPLEMENTED (UNIMPLEMENTED),
        .COUNTERS      (COUNTERS)
    ) u_access (
        .clk                  (clk),
        .rst                  (rst),
        .bus_valid            (bus_valid),
        .bus_write            (bus_write),
        .bus_space            (bus_space),
        .bus_unit             (bus_unit),
        .bus_addr             (bus_addr),
        .bus_error            (bus_error),
        .exc_virtual          (exc_virtual),
        .read                 (read),
        .write                (write),
        .mode                 (mode),
        .cde                  (cde),
        .mstateen_csrind      (mstateen_csrind),
        .hstateen_csrind      (hstateen_csrind),
        .mcounteren           (mcounteren),
        .scounteren           (scounteren),
        .hcounteren           (hcounteren),
        .index                (index),
        .is_count             (is_count),
        .is_event             (is_event),
        .by_window            (by_window),
        .is_mcountinhibit     (is_mcountinhibit),
        .is_scountinhibit     (is_scountinhibit),
        .is_mcounteren        (is_mcounteren),
        .is_scounteren        (is_scounteren),
        .is_hcounteren        (is_hcounteren),
        .is_scountovf         (is_scountovf),
        .is_interrupt_pending (is_interrupt_pending),
        .is_interrupt_enable  (is_interrupt_enable),
        .wdata                (wdata[11:0]),
        .rdata                (select_rdata)
    );

    // Old and new value.
    wire [XLEN-1:0] counter_rdata;
    wire [31:0]     enables_rdata;
    wire [31:0]     scountovf_rdata;
    wire [31:0]     interrupt_rdata;

    riscv_hpm_operation #(
        .XLEN (XLEN)
    ) u_operation (
        .read          (read),
        .write         (write),
        .bus_space     (bus_space[1:0]),
        .bus_wdata     (bus_wdata),
        .counter_rdata (counter_rdata),
        .word_rdata    (enables_rdata | scountovf_rdata | interrupt_rdata | {20'd0, select_rdata}),
        .wdata         (wdata),
        .bus_rdata     (bus_rdata),
        .csr_old       (csr_old)
    );

    // Enables.
    riscv_hpm_enables #(
        .U                 (U),
        .S                 (S),
        .H                 (H),
        .MCOUNTEREN_WR     (MCOUNTEREN_WR),
        .SCOUNTEREN_WR     (SCOUNTEREN_WR),
        .HCOUNTEREN_WR     (HCOUNTEREN_WR),
        .MCOUNTINHIBIT     (MCOUNTINHIBIT),
        .MCOUNTINHIBIT_WR  (MCOUNTINHIBIT_WR),
        .MCOUNTINHIBIT_RST (MCOUNTINHIBIT_RST)
    ) u_enables (
        .clk              (clk),
        .rst              (rst),
        .is_mcounteren    (is_mcounteren),
        .is_scounteren    (is_scounteren),
        .is_hcounteren    (is_hcounteren),
        .is_mcountinhibit (is_mcountinhibit),
        .is_scountinhibit (is_scountinhibit),
        .write            (write),
        .wdata            (wdata[31:0]),
        .rdata            (enables_rdata),
        .mcounteren       (mcounteren),
        .scounteren       (scounteren),
        .hcounteren       (hcounteren),
        .mcountinhibit    (mcountinhibit)
    );

    assign mcounteren_tm = mcounteren[TM];
    assign scounteren_tm = scounteren[TM];
    assign hcounteren_tm = hcounteren[TM];

    // Counters.
    wire [31:0] of;
    wire        request;

    riscv_hpm_counters #(
        .XLEN           (XLEN),
        .HALVES         (HALVES),
        .SMCNTRPMF      (SMCNTRPMF),
        .SSCOFPMF       (SSCOFPMF),
        .MODES          (MODES),
        .COUNTERS       (COUNTERS),
        .WIDTHS         (WIDTHS),
        .HALF_WRITE     (HALF_WRITE),
        .CYCLE_WRITE    (CYCLE_WRITE),
        .WRITE_OVERFLOW (WRITE_OVERFLOW),
        .OF_WRITE       (OF_WRITE),
        .OF_SW          (OF_SW),
        .STOP_CYCLE     (STOP_CYCLE),
        .SELECTOR       (SELECTOR),
        .SEL_W          (SEL_W),
        .SEL_ILLEGAL    (SEL_ILLEGAL),
        .MASK_ONEHOT    (MASK_ONEHOT),
        .SEL_IS_FIXED   (SEL_IS_FIXED),
        .SEL_FIXED      (SEL_FIXED),
        .COMBINE_OR     (COMBINE_OR),
        .RET_PORTS      (RET_PORTS),
        .RET_W          (RET_W),
        .RET_NUMBER_W   (RET_NUMBER_W),
        .EVENTS         (EVENTS),
        .EVENT_CODES    (EVENT_CODES),
        .LINES          (LINES),
        .LINES_W        (LINES_W),
        .LINE_LSB       (LINE_LSB),
        .LINE_SOURCE    (LINE_SOURCE),
        .LINE_EVENTS    (LINE_EVENTS),
        .WEIGHTS        (WEIGHTS),
        .NUMBER_W       (NUMBER_W)
    ) u_counters (
        .clk           (clk),
        .rst           (rst),
        .index         (index),
        .is_count      (is_count),
        .is_event      (is_event),
        .write         (write),
        .by_window     (by_window),
        .wdata         (wdata),
        .rdata         (counter_rdata),
        .mcountinhibit (mcountinhibit),
        .stop          ((STOPCOUNT != 0) & debug & stopcount),
        .modes         (modes),
        .lines         (lines),
        .of            (of),
        .request       (request)
    );

    // Overflow and its interrupt.
    generate
        if (SSCOFPMF != 0) begin : g_overflow
            localparam LCOFI = 13;

            wire mode_m  = mode[4];
            wire mode_vs = mode[1];
            wire lcofi_rdata;

            // OF bits that the mode may see
            wire [31:0] visible = (mcounteren | {32{mode_m}}) & (hcounteren | {32{~mode_vs}});

            riscv_hpm_interrupt #(
                .DELAY        (LCOFI_DELAY),
                .LCOFIP_WRITE (LCOFIP_WRITE)
            ) u_interrupt (
                .clk           (clk),
                .rst           (rst),
                .request       (request),
                .level         (bus_addr[9:8]),
                .mode_vs       (mode_vs),
                .mideleg_lcofi (mideleg_lcofi),
                .hideleg_lcofi (hideleg_lcofi),
                .is_pending    (is_interrupt_pending),
                .is_enable     (is_interrupt_enable),
                .write         (write),
                .wdata         (wdata[LCOFI]),
                .rdata         (lcofi_rdata),
                .lcofip_q      (lcofip),
                .lcofie        (lcofie)
            );

            assign scountovf_rdata = of & visible & {32{is_scountovf}};
            assign interrupt_rdata = {18'd0, lcofi_rdata, {LCOFI{1'b0}}};
        end else begin : g_no_overflow
            wire unused_overflow = (|of) | request | is_scountovf | is_interrupt_pending | is_interrupt_enable
                                 | mideleg_lcofi | hideleg_lcofi | (LCOFIP_WRITE != 0) | (LCOFI_DELAY != 0);

            assign scountovf_rdata = 32'd0;
            assign interrupt_rdata = 32'd0;
            assign lcofip          = 1'b0;
            assign lcofie          = 1'b0;
        end
    endgenerate

endmodule

`default_nettype wire
