// Performance counters of one RISC-V hart. Generated from the configuration of riscv_hpm32. Do not edit.
`default_nettype none

module riscv_hpm32 (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register port
    input  wire        bus_valid,
    input  wire        bus_write,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    input  wire [63:0] bus_wdata,
    output wire [63:0] bus_rdata,
    output wire        bus_error,

    // Hart
    input  wire [1:0]  priv,
    input  wire        debug,
    input  wire        stopcount,

    // Events
    input  wire        cyc,
    input  wire        ret_n,
    input  wire        lsu_wait,
    input  wire        if_wait,
    input  wire        load,
    input  wire        store,
    input  wire        jump,
    input  wire        branch,
    input  wire        taken,
    input  wire        retc,
    input  wire        mul_wait,
    input  wire        div_wait,

    // Results
    output wire [63:0] csr_old
);

    wire unused_exc_virtual;
    wire unused_lcofip;
    wire unused_lcofie;
    wire unused_mcounteren_tm;
    wire unused_scounteren_tm;
    wire unused_hcounteren_tm;

    riscv_hpm #(
        .XLEN              (32),
        .U                 (1),
        .S                 (0),
        .H                 (0),
        .ZICNTR            (1),
        .ZIHPM             (1),
        .SMCNTRPMF         (0),
        .SSCOFPMF          (0),
        .SMCDELEG          (0),
        .SMSTATEEN         (0),
        .COUNTERS          (32'h1FF8),
        .WIDTHS            ({8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0,
                             8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0,
                             8'd0, 8'd0, 8'd0, 8'd40, 8'd40, 8'd40, 8'd40, 8'd40,
                             8'd40, 8'd40, 8'd40, 8'd40, 8'd40, 8'd0, 8'd0, 8'd0}),
        .UNIMPLEMENTED     (0),
        .MCOUNTINHIBIT     (1),
        .MCOUNTINHIBIT_WR  (32'h1FFD),
        .MCOUNTINHIBIT_RST (32'h0),
        .MCOUNTEREN_WR     (32'h1FFD),
        .SCOUNTEREN_WR     (32'hFFFFFFFF),
        .HCOUNTEREN_WR     (32'hFFFFFFFF),
        .SELECTOR          (1),
        .SEL_W             (13),
        .SEL_ILLEGAL       (0),
        .MASK_ONEHOT       (0),
        .SEL_IS_FIXED      (32'h1800),
        .SEL_FIXED         ({13'd0, 13'd0, 13'd0, 13'd0, 13'd0, 13'd0, 13'd0, 13'd0,
                             13'd0, 13'd0, 13'd0, 13'd0, 13'd0, 13'd0, 13'd0, 13'd0,
                             13'd0, 13'd0, 13'd0, 13'd4096, 13'd2048, 13'd0, 13'd0, 13'd0,
                             13'd0, 13'd0, 13'd0, 13'd0, 13'd0, 13'd0, 13'd0, 13'd0}),
        .COMBINE_OR        (1),
        .RET_PORTS         (1),
        .RET_W             (1),
        .RET_NUMBER_W      (1),
        .LINES             (12),
        .LINES_W           (12),
        .LINE_LSB          ({
            16'd12,
            16'd11,  // div_wait
            16'd10,  // mul_wait
            16'd9,  // retc
            16'd8,  // taken
            16'd7,  // branch
            16'd6,  // jump
            16'd5,  // store
            16'd4,  // load
            16'd3,  // if_wait
            16'd2,  // lsu_wait
            16'd1,  // ret 0
            16'd0   // cyc
        }),
        .LINE_SOURCE       ({
            4'd0,  // div_wait
            4'd0,  // mul_wait
            4'd0,  // retc
            4'd0,  // taken
            4'd0,  // branch
            4'd0,  // jump
            4'd0,  // store
            4'd0,  // load
            4'd0,  // if_wait
            4'd0,  // lsu_wait
            4'd1,  // ret 0
            4'd0   // cyc
        }),
        .WEIGHTS           ({
            8'd0,  // div_wait
            8'd0,  // mul_wait
            8'd0,  // retc
            8'd0,  // taken
            8'd0,  // branch
            8'd0,  // jump
            8'd0,  // store
            8'd0,  // load
            8'd0,  // if_wait
            8'd0,  // lsu_wait
            8'd0,  // ret 0
            8'd0   // cyc
        }),
        .EVENTS            (12),
        .EVENT_CODES       ({
            13'd4096,  // DIVIDE_WAITS
            13'd2048,  // MULTIPLY_WAITS
            13'd1024,  // COMPRESSED
            13'd512,  // TAKEN_BRANCHES
            13'd256,  // BRANCHES
            13'd128,  // JUMPS
            13'd64,  // STORES
            13'd32,  // LOADS
            13'd16,  // FETCH_WAITS
            13'd8,  // DATA_WAITS
            13'd4,  // INSTRUCTIONS
            13'd1   // CYCLES
        }),
        .LINE_EVENTS       ({
            12'b100000000000,  // div_wait
            12'b010000000000,  // mul_wait
            12'b001000000000,  // retc
            12'b000100000000,  // taken
            12'b000010000000,  // branch
            12'b000001000000,  // jump
            12'b000000100000,  // store
            12'b000000010000,  // load
            12'b000000001000,  // if_wait
            12'b000000000100,  // lsu_wait
            12'b000000000010,  // ret 0
            12'b000000000001   // cyc
        }),
        .NUMBER_W          (1),
        .STOPCOUNT         (1),
        .STOP_CYCLE        (0),
        .HALF_WRITE        (0),
        .CYCLE_WRITE       (0),
        .WRITE_OVERFLOW    (0),
        .OF_WRITE          (0),
        .OF_SW             (0),
        .LCOFIP_WRITE      (0),
        .LCOFI_DELAY       (0)
    ) u_hpm (
        .clk             (clk),
        .rst             (rst),
        .bus_valid       (bus_valid),
        .bus_write       (bus_write),
        .bus_space       (bus_space),
        .bus_unit        (bus_unit),
        .bus_addr        (bus_addr),
        .bus_wdata       (bus_wdata),
        .bus_rdata       (bus_rdata),
        .bus_error       (bus_error),
        .exc_virtual     (unused_exc_virtual),
        .csr_old         (csr_old),
        .priv            (priv),
        .virt            (1'b0),
        .debug           (debug),
        .stopcount       (stopcount),
        .cde             (1'b0),
        .mstateen_csrind (1'b1),
        .hstateen_csrind (1'b1),
        .mideleg_lcofi   (1'b0),
        .hideleg_lcofi   (1'b0),
        .ret_priv        ({1{2'd3}}),
        .ret_virt        ({1{1'b0}}),
        .lines           ({div_wait, mul_wait, retc, taken, branch, jump, store, load, if_wait, lsu_wait, ret_n, cyc}),
        .lcofip          (unused_lcofip),
        .lcofie          (unused_lcofie),
        .mcounteren_tm   (unused_mcounteren_tm),
        .scounteren_tm   (unused_scounteren_tm),
        .hcounteren_tm   (unused_hcounteren_tm)
    );

endmodule

`default_nettype wire
