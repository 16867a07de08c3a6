// One side of the R-Box: six ports and the eight counters that can select their events.
`default_nettype none

module itanium_rbox_side (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register access; bit 2n: CNT of counter n, bit 2n + 1: its CNT_CTRL
    input  wire        write,
    input  wire [15:0] at,
    input  wire [31:0] wdata,
    output wire [31:0] rdata,

    // State of the box
    input  wire        clear,
    input  wire        frozen,

    // Events of the ports, six each, in the order of pt_sel
    input  wire [35:0] events,

    // An overflow that freezes, an overflow
    output wire        trigger,
    output wire        overflow
);

    // By {pt_sel, ev_sel}; an event that does not exist never occurs.
    wire [63:0] lines = {16'd0,
                         2'd0, events[35:30],
                         2'd0, events[29:24],
                         2'd0, events[23:18],
                         2'd0, events[17:12],
                         2'd0, events[11:6],
                         2'd0, events[5:0]};

    wire [7:0]   triggers;
    wire [7:0]   overflows;
    wire [255:0] cnts;
    wire [199:0] ctrls;

    genvar n;
    generate
        for (n = 0; n < 8; n = n + 1) begin : g_counter
            itanium_rbox_counter u_counter (
                .clk        (clk),
                .rst        (rst),
                .write_cnt  (write & at[2*n]),
                .write_ctrl (write & at[2*n + 1]),
                .wdata      (wdata),
                .clear      (clear),
                .frozen     (frozen),
                .events     (lines),
                .trigger    (triggers[n]),
                .overflow   (overflows[n]),
                .cnt        (cnts[32*n +: 32]),
                .ctrl       (ctrls[25*n +: 25])
            );
        end
    endgenerate

    reg [31:0] value;
    integer    i;

    always @* begin
        value = 32'd0;
        for (i = 0; i < 8; i = i + 1)
            value = value
                  | cnts[32*i +: 32]          & {32{at[2*i]}}
                  | {7'd0, ctrls[25*i +: 25]} & {32{at[2*i + 1]}};
    end

    assign rdata    = value;
    assign trigger  = |triggers;
    assign overflow = |overflows;

endmodule

`default_nettype wire
