// Performance monitoring of the D-Box: records overflows of the uncore's boxes, freezes and unfreezes all of them, and
// passes their interrupt requests on. Boxes from bit 0 up: B-Box 0, Z-Box 0, B-Box 1, Z-Box 1, R-Box. Latency 1 cycle.
`default_nettype none

module itanium_dbox_pmu #(
    parameter DBOX_A02 = 0   // see itanium_dbox
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register access, by offset in the window; the read data is 0 if no register is at the offset
    input  wire        read,
    input  wire        write,
    input  wire [11:0] offset,
    input  wire [63:0] wdata,
    output wire [63:0] rdata,

    // Boxes: overflows that froze the box, all overflows
    input  wire [4:0]  ovf,
    input  wire [4:0]  ovf_any,
    input  wire [4:0]  pmi,
    output wire        frz,
    output wire        unfrz,

    // U-Box
    output wire        ubox_int
);

    localparam [11:0] MISC   = 12'hA00;
    localparam [13:0] STORED = 14'b11_1111_1100_0011;

    wire at_misc    = offset == MISC;
    wire write_misc = write & at_misc;

    // 13:8 ov_box, 7 unfrz_all, 6 frz_all, 1 ov_box_en, 0 frz_en
    reg [13:0] misc_q;

    // The R-Box has one overflow line and two bits.
    wire [4:0]  collected  = (DBOX_A02 != 0) ? ovf_any : ovf;
    wire [5:0]  overflowed = {collected[4:2], collected[4], collected[1:0]};
    wire [5:0]  recorded   = overflowed & {6{misc_q[1]}};

    // Priority: 1. an overflow sets its bit, 2. a write, 3. unchanged.
    wire [13:0] kept       = write_misc ? wdata[13:0] & STORED : misc_q;
    wire [13:0] misc_d     = kept | {recorded, 8'd0};

    // Pulses: a write changes the bit from 0 to 1; an overflow, if frz_en is 1.
    wire [1:0]  changed    = wdata[7:6] & ~misc_q[7:6] & {2{write_misc}};
    wire        frz_d      = changed[0] | misc_q[0] & |ovf;
    wire        unfrz_d    = changed[1];
    wire        int_d      = |pmi;

    reg frz_q;
    reg unfrz_q;
    reg int_q;

    always @(posedge clk)
        if (rst) begin
            misc_q  <= 14'd0;
            frz_q   <= 1'b0;
            unfrz_q <= 1'b0;
            int_q   <= 1'b0;
        end else begin
            misc_q  <= misc_d;
            frz_q   <= frz_d;
            unfrz_q <= unfrz_d;
            int_q   <= int_d;
        end

    assign frz      = frz_q;
    assign unfrz    = unfrz_q;
    assign ubox_int = int_q;
    assign rdata    = {50'd0, misc_q & {14{read & at_misc}}};

    wire [49:0] unused_wdata = wdata[63:14];

endmodule

`default_nettype wire
