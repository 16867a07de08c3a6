// Event select register of one counter in the layout that x86 cores share, split into its fields. 0 after reset.
//
// Not every core has every field. A bit that is not in STORED ignores writes and reads 0, so a field that a core lacks
// is off.
`default_nettype none

module pmu_x86_evtsel #(
    parameter [31:0] STORED = 32'hFFFF_FFFF
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write
    input  wire        write,
    input  wire [31:0] wdata,

    // Register, as software reads it
    output wire [31:0] value,

    // Fields
    output wire [7:0]  threshold,
    output wire        inv,
    output wire        en,
    output wire        any_thread,
    output wire        int_enable,
    output wire        pin_control,
    output wire        edge_detect,
    output wire        os,
    output wire        usr,
    output wire [7:0]  unit_mask,
    output wire [7:0]  event_select
);

    pmu_register #(
        .WIDTH  (32),
        .STORED (STORED)
    ) u_value (
        .clk     (clk),
        .rst     (rst),
        .write   (write),
        .wdata   (wdata),
        .value_q (value)
    );

    assign threshold    = value[31:24];
    assign inv          = value[23];
    assign en           = value[22];
    assign any_thread   = value[21];
    assign int_enable   = value[20];
    assign pin_control  = value[19];
    assign edge_detect  = value[18];
    assign os           = value[17];
    assign usr          = value[16];
    assign unit_mask    = value[15:8];
    assign event_select = value[7:0];

endmodule

`default_nettype wire
