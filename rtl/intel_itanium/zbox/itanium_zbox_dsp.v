// Dispatch queue of the Z-Box: its sub-control register, and the cycles in which the queue is empty (dspq_empty = 1) or
// not empty (0). Bit 8 is stored without a function.
`default_nettype none

module itanium_zbox_dsp (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write, and the register as software reads it
    input  wire        write,
    input  wire [31:0] wdata,
    output wire [31:0] value,

    // Dispatch queue
    input  wire        dispq_empty,

    // Event
    output wire        dispq_cyc
);

    localparam             WIDTH      = 11;
    localparam [WIDTH-1:0] STORED     = 11'b101_0000_0000;
    localparam             DSPQ_EMPTY = 10;

    wire [WIDTH-1:0] control;

    pmu_register #(
        .WIDTH  (WIDTH),
        .STORED (STORED)
    ) u_value (
        .clk     (clk),
        .rst     (rst),
        .write   (write),
        .wdata   (wdata[WIDTH-1:0]),
        .value_q (control)
    );

    assign dispq_cyc = dispq_empty ~^ control[DSPQ_EMPTY];
    assign value     = {{32-WIDTH{1'b0}}, control};

    wire [31-WIDTH:0] unused_wdata = wdata[31:WIDTH];

endmodule

`default_nettype wire
