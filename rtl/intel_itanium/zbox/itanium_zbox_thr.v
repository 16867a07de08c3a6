// Thermal trip points of the Z-Box: its sub-control register and the crossings up and down. Each line is one condition of
// one DIMM, at 4 * DIMM + condition.
`default_nettype none

module itanium_zbox_thr (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write, and the register as software reads it
    input  wire        write,
    input  wire [31:0] wdata,
    output wire [31:0] value,

    // Crossings
    input  wire [31:0] thr_up,
    input  wire [31:0] thr_dn,

    // Events
    output wire        up_ev,
    output wire        dn_ev
);

    localparam             WIDTH     = 11;
    localparam [WIDTH-1:0] STORED    = 11'b111_1111_1000;
    localparam [31:0]      EACH_DIMM = 32'h1111_1111;   // condition 0 of all DIMMs

    // 10:9 trp_pt_dn_cnd, 8:7 trp_pt_up_cnd, 6:4 dimm_trp_pt, 3 all_dimms_trp_pt
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

    wire [1:0]  dn_cnd    = control[10:9];
    wire [1:0]  up_cnd    = control[8:7];
    wire [2:0]  dimm      = control[6:4];
    wire        all_dimms = control[3];

    wire [31:0] dimms     = all_dimms ? EACH_DIMM : 32'd1 << {dimm, 2'd0};

    assign up_ev = |(thr_up & dimms << up_cnd);
    assign dn_ev = |(thr_dn & dimms << dn_cnd);
    assign value = {{32-WIDTH{1'b0}}, control};

    wire [31-WIDTH:0] unused_wdata = wdata[31:WIDTH];

endmodule

`default_nettype wire
