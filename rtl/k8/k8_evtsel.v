// PerfEvtSel: event select register of one counter and its fields.
`default_nettype none

module k8_evtsel (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write
    input  wire        write,
    input  wire [31:0] wdata,

    // Register, as software reads it
    output reg  [31:0] value_q,

    // Fields
    output wire [7:0]  cnt_mask,
    output wire        inv,
    output wire        en,
    output wire        int_enable,
    output wire        pin_control,
    output wire        edge_detect,
    output wire        os,
    output wire        usr,
    output wire [7:0]  unit_mask,
    output wire [7:0]  event_select
);

    // Bit 21 is reserved and is not stored.
    localparam [31:0] STORED = 32'hFFDF_FFFF;

    wire [31:0] value_d = write ? (wdata & STORED) : value_q;

    always @(posedge clk)
        if (rst) value_q <= 32'h0000_0000;
        else     value_q <= value_d;

    assign cnt_mask     = value_q[31:24];
    assign inv          = value_q[23];
    assign en           = value_q[22];
    assign int_enable   = value_q[20];
    assign pin_control  = value_q[19];
    assign edge_detect  = value_q[18];
    assign os           = value_q[17];
    assign usr          = value_q[16];
    assign unit_mask    = value_q[15:8];
    assign event_select = value_q[7:0];

endmodule

`default_nettype wire
