// IA32_PerfEvtSel: event select register of one counter and its fields.
`default_nettype none

module knc_evtsel (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write
    input  wire        write,
    input  wire [31:0] wdata,

    // Register, as software reads it
    output reg  [31:0] value_q,

    // Fields
    output wire [7:0]  cmask,
    output wire        inv,
    output wire        en,
    output wire        tcm,
    output wire        int_enable,
    output wire        edge_detect,
    output wire        os,
    output wire        usr,
    output wire [7:0]  umask,
    output wire [7:0]  event_code
);

    // Bit 19 is reserved and is not stored.
    localparam [31:0] STORED = 32'hFFF7_FFFF;

    wire [31:0] value_d = write ? (wdata & STORED) : value_q;

    always @(posedge clk)
        if (rst) value_q <= 32'h0000_0000;
        else     value_q <= value_d;

    assign cmask       = value_q[31:24];
    assign inv         = value_q[23];
    assign en          = value_q[22];
    assign tcm         = value_q[21];
    assign int_enable  = value_q[20];
    assign edge_detect = value_q[18];
    assign os          = value_q[17];
    assign usr         = value_q[16];
    assign umask       = value_q[15:8];
    assign event_code  = value_q[7:0];

endmodule

`default_nettype wire
