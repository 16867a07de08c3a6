// The counters of CV32E40P with the register port of riscv_hpm.
//
// An access is a CSR instruction in EX, where the core reports it as retired in the same cycle. The decoder of the core decides
// whether it is legal and what its operation is.
module cv32e40p_counters
    import cv32e40p_pkg::*;
#(
    parameter int NUM_MHPMCOUNTERS = 1
) (
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

    // Events
    input  logic        ret_n,
    input  logic        ld_stall,
    input  logic        jr_stall,
    input  logic        imiss,
    input  logic        load,
    input  logic        store,
    input  logic        jump,
    input  logic        branch,
    input  logic        branch_taken,
    input  logic        compressed
);

    localparam logic [6:0]  SYSTEM = 7'h73;

    logic        access;
    logic        illegal;
    logic [2:0]  funct3;
    logic [31:0] instruction;
    csr_opcode_e op;
    logic [31:0] rdata;

    csr_port u_port (
        .bus_valid (bus_valid),
        .bus_write (bus_write),
        .bus_space (bus_space),
        .bus_unit  (bus_unit),
        .bus_addr  (bus_addr),
        .access    (access),
        .illegal   (illegal),
        .rdata     ({32'd0, rdata}),
        .bus_rdata (bus_rdata),
        .bus_error (bus_error),
        .csr_old   (csr_old)
    );

    // CSRRW, CSRRS and CSRRC of x1; a read is a CSRRS of x0.
    assign funct3      = bus_write ? {1'b0, bus_space[1:0]} + 3'd1 : 3'd2;
    assign instruction = {bus_addr[11:0], bus_write ? 5'd1 : 5'd0, funct3, 5'd1, SYSTEM};

    cv32e40p_decoder #(
        .COREV_PULP (0)
    ) u_decoder (
        .deassert_we_i        (~access),
        .instr_rdata_i        (instruction),
        .illegal_c_insn_i     ('0),
        .fs_off_i             ('0),
        .frm_i                ('0),
        .current_priv_lvl_i   (PRIV_LVL_M),
        .debug_mode_i         ('0),
        .debug_wfi_no_sleep_i ('0),
        .mcounteren_i         ('0),
        .illegal_insn_o       (illegal),
        .csr_op_o             (op)
    );

    cv32e40p_cs_registers #(
        .NUM_MHPMCOUNTERS (NUM_MHPMCOUNTERS)
    ) u_csr (
        .clk                      (clk),
        .rst_n                    (rst_n),

        .csr_addr_i               (csr_num_e'(bus_addr[11:0])),
        .csr_wdata_i              (bus_wdata[31:0]),
        .csr_op_i                 (illegal ? CSR_OP_READ : op),
        .csr_rdata_o              (rdata),

        .mhpmevent_minstret_i     (ret_n),
        .mhpmevent_load_i         (load),
        .mhpmevent_store_i        (store),
        .mhpmevent_jump_i         (jump),
        .mhpmevent_branch_i       (branch),
        .mhpmevent_branch_taken_i (branch_taken),
        .mhpmevent_compressed_i   (compressed),
        .mhpmevent_jr_stall_i     (jr_stall),
        .mhpmevent_imiss_i        (imiss),
        .mhpmevent_ld_stall_i     (ld_stall),
        .mhpmevent_pipe_stall_i   ('0),
        .apu_typeconflict_i       ('0),
        .apu_contention_i         ('0),
        .apu_dep_i                ('0),
        .apu_wb_i                 ('0),

        // Nothing else of the core happens.
        .hart_id_i                ('0),
        .mtvec_addr_i             ('0),
        .csr_mtvec_init_i         ('0),
        .fflags_i                 ('0),
        .fflags_we_i              ('0),
        .fregs_we_i               ('0),
        .mip_i                    ('0),
        .csr_irq_sec_i            ('0),
        .debug_mode_i             ('0),
        .debug_cause_i            ('0),
        .debug_csr_save_i         ('0),
        .pc_if_i                  ('0),
        .pc_id_i                  ('0),
        .pc_ex_i                  ('0),
        .csr_save_if_i            ('0),
        .csr_save_id_i            ('0),
        .csr_save_ex_i            ('0),
        .csr_restore_mret_i       ('0),
        .csr_restore_uret_i       ('0),
        .csr_restore_dret_i       ('0),
        .csr_cause_i              ('0),
        .csr_save_cause_i         ('0),
        .hwlp_start_i             ('0),
        .hwlp_end_i               ('0),
        .hwlp_cnt_i               ('0)
    );

endmodule
