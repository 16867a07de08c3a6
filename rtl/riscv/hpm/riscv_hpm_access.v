// Access to a register: which one it reaches, and whether it is refused. Holds the selects of the window.
//
//   addr -> riscv_hpm_decoder -+-> riscv_hpm_check -> refusal
//           riscv_hpm_window  -'
`default_nettype none

module riscv_hpm_access #(
    parameter        HALVES        = 1,   // 64/XLEN
    parameter        U             = 0,
    parameter        S             = 0,
    parameter        H             = 0,
    parameter        ZICNTR        = 0,
    parameter        ZIHPM         = 0,
    parameter        SMCNTRPMF     = 0,
    parameter        SSCOFPMF      = 0,
    parameter        SMCDELEG      = 0,
    parameter        SMSTATEEN     = 0,
    parameter        MCOUNTINHIBIT = 0,
    parameter        UNIMPLEMENTED = 0,   // see riscv_hpm_decoder
    parameter [31:0] COUNTERS      = 32'h0000_0000
) (
    // Clock and reset
    input  wire              clk,
    input  wire              rst,

    // Register port
    input  wire              bus_valid,
    input  wire              bus_write,
    input  wire [3:0]        bus_space,
    input  wire [7:0]        bus_unit,
    input  wire [31:0]       bus_addr,
    output wire              bus_error,
    output wire              exc_virtual,
    output wire              read,             // accepted
    output wire              write,            // accepted

    // Conditions
    input  wire [4:0]        mode,             // see riscv_hpm_mode
    input  wire              cde,
    input  wire              mstateen_csrind,
    input  wire              hstateen_csrind,
    input  wire [31:0]       mcounteren,
    input  wire [31:0]       scounteren,
    input  wire [31:0]       hcounteren,

    // Addressed register
    output wire [4:0]        index,            // of the counter
    output wire [HALVES-1:0] is_count,
    output wire [HALVES-1:0] is_event,
    output wire              by_window,
    output wire              is_mcountinhibit,
    output wire              is_scountinhibit,
    output wire              is_mcounteren,
    output wire              is_scounteren,
    output wire              is_hcounteren,
    output wire              is_scountovf,
    output wire              is_interrupt_pending,
    output wire              is_interrupt_enable,

    // siselect and vsiselect
    input  wire [11:0]       wdata,
    output wire [11:0]       rdata             // 0 if neither is addressed
);

    localparam [3:0] LAST_SPACE = 4'd2;
    localparam [7:0] UNIT       = 8'd0;

    wire              exists;
    wire [4:0]        direct_index;
    wire [HALVES-1:0] direct_count;
    wire [HALVES-1:0] direct_event;
    wire              is_shadow;
    wire              is_siselect;
    wire              is_sireg;
    wire              is_vsiselect;
    wire              is_vsireg;
    wire [4:0]        window_index;
    wire [HALVES-1:0] window_count;
    wire [HALVES-1:0] window_event;
    wire              window_refused;
    wire              window_virtual;
    wire              refused;
    wire              is_virtual;

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

    generate
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
                .wdata        (wdata),
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
                .rdata        (rdata)
            );
        end else begin : g_no_window
            wire unused_window = clk | rst | mstateen_csrind | hstateen_csrind | (|wdata) | (SMSTATEEN != 0);

            assign window_refused = 1'b0;
            assign window_virtual = 1'b0;
            assign window_index   = 5'd0;
            assign window_count   = {HALVES{1'b0}};
            assign window_event   = {HALVES{1'b0}};
            assign rdata          = 12'd0;
        end
    endgenerate

    wire accepted = bus_valid & ~refused;

    assign read        = accepted & ~bus_write;
    assign write       = accepted & bus_write;
    assign bus_error   = bus_valid & refused;
    assign exc_virtual = bus_valid & is_virtual;

    assign index     = is_sireg ? window_index : direct_index;
    assign is_count  = direct_count | window_count;
    assign is_event  = direct_event | window_event;
    assign by_window = is_sireg;

endmodule

`default_nettype wire
