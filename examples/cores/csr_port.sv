// The register port of riscv_hpm at the CSR file of a core: which accesses reach it, and the answer to each. Combinational.
//
// Only numbers of counters reach the core, because the description has no other CSRs. Of mip, mie, sip and sie only LCOFIP is
// part of it; the other bits belong to other parts of the core.
module csr_port (
    // Request
    input  logic        bus_valid,
    input  logic        bus_write,
    input  logic [3:0]  bus_space,
    input  logic [7:0]  bus_unit,
    input  logic [31:0] bus_addr,

    // CSR file
    output logic        access,
    input  logic        illegal,
    input  logic [63:0] rdata,

    // Response
    output logic [63:0] bus_rdata,
    output logic        bus_error,
    output logic [63:0] csr_old
);

    localparam logic [63:0] LCOFIP     = 64'h2000;
    localparam logic [3:0]  LAST_SPACE = 4'd2;

    logic        is_counter;
    logic        is_interrupt;
    logic        accepted;
    logic [63:0] old;

    assign is_interrupt = bus_addr inside {32'h104, 32'h144, 32'h304, 32'h344};
    assign is_counter   = bus_addr inside {[32'h320:32'h33F], [32'h720:32'h73F], [32'hB00:32'hB1F], [32'hB80:32'hB9F],
                                           [32'hC00:32'hC1F], [32'hC80:32'hC9F], 32'hDA0, 32'h106, 32'h306, 32'h606};

    assign access    = bus_valid & (is_counter | is_interrupt) & (bus_space <= LAST_SPACE) & (bus_unit == 8'd0);
    assign accepted  = access & ~illegal;
    assign old       = rdata & (is_interrupt ? LCOFIP : '1);
    assign bus_error = bus_valid & ~accepted;
    assign bus_rdata = accepted & ~bus_write ? old : '0;
    assign csr_old   = accepted &  bus_write ? old : '0;

endmodule
