// Register port to APB (AMBA 3 and 4): a setup cycle, then access cycles until PREADY.
//
//   cycle  | start | 1       | ... | 1 + wait states
//   psel   | 1     | 1       | 1   | 1
//   penable| 0     | 1       | 1   | 1
//   pready |       | 0       | 0   | 1              the access has its effect, and its answer is here
`default_nettype none

module pmu_bus_apb #(
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

    // APB
    output wire                psel,
    output wire                penable,
    output wire                pwrite,
    output wire [ADDR_W-1:0]   paddr,
    output wire [DATA_W-1:0]   pwdata,
    output wire [DATA_W/8-1:0] pstrb,
    output wire [2:0]          pprot,
    input  wire [DATA_W-1:0]   prdata,
    input  wire                pready,
    input  wire                pslverr
);

    localparam [2:0] PRIVILEGED_DATA = 3'b001;

    reg  access_q;
    wire access_d = start | access_q & ~pready;

    assign psel    = start | access_q;
    assign penable = access_q;
    assign pwrite  = psel & is_write;
    assign paddr   = address;
    assign pwdata  = data[DATA_W-1:0];
    assign pstrb   = {DATA_W/8{pwrite}};
    assign pprot   = PRIVILEGED_DATA;

    assign done   = access_q & pready;
    assign answer = {{64-DATA_W{1'b0}}, prdata};
    assign error  = pslverr;
    assign stray  = 1'b0;               // PREADY without a transfer has no meaning

    always @(posedge clk)
        if (rst) access_q <= 1'b0;
        else     access_q <= access_d;

endmodule

`default_nettype wire
