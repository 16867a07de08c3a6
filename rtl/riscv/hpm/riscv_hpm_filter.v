// Mode filter of one counter: its xINH fields, and the sources that pass. All fields are 0 after reset.
//
// A source is the hart or a retire port. It passes if the xINH of its mode is 0. Fields of modes that the hart does not
// have are not stored.
`default_nettype none

module riscv_hpm_filter #(
    parameter       SOURCES = 1,
    parameter [4:0] MODES   = 5'b11111   // modes of the hart, in the order of riscv_hpm_mode
) (
    // Clock and reset
    input  wire                 clk,
    input  wire                 rst,

    // Software write
    input  wire                 write,
    input  wire                 keep_minh,  // the write does not reach MINH
    input  wire [4:0]           wdata,      // MINH, SINH, UINH, VSINH, VUINH

    // Modes of the sources, source 0 in the low bits
    input  wire [5*SOURCES-1:0] modes,
    output wire [SOURCES-1:0]   pass,

    // Fields, in the order of wdata
    output wire [4:0]           inh
);

    localparam MINH = 4;

    pmu_register #(
        .WIDTH  (5),
        .STORED (MODES)
    ) u_inh (
        .clk     (clk),
        .rst     (rst),
        .write   (write),
        .wdata   ({keep_minh ? inh[MINH] : wdata[MINH], wdata[MINH-1:0]}),
        .value_q (inh)
    );

    genvar source;
    generate
        for (source = 0; source < SOURCES; source = source + 1) begin : g_source
            assign pass[source] = ~|(inh & modes[5*source +: 5]);
        end
    endgenerate

endmodule

`default_nettype wire
