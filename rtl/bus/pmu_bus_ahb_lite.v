// Register port to AHB-Lite (AMBA 3): single transfers of an address cycle, then data cycles until HREADY.
//
//   cycle  | start  | 1    | ... | 1 + wait states
//   htrans | NONSEQ | IDLE | IDLE| IDLE
//   hready | 1      | 0    | 0   | 1              the access has its effect, and its answer is here; an error takes one more
`default_nettype none

module pmu_bus_ahb_lite #(
    parameter ADDR_W = 32,
    parameter DATA_W = 32
) (
    // Clock and reset
    input  wire              clk,
    input  wire              rst,

    // Transfer
    input  wire              start,
    input  wire              is_write,
    input  wire [ADDR_W-1:0] address,
    input  wire [63:0]       data,
    output wire              done,
    output wire [63:0]       answer,
    output wire              error,
    output wire              stray,    // an answer that no access has asked for

    // AHB-Lite; hready is that of the only slave
    output wire              hsel,
    output wire [1:0]        htrans,
    output wire [ADDR_W-1:0] haddr,
    output wire              hwrite,
    output wire [2:0]        hsize,
    output wire [2:0]        hburst,
    output wire [3:0]        hprot,
    output wire              hmastlock,
    output wire [DATA_W-1:0] hwdata,
    input  wire [DATA_W-1:0] hrdata,
    input  wire              hready,
    input  wire              hresp
);

    localparam [1:0] IDLE   = 2'b00;
    localparam [1:0] NONSEQ = 2'b10;
    localparam [2:0] SIZE   = DATA_W == 64 ? 3'd3 : DATA_W == 32 ? 3'd2 : DATA_W == 16 ? 3'd1 : 3'd0;
    localparam [3:0] PRIVILEGED_DATA = 4'b0011;

    reg  data_q;
    wire data_d = start | data_q & ~hready;

    assign hsel      = start;
    assign htrans    = start ? NONSEQ : IDLE;
    assign haddr     = address;
    assign hwrite    = start & is_write;
    assign hsize     = SIZE;
    assign hburst    = 3'd0;
    assign hprot     = PRIVILEGED_DATA;
    assign hmastlock = 1'b0;
    assign hwdata    = data[DATA_W-1:0];

    assign done   = data_q & hready;
    assign answer = {{64-DATA_W{1'b0}}, hrdata};
    assign error  = hresp;
    assign stray  = 1'b0;               // HREADY without a transfer has no meaning

    always @(posedge clk)
        if (rst) data_q <= 1'b0;
        else     data_q <= data_d;

endmodule

`default_nettype wire
