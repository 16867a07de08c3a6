// Arbitration event slot of a port (QLX), which eight bits of ARB_PERF select:
//
//   type      | event                 cls              sub
//   0         | queue bid             0 to 5           -
//   1         | queue bid failed      0 to 5           -
//   2         | queue home kill       -                -
//   4, 5, 6   | local bid, failed, home kill           -
//   8, 9, A   | global bid, failed, home kill          -
//   B         | target available      0 to 7           0 and 1
//   C         | entry table depth     0 to 5           -
//   others    | none
`default_nettype none

module itanium_rbox_qlx (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Selection: 7 sub, 6:4 cls, 3:0 type
    input  wire [7:0]  slot,

    // Clear and freeze of the sub-counter
    input  wire        clear,
    input  wire        frozen,

    // Arbitration
    input  wire [5:0]  q_bid,
    input  wire [5:0]  q_fail,
    input  wire        q_hok,
    input  wire        l_bid,
    input  wire        l_fail,
    input  wire        l_hok,
    input  wire        g_bid,
    input  wire        g_fail,
    input  wire        g_hok,
    input  wire [15:0] tgt_av,
    input  wire [29:0] et_depth,

    // Event
    output wire        occurred,

    // State
    output wire [4:0]  et_acc
);

    localparam [3:0] ET_ACC = 4'hC;

    wire [3:0]  code    = slot[3:0];
    wire [2:0]  cls     = slot[6:4];

    // By class; classes 6 and 7 have no queue and no entry table and add nothing.
    wire [7:0]  bids    = {2'd0, q_bid};
    wire [7:0]  fails   = {2'd0, q_fail};
    wire [39:0] depths  = {10'd0, et_depth};
    wire [5:0]  at      = 6'd5 * {3'd0, cls};
    wire        carry;

    itanium_rbox_accumulator #(
        .WIDTH (5)
    ) u_et (
        .clk   (clk),
        .rst   (rst),
        .clear (clear),
        .run   (code == ET_ACC & ~frozen),
        .depth (depths[at +: 5]),
        .carry (carry),
        .acc_q (et_acc)
    );

    // By type
    wire [15:0] lines = {3'd0, carry, tgt_av[slot[7:4]],
                         g_hok, g_fail, g_bid,
                         1'b0, l_hok, l_fail, l_bid,
                         1'b0, q_hok, fails[cls], bids[cls]};

    assign occurred = lines[code];

endmodule

`default_nettype wire
