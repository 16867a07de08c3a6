// Decides whether an access is refused, and with which exception. Combinational.
//
// The checks in their order, the first that applies decides:
//   1. a number that does not exist: illegal
//   2. a write of a read-only number (bits 11:10 are 3): illegal
//   3. a machine-level number (bits 9:8 are 3) outside M, any number but a shadow (bits 9:8 are 0) in U: illegal
//   4. the rules of the register; those of the indirect registers are in riscv_hpm_window
`default_nettype none

module riscv_hpm_check #(
    parameter S        = 1,
    parameter SMCDELEG = 1
) (
    // Access
    input  wire       exists,
    input  wire [3:0] level,            // bits 11:8 of the number
    input  wire       write,
    input  wire [4:0] mode,             // see riscv_hpm_mode

    // Register
    input  wire       is_shadow,
    input  wire       is_scountovf,
    input  wire       is_scountinhibit,
    input  wire       is_indirect,

    // Conditions
    input  wire       cde,
    input  wire       mcounteren,       // bits of the counter
    input  wire       scounteren,
    input  wire       hcounteren,
    input  wire       indirect_refused,
    input  wire       indirect_virtual,

    output wire       refused,
    output wire       is_virtual        // the refusal is a virtual-instruction exception
);

    localparam [1:0] READ_ONLY  = 2'd3;
    localparam [1:0] MACHINE    = 2'd3;
    localparam [1:0] GUEST      = 2'd2;
    localparam [1:0] USER       = 2'd0;

    // {is_virtual, refused}
    localparam [1:0] ACCEPTED = 2'b00;
    localparam [1:0] ILLEGAL  = 2'b01;
    localparam [1:0] VIRTUAL  = 2'b11;

    wire mode_m   = mode[4];
    wire mode_u   = mode[2];
    wire mode_vs  = mode[1];
    wire mode_vu  = mode[0];
    wire in_guest = mode_vs | mode_vu;

    wire unused_mode_s = mode[3];

    wire too_low  = ((level[1:0] == MACHINE) & ~mode_m) | ((level[1:0] != USER) & mode_u)
                  | ((level[3:2] == READ_ONLY) & write);
    wire no_entry = ~exists | too_low;

    wire [1:0] of_shadow       = (~mode_m & ~mcounteren)               ? ILLEGAL
                               : (in_guest & ~hcounteren)              ? VIRTUAL
                               : (mode_vu & ~scounteren)               ? VIRTUAL
                               : (mode_u & (S != 0) & ~scounteren)     ? ILLEGAL
                               :                                         ACCEPTED;
    wire [1:0] of_scountinhibit = ~cde                                 ? ILLEGAL
                                : in_guest                             ? VIRTUAL
                                :                                        ACCEPTED;
    wire [1:0] of_scountovf    = (mode_vu | (mode_vs & (SMCDELEG != 0) & cde)) ? VIRTUAL : ACCEPTED;

    // Guest-level numbers are refused with V = 1, all supervisor-level ones in VU.
    wire [1:0] of_other        = ((level[1:0] == GUEST) & in_guest)    ? VIRTUAL
                               : ((level[1:0] != USER) & mode_vu)      ? VIRTUAL
                               :                                         ACCEPTED;

    assign {is_virtual, refused} = no_entry         ? ILLEGAL
                                 : is_indirect      ? {indirect_virtual, indirect_refused}
                                 : is_scountinhibit ? of_scountinhibit
                                 : is_scountovf     ? of_scountovf
                                 : is_shadow        ? of_shadow
                                 :                    of_other;

endmodule

`default_nettype wire
