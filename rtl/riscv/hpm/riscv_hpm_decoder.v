// Registers that a CSR number selects. Combinational.
//
//   number            | register                                  | exists with
//   B00h+i, B80h+i    | mcycle, minstret, mhpmcounter i           | UNIMPLEMENTED: see below
//   C00h+i, C80h+i    | shadows of these                          | ZICNTR for i = 0, 2; else ZIHPM and see below
//   320h              | mcountinhibit                             | MCOUNTINHIBIT
//   321h, 322h, 72xh  | mcyclecfg, minstretcfg                    | SMCNTRPMF
//   320h+i            | mhpmevent i                               | UNIMPLEMENTED: see below
//   720h+i            | mhpmevent i, high half                    | ... and SSCOFPMF
//   306h, 106h, 606h  | mcounteren, scounteren, hcounteren        | U, S, H
//   DA0h              | scountovf                                 | SSCOFPMF
//   120h              | scountinhibit                             | SMCDELEG
//   150h-157h         | siselect, sireg to sireg6 (not 154h)      | SMCDELEG
//   250h-257h         | vsiselect, vsireg to vsireg6 (not 254h)   | SMCDELEG and H
//   344h, 144h, 244h  | mip, sip, vsip                            | always, S, H
//   304h, 104h, 204h  | mie, sie, vsie                            | always, S, H
//
// Upper halves, B80h, C80h, 720h and above, exist only for XLEN = 32. There is no counter 1.
//
//   UNIMPLEMENTED | numbers of counters 3 to 31 that are not in COUNTERS
//   0             | all exist
//   1             | those of the shadows do not exist
//   2             | none exist
`default_nettype none

module riscv_hpm_decoder #(
    parameter        HALVES        = 1,   // 64/XLEN
    parameter        U             = 1,
    parameter        S             = 1,
    parameter        H             = 1,
    parameter        ZICNTR        = 1,
    parameter        ZIHPM         = 1,
    parameter        SMCNTRPMF     = 1,
    parameter        SSCOFPMF      = 1,
    parameter        SMCDELEG      = 1,
    parameter        MCOUNTINHIBIT = 1,
    parameter        UNIMPLEMENTED = 0,
    parameter [31:0] COUNTERS      = 32'hFFFF_FFF8
) (
    input  wire [31:0]       addr,
    output wire              exists,

    // Counter, its configuration or its event; the configurations of mcycle and minstret have the numbers 0 and 2
    output wire [4:0]        index,
    output wire [HALVES-1:0] is_count,       // of a machine-level number or of a shadow
    output wire              is_shadow,
    output wire [HALVES-1:0] is_event,

    // Other registers
    output wire              is_mcountinhibit,
    output wire              is_scountinhibit,
    output wire              is_mcounteren,
    output wire              is_scounteren,
    output wire              is_hcounteren,
    output wire              is_scountovf,
    output wire              is_siselect,
    output wire              is_sireg,
    output wire              is_vsiselect,
    output wire              is_vsireg,
    output wire              is_interrupt_pending,
    output wire              is_interrupt_enable
);

    localparam [6:0] MACHINE_COUNTS = 7'h58;  // B00h
    localparam [6:0] MACHINE_HIGH   = 7'h5C;  // B80h
    localparam [6:0] SHADOWS        = 7'h60;  // C00h
    localparam [6:0] SHADOWS_HIGH   = 7'h64;  // C80h
    localparam [6:0] EVENTS         = 7'h19;  // 320h
    localparam [6:0] EVENTS_HIGH    = 7'h39;  // 720h
    localparam [8:0] SUPERVISOR_WINDOW = 9'h2A;  // 150h
    localparam [8:0] GUEST_WINDOW      = 9'h4A;  // 250h

    localparam [2:0] WINDOW_SELECT = 3'd0;
    localparam [2:0] WINDOW_NOTHING = 3'd4;

    localparam [31:0] NONE = 32'h0000_0000;
    localparam [31:0] BASE = 32'h0000_0005;  // mcycle, minstret
    localparam [31:0] CFGS = 32'h0000_0006;  // the numbers of mcyclecfg, minstretcfg
    localparam [31:0] HPM  = 32'hFFFF_FFF8;

    localparam [31:0] MACHINE_HPM = (UNIMPLEMENTED == 2) ? COUNTERS : HPM;
    localparam [31:0] SHADOW_HPM  = (UNIMPLEMENTED != 0) ? COUNTERS : HPM;

    localparam [31:0] HAS_COUNT      = BASE | MACHINE_HPM;
    localparam [31:0] HAS_SHADOW     = ((ZICNTR != 0) ? BASE : NONE) | ((ZIHPM != 0) ? SHADOW_HPM : NONE);
    localparam [31:0] HAS_CFG        = (SMCNTRPMF != 0) ? CFGS : NONE;
    localparam [31:0] HAS_EVENT      = HAS_CFG | MACHINE_HPM;
    localparam [31:0] HAS_EVENT_HIGH = HAS_CFG | ((SSCOFPMF != 0) ? MACHINE_HPM : NONE);

    wire        is_csr = ~|addr[31:12];
    wire [11:0] csr    = addr[11:0];
    wire [6:0]  block  = csr[11:5];
    wire [4:0]  number = csr[4:0];

    wire [HALVES-1:0] in_machine;
    wire [HALVES-1:0] in_shadow;

    assign in_machine[0] = is_csr & (block == MACHINE_COUNTS) & HAS_COUNT[number];
    assign in_shadow[0]  = is_csr & (block == SHADOWS) & HAS_SHADOW[number];
    assign is_event[0]   = is_csr & (block == EVENTS) & HAS_EVENT[number];

    generate
        if (HALVES == 2) begin : g_high
            assign in_machine[HALVES-1] = is_csr & (block == MACHINE_HIGH) & HAS_COUNT[number];
            assign in_shadow[HALVES-1]  = is_csr & (block == SHADOWS_HIGH) & HAS_SHADOW[number];
            assign is_event[HALVES-1]   = is_csr & (block == EVENTS_HIGH) & HAS_EVENT_HIGH[number];
        end
    endgenerate

    assign is_count  = in_machine | in_shadow;
    assign is_shadow = |in_shadow;

    // 321h is the configuration of counter 0.
    wire is_mcyclecfg = (|is_event) & (number == 5'd1);

    assign index = {number[4:1], number[0] & ~is_mcyclecfg};

    assign is_mcountinhibit = (MCOUNTINHIBIT != 0) & is_csr & (csr == 12'h320);
    assign is_scountinhibit = (SMCDELEG != 0) & is_csr & (csr == 12'h120);
    assign is_mcounteren    = (U != 0) & is_csr & (csr == 12'h306);
    assign is_scounteren    = (S != 0) & is_csr & (csr == 12'h106);
    assign is_hcounteren    = (H != 0) & is_csr & (csr == 12'h606);
    assign is_scountovf     = (SSCOFPMF != 0) & is_csr & (csr == 12'hDA0);

    wire in_supervisor = (SMCDELEG != 0) & is_csr & (csr[11:3] == SUPERVISOR_WINDOW);
    wire in_guest      = (SMCDELEG != 0) & (H != 0) & is_csr & (csr[11:3] == GUEST_WINDOW);
    wire is_select     = csr[2:0] == WINDOW_SELECT;
    wire is_window     = ~is_select & (csr[2:0] != WINDOW_NOTHING);

    assign is_siselect  = in_supervisor & is_select;
    assign is_sireg     = in_supervisor & is_window;
    assign is_vsiselect = in_guest & is_select;
    assign is_vsireg    = in_guest & is_window;

    assign is_interrupt_pending = is_csr & ((csr == 12'h344) | ((S != 0) & (csr == 12'h144)) | ((H != 0) & (csr == 12'h244)));
    assign is_interrupt_enable  = is_csr & ((csr == 12'h304) | ((S != 0) & (csr == 12'h104)) | ((H != 0) & (csr == 12'h204)));

    assign exists = (|is_count) | (|is_event) | is_mcountinhibit | is_scountinhibit
                  | is_mcounteren | is_scounteren | is_hcounteren | is_scountovf
                  | is_siselect | is_sireg | is_vsiselect | is_vsireg
                  | is_interrupt_pending | is_interrupt_enable;

endmodule

`default_nettype wire
