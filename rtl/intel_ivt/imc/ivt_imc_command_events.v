// Detects the selected event of ticks, DRAM commands or major modes in this cycle. Several sub-events in one cycle count
// once. Combinational.
//
//   ev_sel | event                  | umask bits
//     00h  | DCLOCKTICKS            | ignored; every cycle
//     01h  | ACT_COUNT              | 0 read, 1 write, 3 bypass
//     02h  | PRE_COUNT              | 0 page miss, 1 page close, 2 read, 3 write, 4 bypass
//     04h  | CAS_COUNT              | 0, 1, 4, 5 reads, 2, 3 writes
//     05h  | DRAM_REFRESH           | 1 panic, 2 high
//     06h  | DRAM_PRE_ALL           | ignored
//     07h  | MAJOR_MODES            | 0 read, 1 write, 2 partial, 3 isochronous
//     08h  | PREEMPTION             | 0 of a read, 1 of a write
//     09h  | ECC_CORRECTABLE_ERRORS | ignored
//     90h  | VMSE_WR_PUSH           | 0 write, 1 read major mode
//     A0h  | RD_CAS_PRIO            | 0 low, 1 medium, 2 high, 3 panic
//     A1h  | BYP_CMDS               | 0 activate, 1 CAS, 2 precharge
//     C0h  | WMM_TO_RMM             | 0 low threshold, 1 starved, 2 VMSE retry
//     C1h  | WRONG_MM               | ignored
//   others |                        | nothing
`default_nettype none

module ivt_imc_command_events (
    // Selection
    input  wire [7:0] ev_sel,
    input  wire [7:0] umask,

    // DRAM commands
    input  wire [7:0] e_act,
    input  wire [7:0] e_pre,
    input  wire [7:0] e_cas,
    input  wire [7:0] e_refresh,
    input  wire       e_pre_all,
    input  wire [7:0] e_major,
    input  wire [7:0] e_preempt,
    input  wire       e_ecc,

    // VMSE, priorities, bypasses
    input  wire [7:0] e_vmse_push,
    input  wire [7:0] e_rd_prio,
    input  wire [7:0] e_byp,

    // Major modes
    input  wire [7:0] e_wmm_rmm,
    input  wire       wrong_mm,
    output reg        hit
);

    localparam [7:0] DCLOCKTICKS            = 8'h00;
    localparam [7:0] ACT_COUNT              = 8'h01;
    localparam [7:0] PRE_COUNT              = 8'h02;
    localparam [7:0] CAS_COUNT              = 8'h04;
    localparam [7:0] DRAM_REFRESH           = 8'h05;
    localparam [7:0] DRAM_PRE_ALL           = 8'h06;
    localparam [7:0] MAJOR_MODES            = 8'h07;
    localparam [7:0] PREEMPTION             = 8'h08;
    localparam [7:0] ECC_CORRECTABLE_ERRORS = 8'h09;
    localparam [7:0] VMSE_WR_PUSH           = 8'h90;
    localparam [7:0] RD_CAS_PRIO            = 8'hA0;
    localparam [7:0] BYP_CMDS               = 8'hA1;
    localparam [7:0] WMM_TO_RMM             = 8'hC0;
    localparam [7:0] WRONG_MM               = 8'hC1;

    // Bits of umask that select a sub-event
    localparam [7:0] ACT_BITS     = 8'b0000_1011;
    localparam [7:0] PRE_BITS     = 8'b0001_1111;
    localparam [7:0] CAS_BITS     = 8'b0011_1111;
    localparam [7:0] REFRESH_BITS = 8'b0000_0110;
    localparam [7:0] MAJOR_BITS   = 8'b0000_1111;
    localparam [7:0] PREEMPT_BITS = 8'b0000_0011;
    localparam [7:0] PUSH_BITS    = 8'b0000_0011;
    localparam [7:0] PRIO_BITS    = 8'b0000_1111;
    localparam [7:0] BYP_BITS     = 8'b0000_0111;
    localparam [7:0] WMM_RMM_BITS = 8'b0000_0111;

    always @*
        case (ev_sel)
            DCLOCKTICKS:            hit = 1'b1;
            ACT_COUNT:              hit = |(e_act & umask & ACT_BITS);
            PRE_COUNT:              hit = |(e_pre & umask & PRE_BITS);
            CAS_COUNT:              hit = |(e_cas & umask & CAS_BITS);
            DRAM_REFRESH:           hit = |(e_refresh & umask & REFRESH_BITS);
            DRAM_PRE_ALL:           hit = e_pre_all;
            MAJOR_MODES:            hit = |(e_major & umask & MAJOR_BITS);
            PREEMPTION:             hit = |(e_preempt & umask & PREEMPT_BITS);
            ECC_CORRECTABLE_ERRORS: hit = e_ecc;
            VMSE_WR_PUSH:           hit = |(e_vmse_push & umask & PUSH_BITS);
            RD_CAS_PRIO:            hit = |(e_rd_prio & umask & PRIO_BITS);
            BYP_CMDS:               hit = |(e_byp & umask & BYP_BITS);
            WMM_TO_RMM:             hit = |(e_wmm_rmm & umask & WMM_RMM_BITS);
            WRONG_MM:               hit = wrong_mm;
            default:                hit = 1'b0;
        endcase

endmodule

`default_nettype wire
