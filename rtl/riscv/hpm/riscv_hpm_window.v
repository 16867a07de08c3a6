// Indirect access of supervisor mode to the counters: siselect, vsiselect, and the register that sireg* reach.
//
// A select of 40h+i opens the window of counter i:
//
//   sireg  sireg4 | count, low half (XLEN = 64: all of it) and high half
//   sireg2 sireg5 | event or configuration, likewise
//
// siselect is vsiselect in VS. vsireg* and, with V = 1, sireg* reach nothing. Both selects are 0 after reset.
`default_nettype none

module riscv_hpm_window #(
    parameter        HALVES        = 1,   // 64/XLEN
    parameter        H             = 1,
    parameter        ZICNTR        = 1,
    parameter        ZIHPM         = 1,
    parameter        SMCNTRPMF     = 1,
    parameter        SSCOFPMF      = 1,
    parameter        SMSTATEEN     = 1,
    parameter        UNIMPLEMENTED = 0,   // see riscv_hpm_decoder
    parameter [31:0] COUNTERS      = 32'hFFFF_FFF8
) (
    // Clock and reset
    input  wire              clk,
    input  wire              rst,

    // Access
    input  wire [2:0]        number,        // bits 2:0 of the number
    input  wire              is_siselect,
    input  wire              is_sireg,
    input  wire              is_vsiselect,
    input  wire              is_vsireg,
    input  wire              write,         // accepted
    input  wire [11:0]       wdata,

    // Conditions
    input  wire [4:0]        mode,          // see riscv_hpm_mode
    input  wire              cde,
    input  wire              mstateen,
    input  wire              hstateen,
    input  wire [31:0]       mcounteren,

    // Decision on an access to one of these registers
    output wire              refused,
    output wire              is_virtual,    // the refusal is a virtual-instruction exception

    // Register that sireg* reach
    output wire [4:0]        index,
    output wire [HALVES-1:0] is_count,
    output wire [HALVES-1:0] is_event,

    // The addressed select, as software reads it; 0 if none is addressed
    output wire [11:0]       rdata
);

    localparam [6:0] WINDOWS = 7'h02;       // 40h to 5Fh

    localparam [1:0] COUNT = 2'd1;          // bits 1:0 of sireg, sireg4
    localparam [1:0] EVENT = 2'd2;          // bits 1:0 of sireg2, sireg5

    localparam [31:0] NONE = 32'h0000_0000;
    localparam [31:0] BASE = 32'h0000_0005;  // mcycle, minstret
    localparam [31:0] HPM  = 32'hFFFF_FFF8;

    localparam [31:0] WINDOW_HPM     = (ZIHPM == 0) ? NONE : (UNIMPLEMENTED == 2) ? COUNTERS : HPM;
    localparam [31:0] WINDOW_BASE    = (ZICNTR == 0) ? NONE : BASE;
    localparam [31:0] HAS_CFG        = (SMCNTRPMF == 0) ? NONE : WINDOW_BASE;
    localparam [31:0] HAS_COUNT      = WINDOW_BASE | WINDOW_HPM;
    localparam [31:0] HAS_EVENT      = HAS_CFG | WINDOW_HPM;
    localparam [31:0] HAS_EVENT_HIGH = (SSCOFPMF == 0) ? HAS_CFG : HAS_EVENT;

    // {is_virtual, refused}
    localparam [1:0] ACCEPTED = 2'b00;
    localparam [1:0] ILLEGAL  = 2'b01;
    localparam [1:0] VIRTUAL  = 2'b11;

    wire mode_m   = mode[4];
    wire mode_vs  = mode[1];
    wire mode_vu  = mode[0];
    wire in_guest = mode_vs | mode_vu;

    wire unused_modes = mode[3] | mode[2];

    wire [11:0] siselect;
    wire [11:0] select;       // that of the mode

    pmu_register #(
        .WIDTH (12)
    ) u_siselect (
        .clk     (clk),
        .rst     (rst),
        .write   (write & is_siselect & ~mode_vs),
        .wdata   (wdata),
        .value_q (siselect)
    );

    generate
        if (H != 0) begin : g_guest
            wire [11:0] vsiselect;

            pmu_register #(
                .WIDTH (12)
            ) u_vsiselect (
                .clk     (clk),
                .rst     (rst),
                .write   (write & (is_vsiselect | (is_siselect & mode_vs))),
                .wdata   (wdata),
                .value_q (vsiselect)
            );

            assign select = mode_vs ? vsiselect : siselect;
            assign rdata  = (select & {12{is_siselect}}) | (vsiselect & {12{is_vsiselect}});
        end else begin : g_host
            assign select = siselect;
            assign rdata  = siselect & {12{is_siselect}};
        end
    endgenerate

    wire in_windows = select[11:5] == WINDOWS;
    wire has_count  = is_sireg & (number[1:0] == COUNT) & HAS_COUNT[index];
    wire has_event  = is_sireg & (number[1:0] == EVENT) & HAS_EVENT[index];

    assign index       = select[4:0];
    assign is_count[0] = has_count & ~number[2];
    assign is_event[0] = has_event & ~number[2];

    generate
        if (HALVES == 2) begin : g_high
            assign is_count[HALVES-1] = has_count & number[2];
            assign is_event[HALVES-1] = has_event & number[2] & HAS_EVENT_HIGH[index];
        end
    endgenerate

    wire delegated = cde & mcounteren[index] & ((|is_count) | (|is_event));

    assign {is_virtual, refused} = (~mode_m & (SMSTATEEN != 0) & ~mstateen)     ? ILLEGAL
                                 : (in_guest & (is_vsiselect | is_vsireg))      ? VIRTUAL
                                 : mode_vu                                      ? VIRTUAL
                                 : (mode_vs & (SMSTATEEN != 0) & ~hstateen)     ? VIRTUAL
                                 : (is_siselect | is_vsiselect)                 ? ACCEPTED
                                 : (is_vsireg | ~in_windows)                    ? ILLEGAL
                                 : (mode_vs & cde)                              ? VIRTUAL
                                 : mode_vs                                      ? ILLEGAL
                                 : ~delegated                                   ? ILLEGAL
                                 :                                                ACCEPTED;

endmodule

`default_nettype wire
