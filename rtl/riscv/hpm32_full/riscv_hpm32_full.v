// Performance counters of one RISC-V hart. Generated from the configuration of riscv_hpm32_full. Do not edit.
`default_nettype none

module riscv_hpm32_full (
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
    input  wire        virt,
    input  wire        debug,
    input  wire        stopcount,
    input  wire        cde,
    input  wire        mstateen_csrind,
    input  wire        hstateen_csrind,
    input  wire        mideleg_lcofi,
    input  wire        hideleg_lcofi,

    // Events
    input  wire        cyc,
    input  wire [5:0]  ret_n,
    input  wire [3:0]  ret_priv,
    input  wire [1:0]  ret_virt,
    input  wire [1:0]  ld0,
    input  wire [1:0]  ld1,
    input  wire [1:0]  st0,
    input  wire [1:0]  st1,
    input  wire [1:0]  br0,
    input  wire [1:0]  br1,
    input  wire        brt0,
    input  wire        brt1,
    input  wire [1:0]  l1dr,
    input  wire [1:0]  l1drm,
    input  wire        l1dw,
    input  wire        l1dwm,
    input  wire        l1i,
    input  wire        l1im,
    input  wire        dtlbm,
    input  wire        itlbm,
    input  wire        brm,
    input  wire        fstall,
    input  wire        bstall,
    input  wire        exc,
    input  wire        irq,

    // Results
    output wire        exc_virtual,
    output wire [63:0] csr_old,
    output wire        lcofip,
    output wire        lcofie,
    output wire        mcounteren_tm,
    output wire        scounteren_tm,
    output wire        hcounteren_tm
);

    riscv_hpm #(
        .XLEN              (32),
        .U                 (1),
        .S                 (1),
        .H                 (1),
        .ZICNTR            (1),
        .ZIHPM             (1),
        .SMCNTRPMF         (1),
        .SSCOFPMF          (1),
        .SMCDELEG          (1),
        .SMSTATEEN         (1),
        .COUNTERS          (32'h7FFFFFF8),
        .WIDTHS            ({8'd0, 8'd64, 8'd32, 8'd48, 8'd64, 8'd32, 8'd48, 8'd64,
                             8'd32, 8'd48, 8'd64, 8'd32, 8'd48, 8'd64, 8'd32, 8'd48,
                             8'd64, 8'd32, 8'd48, 8'd64, 8'd32, 8'd48, 8'd64, 8'd32,
                             8'd48, 8'd64, 8'd32, 8'd48, 8'd64, 8'd0, 8'd0, 8'd0}),
        .UNIMPLEMENTED     (1),
        .MCOUNTINHIBIT     (1),
        .MCOUNTINHIBIT_WR  (32'h7FFFFFFD),
        .MCOUNTINHIBIT_RST (32'h0),
        .MCOUNTEREN_WR     (32'hFFFFFFFF),
        .SCOUNTEREN_WR     (32'hFFFFFFFF),
        .HCOUNTEREN_WR     (32'hFFFFFFFF),
        .SELECTOR          (2),
        .SEL_W             (16),
        .SEL_ILLEGAL       (0),
        .MASK_ONEHOT       (0),
        .SEL_IS_FIXED      (32'h0),
        .COMBINE_OR        (0),
        .RET_PORTS         (2),
        .RET_W             (3),
        .RET_NUMBER_W      (4),
        .LINES             (24),
        .LINES_W           (36),
        .LINE_LSB          ({
            16'd36,
            16'd35,  // irq
            16'd34,  // exc
            16'd33,  // bstall
            16'd32,  // fstall
            16'd31,  // brm
            16'd30,  // itlbm
            16'd29,  // dtlbm
            16'd28,  // l1im
            16'd27,  // l1i
            16'd26,  // l1dwm
            16'd25,  // l1dw
            16'd23,  // l1drm
            16'd21,  // l1dr
            16'd20,  // brt1
            16'd19,  // brt0
            16'd17,  // br1
            16'd15,  // br0
            16'd13,  // st1
            16'd11,  // st0
            16'd9,  // ld1
            16'd7,  // ld0
            16'd4,  // ret 1
            16'd1,  // ret 0
            16'd0   // cyc
        }),
        .LINE_SOURCE       ({
            4'd0,  // irq
            4'd0,  // exc
            4'd0,  // bstall
            4'd0,  // fstall
            4'd0,  // brm
            4'd0,  // itlbm
            4'd0,  // dtlbm
            4'd0,  // l1im
            4'd0,  // l1i
            4'd0,  // l1dwm
            4'd0,  // l1dw
            4'd0,  // l1drm
            4'd0,  // l1dr
            4'd2,  // brt1
            4'd1,  // brt0
            4'd2,  // br1
            4'd1,  // br0
            4'd2,  // st1
            4'd1,  // st0
            4'd2,  // ld1
            4'd1,  // ld0
            4'd2,  // ret 1
            4'd1,  // ret 0
            4'd0   // cyc
        }),
        .WEIGHTS           ({
            8'd0,  // irq
            8'd0,  // exc
            8'd0,  // bstall
            8'd0,  // fstall
            8'd0,  // brm
            8'd0,  // itlbm
            8'd0,  // dtlbm
            8'd0,  // l1im
            8'd0,  // l1i
            8'd0,  // l1dwm
            8'd0,  // l1dw
            8'd1, 8'd0,  // l1drm
            8'd1, 8'd0,  // l1dr
            8'd0,  // brt1
            8'd0,  // brt0
            8'd1, 8'd0,  // br1
            8'd1, 8'd0,  // br0
            8'd1, 8'd0,  // st1
            8'd1, 8'd0,  // st0
            8'd1, 8'd0,  // ld1
            8'd1, 8'd0,  // ld0
            8'd2, 8'd1, 8'd0,  // ret 1
            8'd2, 8'd1, 8'd0,  // ret 0
            8'd0   // cyc
        }),
        .EVENTS            (19),
        .EVENT_CODES       ({
            16'd4099,  // INTERRUPTS
            16'd2051,  // EXCEPTIONS
            16'd1027,  // BACK_END_STALLS
            16'd515,  // FRONT_END_STALLS
            16'd259,  // BRANCH_MISPREDICTIONS
            16'd32770,  // ITLB_MISSES
            16'd16386,  // DTLB_MISSES
            16'd8194,  // L1I_MISSES
            16'd4098,  // L1I_ACCESSES
            16'd2050,  // L1D_WRITE_MISSES
            16'd1026,  // L1D_WRITES
            16'd514,  // L1D_READ_MISSES
            16'd258,  // L1D_READS
            16'd8193,  // TAKEN_BRANCHES
            16'd4097,  // BRANCHES
            16'd2049,  // STORES
            16'd1025,  // LOADS
            16'd513,  // INSTRUCTIONS
            16'd257   // CYCLES
        }),
        .LINE_EVENTS       ({
            19'b1000000000000000000,  // irq
            19'b0100000000000000000,  // exc
            19'b0010000000000000000,  // bstall
            19'b0001000000000000000,  // fstall
            19'b0000100000000000000,  // brm
            19'b0000010000000000000,  // itlbm
            19'b0000001000000000000,  // dtlbm
            19'b0000000100000000000,  // l1im
            19'b0000000010000000000,  // l1i
            19'b0000000001000000000,  // l1dwm
            19'b0000000000100000000,  // l1dw
            19'b0000000000010000000,  // l1drm
            19'b0000000000001000000,  // l1dr
            19'b0000000000000100000,  // brt1
            19'b0000000000000100000,  // brt0
            19'b0000000000000010000,  // br1
            19'b0000000000000010000,  // br0
            19'b0000000000000001000,  // st1
            19'b0000000000000001000,  // st0
            19'b0000000000000000100,  // ld1
            19'b0000000000000000100,  // ld0
            19'b0000000000000000010,  // ret 1
            19'b0000000000000000010,  // ret 0
            19'b0000000000000000001   // cyc
        }),
        .NUMBER_W          (6),
        .STOPCOUNT         (1),
        .STOP_CYCLE        (1),
        .HALF_WRITE        (1),
        .CYCLE_WRITE       (1),
        .WRITE_OVERFLOW    (1),
        .OF_WRITE          (1),
        .OF_SW             (1),
        .LCOFIP_WRITE      (1),
        .LCOFI_DELAY       (1)
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
        .exc_virtual     (exc_virtual),
        .csr_old         (csr_old),
        .priv            (priv),
        .virt            (virt),
        .debug           (debug),
        .stopcount       (stopcount),
        .cde             (cde),
        .mstateen_csrind (mstateen_csrind),
        .hstateen_csrind (hstateen_csrind),
        .mideleg_lcofi   (mideleg_lcofi),
        .hideleg_lcofi   (hideleg_lcofi),
        .ret_priv        (ret_priv),
        .ret_virt        (ret_virt),
        .lines           ({irq, exc, bstall, fstall, brm, itlbm, dtlbm, l1im, l1i, l1dwm, l1dw, l1drm, l1dr, brt1, brt0, br1, br0, st1, st0, ld1, ld0, ret_n, cyc}),
        .lcofip          (lcofip),
        .lcofie          (lcofie),
        .mcounteren_tm   (mcounteren_tm),
        .scounteren_tm   (scounteren_tm),
        .hcounteren_tm   (hcounteren_tm)
    );

endmodule

`default_nettype wire
