// The counters of CVA6 with the register port of riscv_hpm: csr_regfile and perf_counters.
//
// An access is a CSR instruction in the commit stage, which retires in the same cycle. A commit port has one
// instruction, so loads are those of port 0 and stores those of port 1.
module cva6_counters
    import ariane_pkg::*;
(
    input  logic        clk,
    input  logic        rst_n,

    // Register port
    input  logic        bus_valid,
    input  logic        bus_write,
    input  logic [3:0]  bus_space,
    input  logic [7:0]  bus_unit,
    input  logic [31:0] bus_addr,
    input  logic [63:0] bus_wdata,
    output logic [63:0] bus_rdata,
    output logic        bus_error,
    output logic [63:0] csr_old,

    // Hart
    input  logic [1:0]  priv,

    // Events
    input  logic [1:0]  ret_n,
    input  logic        icache_miss,
    input  logic        dcache_miss,
    input  logic        itlb_miss,
    input  logic        dtlb_miss,
    input  logic        load,
    input  logic        store,
    input  logic        exception,
    input  logic        exception_return,
    input  logic        mispredict,
    input  logic        sb_full,
    input  logic        if_empty
);

    logic         access;
    fu_op         op;
    exception_t   refused;
    riscv::xlen_t rdata;

    logic [4:0]   perf_addr;
    riscv::xlen_t perf_wdata;
    riscv::xlen_t perf_rdata;
    logic         perf_we;

    scoreboard_entry_t [NR_COMMIT_PORTS-1:0] committed;
    exception_t                              taken;
    bp_resolve_t                             resolved;

    csr_port u_port (
        .bus_valid (bus_valid),
        .bus_write (bus_write),
        .bus_space (bus_space),
        .bus_unit  (bus_unit),
        .bus_addr  (bus_addr),
        .access    (access),
        .illegal   (refused.valid),
        .rdata     (64'(rdata)),
        .bus_rdata (bus_rdata),
        .bus_error (bus_error),
        .csr_old   (csr_old)
    );

    always_comb begin
        op = ADD;  // no access
        if (access) begin
            unique case ({bus_write, bus_space[1:0]})
                3'b100:  op = CSR_WRITE;
                3'b101:  op = CSR_SET;
                3'b110:  op = CSR_CLEAR;
                default: op = CSR_READ;
            endcase
        end
    end

    always_comb begin
        committed       = '0;
        committed[0].fu = LOAD;
        committed[1].fu = STORE;
        taken           = '0;
        taken.valid     = exception;
        resolved        = '0;
        resolved.valid  = mispredict;
        resolved.is_mispredict = mispredict;
    end

    // The core changes its mode by traps and returns only. There is no mode 2.
    always_comb force u_csr.priv_lvl_q = riscv::priv_lvl_t'(priv == 2'd2 ? 2'd0 : priv);

    csr_regfile u_csr (
        .clk_i             (clk),
        .rst_ni            (rst_n),

        .csr_op_i          (op),
        .csr_addr_i        (bus_addr[11:0]),
        .csr_wdata_i       (bus_wdata[riscv::XLEN-1:0]),
        .csr_rdata_o       (rdata),
        .csr_exception_o   (refused),
        .commit_ack_i      (ret_n),

        .perf_addr_o       (perf_addr),
        .perf_data_o       (perf_wdata),
        .perf_data_i       (perf_rdata),
        .perf_we_o         (perf_we),

        // Nothing else of the core happens.
        .time_irq_i        ('0),
        .commit_instr_i    ('0),
        .boot_addr_i       ('0),
        .hart_id_i         ('0),
        .ex_i              ('0),
        .dirty_fp_state_i  ('0),
        .csr_write_fflags_i('0),
        .pc_i              ('0),
        .irq_i             ('0),
        .ipi_i             ('0),
        .debug_req_i       ('0)
    );

    perf_counters u_perf (
        .clk_i             (clk),
        .rst_ni            (rst_n),
        .debug_mode_i      ('0),

        .addr_i            (perf_addr),
        .we_i              (perf_we),
        .data_i            (perf_wdata),
        .data_o            (perf_rdata),

        .commit_instr_i    (committed),
        .commit_ack_i      ({store, load}),
        .l1_icache_miss_i  (icache_miss),
        .l1_dcache_miss_i  (dcache_miss),
        .itlb_miss_i       (itlb_miss),
        .dtlb_miss_i       (dtlb_miss),
        .sb_full_i         (sb_full),
        .if_empty_i        (if_empty),
        .ex_i              (taken),
        .eret_i            (exception_return),
        .resolved_branch_i (resolved)
    );

endmodule
