// Performance counters of one RISC-V hart: parametrized design of all configurations.
//
// An access is decoded, checked against the mode and the enables of its cycle, and, if it is accepted, reads the state at
// the start of the cycle or changes it from the next one on:
//
//   bus_addr -> riscv_hpm_decoder -+-> riscv_hpm_check  -> refusal
//               riscv_hpm_window  -'
//   addressed register -> old value -> riscv_hpm_operation -> written value
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

    localparam [3:0] LAST_SPACE = 4'd2;
    localparam [7:0] UNIT       = 8'd0;
    localparam       TM         = 1;

    // Modes of the hart and of the retire ports.
    wire [5*RET_PORTS+4:0] modes;
    wire [4:0]             mode = modes[4:0];

    riscv_hpm_mode #(
        .U (U),
        .S (S),
        .H (H)
    ) u_mode (
        .priv (priv),
        .virt (virt),
        .mode (modes[4:0])
    );

    genvar port;
    generate
        for (port = 0; port < RET_PORTS; port = port + 1) begin : g_port
            riscv_hpm_mode #(
                .U (U),
                .S (S),
                .H (H)
            ) u_mode (
                .priv (ret_priv[2*port +: 2]),
                .virt (ret_virt[port]),
                .mode (modes[5*port + 5 +: 5])
            );
        end
    endgenerate

    // Register that the number selects, and that the access reaches.
    wire              exists;
    wire [4:0]        direct_index;
    wire [HALVES-1:0] direct_count;
    wire [HALVES-1:0] direct_event;
    wire              is_shadow;
    wire              is_mcountinhibit;
    wire              is_scountinhibit;
    wire              is_mcounteren;
    wire              is_scounteren;
    wire              is_hcounteren;
    wire              is_scountovf;
    wire              is_siselect;
    wire              is_sireg;
    wire              is_vsiselect;
    wire              is_vsireg;
    wire              is_interrupt_pending;
    wire              is_interrupt_enable;
    wire [4:0]        window_index;
    wire [HALVES-1:0] window_count;
    wire [HALVES-1:0] window_event;
    wire              window_refused;
    wire              window_virtual;
    wire [11:0]       select;

    wire [4:0]        index    = is_sireg ? window_index : direct_index;
    wire [HALVES-1:0] is_count = direct_count | window_count;
    wire [HALVES-1:0] is_event = direct_event | window_event;

    wire [31:0]       mcounteren;
    wire [31:0]       scounteren;
    wire [31:0]       hcounteren;

    riscv_hpm_decoder #(
        .HALVES        (HALVES),
        .U             (U),
        .S             (S),
        .H             (H),
        .ZICNTR        (ZICNTR),
        .ZIHPM         (ZIHPM),
        .SMCNTRPMF     (SMCNTRPMF),
        .SSCOFPMF      (SSCOFPMF),
        .SMCDELEG      (SMCDELEG),
        .MCOUNTINHIBIT (MCOUNTINHIBIT),
        .UNIMPLEMENTED (UNIMPLEMENTED),
        .COUNTERS      (COUNTERS)
    ) u_decoder (
        .addr                 (bus_addr),
        .exists               (exists),
        .index                (direct_index),
        .is_count             (direct_count),
        .is_shadow            (is_shadow),
        .is_event             (direct_event),
        .is_mcountinhibit     (is_mcountinhibit),
        .is_scountinhibit     (is_scountinhibit),
        .is_mcounteren        (is_mcounteren),
        .is_scounteren        (is_scounteren),
        .is_hcounteren        (is_hcounteren),
        .is_scountovf         (is_scountovf),
        .is_siselect          (is_siselect),
        .is_sireg             (is_sireg),
        .is_vsiselect         (is_vsiselect),
        .is_vsireg            (is_vsireg),
        .is_interrupt_pending (is_interrupt_pending),
        .is_interrupt_enable  (is_interrupt_enable)
    );

    wire refused;
    wire is_virtual;

    riscv_hpm_check #(
        .S        (S),
        .SMCDELEG (SMCDELEG)
    ) u_check (
        .exists           (exists & (bus_space <= LAST_SPACE) & (bus_unit == UNIT)),
        .level            (bus_addr[11:8]),
        .write            (bus_write),
        .mode             (mode),
        .is_shadow        (is_shadow),
        .is_scountovf     (is_scountovf),
        .is_scountinhibit (is_scountinhibit),
        .is_indirect      (is_siselect | is_sireg | is_vsiselect | is_vsireg),
        .cde              (cde),
        .mcounteren       (mcounteren[direct_index]),
        .scounteren       (scounteren[direct_index]),
        .hcounteren       (hcounteren[direct_index]),
        .indirect_refused (window_refused),
        .indirect_virtual (window_virtual),
        .refused          (refused),
        .is_virtual       (is_virtual)
    );

    wire accepted = bus_valid & ~refused;
    wire read     = accepted & ~bus_write;
    wire write    = accepted & bus_write;

    assign bus_error   = bus_valid & refused;
    assign exc_virtual = bus_valid & is_virtual;

    // Old and new value.
    wire [XLEN-1:0] counter_rdata;
    wire [31:0]     enables_rdata;
    wire [31:0]     inhibit_rdata;
    wire [31:0]     scountovf_rdata;
    wire [31:0]     interrupt_rdata;
    wire [31:0]     word_rdata = enables_rdata | inhibit_rdata | scountovf_rdata | interrupt_rdata | {20'd0, select};
    wire [XLEN-1:0] old;
    wire [XLEN-1:0] wdata;

    riscv_hpm_operation #(
        .XLEN (XLEN)
    ) u_operation (
        .space   (bus_space[1:0]),
        .old     (old),
        .operand (bus_wdata[XLEN-1:0]),
        .value   (wdata)
    );

    generate
        if (XLEN == 64) begin : g_rv64
            assign old       = counter_rdata | {32'd0, word_rdata};
            assign bus_rdata = old & {64{read}};
            assign csr_old   = old & {64{write}};
        end else begin : g_rv32
            wire unused_wdata = |bus_wdata[63:XLEN];

            assign old       = counter_rdata | word_rdata;
            assign bus_rdata = {32'd0, old & {XLEN{read}}};
            assign csr_old   = {32'd0, old & {XLEN{write}}};
        end
    endgenerate

    // Registers.
    riscv_hpm_enables #(
        .U             (U),
        .S             (S),
        .H             (H),
        .MCOUNTEREN_WR (MCOUNTEREN_WR),
        .SCOUNTEREN_WR (SCOUNTEREN_WR),
        .HCOUNTEREN_WR (HCOUNTEREN_WR)
    ) u_enables (
        .clk           (clk),
        .rst           (rst),
        .is_mcounteren (is_mcounteren),
        .is_scounteren (is_scounteren),
        .is_hcounteren (is_hcounteren),
        .write         (write),
        .wdata         (wdata[31:0]),
        .rdata         (enables_rdata),
        .mcounteren    (mcounteren),
        .scounteren    (scounteren),
        .hcounteren    (hcounteren)
    );

    assign mcounteren_tm = mcounteren[TM];
    assign scounteren_tm = scounteren[TM];
    assign hcounteren_tm = hcounteren[TM];

    wire [31:0] mcountinhibit;

    generate
        if (MCOUNTINHIBIT != 0) begin : g_inhibit
            riscv_hpm_inhibit #(
                .WRITABLE (MCOUNTINHIBIT_WR),
                .RESET    (MCOUNTINHIBIT_RST)
            ) u_inhibit (
                .clk              (clk),
                .rst              (rst),
                .is_mcountinhibit (is_mcountinhibit),
                .is_scountinhibit (is_scountinhibit),
                .write            (write),
                .wdata            (wdata[31:0]),
                .rdata            (inhibit_rdata),
                .mcounteren       (mcounteren),
                .mcountinhibit    (mcountinhibit)
            );
        end else begin : g_no_inhibit
            wire unused_inhibit = is_mcountinhibit | (|MCOUNTINHIBIT_WR) | (|MCOUNTINHIBIT_RST);

            assign mcountinhibit = 32'd0;
            assign inhibit_rdata = 32'd0;
        end

        if (SMCDELEG != 0) begin : g_window
            riscv_hpm_window #(
                .HALVES        (HALVES),
                .H             (H),
                .ZICNTR        (ZICNTR),
                .ZIHPM         (ZIHPM),
                .SMCNTRPMF     (SMCNTRPMF),
                .SSCOFPMF      (SSCOFPMF),
                .SMSTATEEN     (SMSTATEEN),
                .UNIMPLEMENTED (UNIMPLEMENTED),
                .COUNTERS      (COUNTERS)
            ) u_window (
                .clk          (clk),
                .rst          (rst),
                .number       (bus_addr[2:0]),
                .is_siselect  (is_siselect),
                .is_sireg     (is_sireg),
                .is_vsiselect (is_vsiselect),
                .is_vsireg    (is_vsireg),
                .write        (write),
                .wdata        (wdata[11:0]),
                .mode         (mode),
                .cde          (cde),
                .mstateen     (mstateen_csrind),
                .hstateen     (hstateen_csrind),
                .mcounteren   (mcounteren),
                .refused      (window_refused),
                .is_virtual   (window_virtual),
                .index        (window_index),
                .is_count     (window_count),
                .is_event     (window_event),
                .rdata        (select)
            );
        end else begin : g_no_window
            wire unused_window = mstateen_csrind | hstateen_csrind | (SMSTATEEN != 0);

            assign window_refused = 1'b0;
            assign window_virtual = 1'b0;
            assign window_index   = 5'd0;
            assign window_count   = {HALVES{1'b0}};
            assign window_event   = {HALVES{1'b0}};
            assign select         = 12'd0;
        end
    endgenerate

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
        .by_window     (is_sireg),
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
            localparam [1:0] MACHINE = 2'd3;
            localparam [1:0] GUEST   = 2'd2;
            localparam       LCOFI   = 13;

            wire mode_m   = mode[4];
            wire mode_vs  = mode[1];

            // OF bits that the mode may see.
            wire [31:0] visible = (mcounteren | {32{mode_m}}) & (hcounteren | {32{~mode_vs}});

            // Below M the bits of mip and mie are those of the interrupts that are delegated to the level.
            wire is_machine = bus_addr[9:8] == MACHINE;
            wire is_guest   = (bus_addr[9:8] == GUEST) | mode_vs;
            wire delegated  = is_machine | (mideleg_lcofi & (~is_guest | hideleg_lcofi));

            assign scountovf_rdata = of & visible & {32{is_scountovf}};
            assign interrupt_rdata = {18'd0, delegated & ((is_interrupt_pending & lcofip) | (is_interrupt_enable & lcofie)), 13'd0};

            riscv_hpm_interrupt #(
                .DELAY        (LCOFI_DELAY),
                .LCOFIP_WRITE (LCOFIP_WRITE)
            ) u_interrupt (
                .clk          (clk),
                .rst          (rst),
                .request      (request),
                .write_lcofip (write & is_interrupt_pending & delegated),
                .write_lcofie (write & is_interrupt_enable & delegated),
                .wdata        (wdata[LCOFI]),
                .lcofip_q     (lcofip),
                .lcofie       (lcofie)
            );
        end else begin : g_no_overflow
            wire unused_overflow = (|of) | request | is_interrupt_pending | is_interrupt_enable
                                 | mideleg_lcofi | hideleg_lcofi | (LCOFIP_WRITE != 0) | (LCOFI_DELAY != 0);

            assign scountovf_rdata = 32'd0;
            assign interrupt_rdata = 32'd0;
            assign lcofip          = 1'b0;
            assign lcofie          = 1'b0;
        end
    endgenerate

endmodule

`default_nettype wire
