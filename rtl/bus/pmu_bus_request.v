// Request of a register port on its way to a bus: starts the transfer READ_DELAY or WRITE_DELAY cycles later and holds its fields
// until the next request. Requests are at least that far apart.
`default_nettype none

module pmu_bus_request #(
    parameter ADDR_W      = 32,
    parameter READ_DELAY  = 0,
    parameter WRITE_DELAY = 0
) (
    input  wire              clk,

    // Request
    input  wire              valid,
    input  wire              write,
    input  wire [ADDR_W-1:0] addr,
    input  wire [63:0]       wdata,

    // Transfer
    output wire              start,
    output wire              is_write,    // these three from start until the next request
    output wire [ADDR_W-1:0] address,
    output wire [63:0]       data
);

    reg               write_q;
    reg  [ADDR_W-1:0] addr_q;
    reg  [63:0]       wdata_q;
    wire              read_starts;
    wire              write_starts;

    pmu_bus_delay #(.CYCLES (READ_DELAY))  u_read  (.clk (clk), .in (valid & ~write), .out (read_starts));
    pmu_bus_delay #(.CYCLES (WRITE_DELAY)) u_write (.clk (clk), .in (valid & write),  .out (write_starts));

    assign start    = read_starts | write_starts;
    assign is_write = valid ? write : write_q;
    assign address  = valid ? addr  : addr_q;
    assign data     = valid ? wdata : wdata_q;

    always @(posedge clk) begin
        write_q <= is_write;
        addr_q  <= address;
        wdata_q <= data;
    end

endmodule

`default_nettype wire
