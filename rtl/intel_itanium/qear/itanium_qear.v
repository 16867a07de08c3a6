// QuickPath event address register of a core of an Itanium 9300 processor, alone with a register port.
`default_nettype none

module itanium_qear #(
    parameter QEAR_A01 = 0   // decision QEAR-A01, bits of the opcode that are compared: 0 must differ, 1 must be equal
) (
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

    // Requests
    input  wire        req_v,
    input  wire [49:0] req_pa,
    input  wire [1:0]  req_mc,
    input  wire [3:0]  req_op,
    input  wire [9:0]  req_hnid,
    input  wire        req_data_exp,
    input  wire [5:0]  req_tag,
    input  wire        req_v64,

    // Responses
    input  wire        rsp_v,
    input  wire [5:0]  rsp_tag,
    input  wire [1:0]  rsp_kind,

    // Protected addresses may be measured; core PMUs that are frozen, by thread
    input  wire        prot_en,
    input  wire [1:0]  pmu_frz,

    // A measurement qualified
    output wire        qear_evt
);

    wire        read;
    wire        write;
    wire [11:0] offset;

    itanium_csr_port u_port (
        .bus_valid (bus_valid),
        .bus_write (bus_write),
        .bus_space (bus_space),
        .bus_unit  (bus_unit),
        .bus_addr  (bus_addr),
        .bus_error (bus_error),
        .read      (read),
        .write     (write),
        .offset    (offset)
    );

    itanium_qear_pmu #(
        .QEAR_A01 (QEAR_A01)
    ) u_pmu (
        .clk          (clk),
        .rst          (rst),
        .read         (read),
        .write        (write),
        .offset       (offset),
        .wdata        (bus_wdata),
        .rdata        (bus_rdata),
        .req_v        (req_v),
        .req_pa       (req_pa),
        .req_mc       (req_mc),
        .req_op       (req_op),
        .req_hnid     (req_hnid),
        .req_data_exp (req_data_exp),
        .req_tag      (req_tag),
        .req_v64      (req_v64),
        .rsp_v        (rsp_v),
        .rsp_tag      (rsp_tag),
        .rsp_kind     (rsp_kind),
        .prot_en      (prot_en),
        .pmu_frz      (pmu_frz),
        .qear_evt     (qear_evt)
    );

endmodule

`default_nettype wire
