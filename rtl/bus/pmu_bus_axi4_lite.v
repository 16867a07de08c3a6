// Register port to AXI4-Lite: address and data of a write are valid together, and answers are accepted at once.
`default_nettype none

module pmu_bus_axi4_lite #(
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

    // AXI4-Lite
    output wire                awvalid,
    input  wire                awready,
    output wire [ADDR_W-1:0]   awaddr,
    output wire [2:0]          awprot,
    output wire                wvalid,
    input  wire                wready,
    output wire [DATA_W-1:0]   wdata,
    output wire [DATA_W/8-1:0] wstrb,
    input  wire                bvalid,
    output wire                bready,
    input  wire [1:0]          bresp,
    output wire                arvalid,
    input  wire                arready,
    output wire [ADDR_W-1:0]   araddr,
    output wire [2:0]          arprot,
    input  wire                rvalid,
    output wire                rready,
    input  wire [DATA_W-1:0]   rdata,
    input  wire [1:0]          rresp
);

    localparam [2:0] PRIVILEGED_DATA = 3'b001;
    localparam ERROR = 1;                // of SLVERR and DECERR

    reg  aw_q;                           // not yet accepted
    reg  w_q;
    reg  ar_q;
    wire starts_write = start & is_write;
    wire starts_read  = start & ~is_write;

    assign awvalid = starts_write | aw_q;
    assign awaddr  = address;
    assign awprot  = PRIVILEGED_DATA;
    assign wvalid  = starts_write | w_q;
    assign wdata   = data[DATA_W-1:0];
    assign wstrb   = {DATA_W/8{1'b1}};
    assign arvalid = starts_read | ar_q;
    assign araddr  = address;
    assign arprot  = PRIVILEGED_DATA;
    assign bready  = 1'b1;
    assign rready  = 1'b1;

    // The channel of the other direction has no answer.
    assign done   = is_write ? bvalid : rvalid;
    assign stray  = is_write ? rvalid : bvalid;
    assign answer = {{64-DATA_W{1'b0}}, rdata};
    assign error  = is_write ? bresp[ERROR] : rresp[ERROR];

    wire unused_resp = bresp[0] ^ rresp[0];

    always @(posedge clk)
        if (rst) begin
            aw_q <= 1'b0;
            w_q  <= 1'b0;
            ar_q <= 1'b0;
        end else begin
            aw_q <= awvalid & ~awready;
            w_q  <= wvalid & ~wready;
            ar_q <= arvalid & ~arready;
        end

endmodule

`default_nettype wire
