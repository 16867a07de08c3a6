// Performance monitoring of the D-Box of an Itanium 9300 processor, alone with a register port.
`default_nettype none

module itanium_dbox #(
    parameter DBOX_A02 = 0   // decision DBOX-A02, ov_box collects: 0 overflows that freeze, 1 all overflows
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

    // Boxes
    input  wire [4:0]  ovf,
    input  wire [4:0]  ovf_any,
    input  wire [4:0]  pmi,
    output wire        frz,
    output wire        unfrz,

    // U-Box
    output wire        ubox_int
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

    itanium_dbox_pmu #(
        .DBOX_A02 (DBOX_A02)
    ) u_pmu (
        .clk      (clk),
        .rst      (rst),
        .read     (read),
        .write    (write),
        .offset   (offset),
        .wdata    (bus_wdata),
        .rdata    (bus_rdata),
        .ovf      (ovf),
        .ovf_any  (ovf_any),
        .pmi      (pmi),
        .frz      (frz),
        .unfrz    (unfrz),
        .ubox_int (ubox_int)
    );

endmodule

`default_nettype wire
