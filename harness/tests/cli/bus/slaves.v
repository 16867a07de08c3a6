// Slaves of standard buses that drive a register port. WAIT cycles of each transfer are not ready.
`default_nettype none

module apb_slave #(parameter WAIT = 0) (
    input  wire clk, input wire rst,
    input  wire psel, input wire penable, input wire pwrite, input wire [43:0] paddr, input wire [63:0] pwdata,
    output wire [63:0] prdata, output wire pready, output wire pslverr,
    output wire bus_valid, output wire bus_write, output wire [3:0] bus_space, output wire [7:0] bus_unit,
    output wire [31:0] bus_addr, output wire [63:0] bus_wdata, input wire [63:0] bus_rdata, input wire bus_error
);
    reg [2:0] count_q;
    wire access = psel & penable;
    assign pready = access & (count_q == WAIT);
    assign bus_valid = pready;
    assign bus_write = pwrite;
    assign {bus_space, bus_unit, bus_addr} = paddr;
    assign bus_wdata = pwdata;
    assign prdata = bus_rdata;
    assign pslverr = bus_error;
    always @(posedge clk)
        if (rst | ~access | pready) count_q <= 0;
        else count_q <= count_q + 1;
endmodule

// A read waits READ_WAIT cycles, and answers come ANSWER cycles after the access.
module axi_slave #(parameter WAIT = 0, parameter READ_WAIT = WAIT, parameter ANSWER = 1) (
    input  wire clk, input wire rst,
    input wire awvalid, output wire awready, input wire [43:0] awaddr,
    input wire wvalid, output wire wready, input wire [63:0] wdata,
    output wire bvalid, input wire bready, output wire [1:0] bresp,
    input wire arvalid, output wire arready, input wire [43:0] araddr,
    output wire rvalid, input wire rready, output wire [63:0] rdata, output wire [1:0] rresp,
    output wire bus_valid, output wire bus_write, output wire [3:0] bus_space, output wire [7:0] bus_unit,
    output wire [31:0] bus_addr, output wire [63:0] bus_wdata, input wire [63:0] bus_rdata, input wire bus_error
);
    reg [2:0] count_q;
    reg [3:0] left_q;  // cycles to the answer; 1: now
    reg write_q, error_q;
    reg [63:0] rdata_q;
    wire free = left_q == 0;
    wire writes = awvalid & wvalid & free;
    wire reads = arvalid & free & ~writes;
    wire ready = (writes | reads) & (count_q == (writes ? WAIT : READ_WAIT));
    assign awready = ready & writes;
    assign wready = ready & writes;
    assign arready = ready & reads;
    assign bus_valid = ready;
    assign bus_write = writes;
    assign {bus_space, bus_unit, bus_addr} = writes ? awaddr : araddr;
    assign bus_wdata = wdata;
    assign bvalid = left_q == 1 & write_q;
    assign rvalid = left_q == 1 & ~write_q;
    assign rdata = rdata_q;
    assign bresp = {error_q, 1'b0};
    assign rresp = {error_q, 1'b0};
    wire accepted = bvalid & bready | rvalid & rready;
    always @(posedge clk)
        if (rst) begin count_q <= 0; left_q <= 0; write_q <= 0; error_q <= 0; rdata_q <= 0; end
        else begin
            count_q <= (writes | reads) & ~ready ? count_q + 1 : 0;
            left_q <= ready ? ANSWER : left_q > 1 | accepted ? left_q - 1 : left_q;
            if (ready) begin write_q <= writes; error_q <= bus_error; rdata_q <= bus_rdata; end
        end
endmodule

module ahb_slave #(parameter WAIT = 0) (
    input  wire clk, input wire rst,
    input wire hsel, input wire [1:0] htrans, input wire [43:0] haddr, input wire hwrite, input wire [63:0] hwdata, input wire hready,
    output wire [63:0] hrdata, output wire hreadyout, output wire hresp,
    output wire bus_valid, output wire bus_write, output wire [3:0] bus_space, output wire [7:0] bus_unit,
    output wire [31:0] bus_addr, output wire [63:0] bus_wdata, input wire [63:0] bus_rdata, input wire bus_error
);
    reg [2:0] count_q;
    reg data_q, write_q, fails_q;
    reg [43:0] addr_q;
    wire last = data_q & ~fails_q & (count_q == WAIT);
    wire starts = hsel & htrans[1] & hready;
    assign bus_valid = last;
    assign bus_write = write_q;
    assign {bus_space, bus_unit, bus_addr} = addr_q;
    assign bus_wdata = hwdata;
    assign hrdata = bus_rdata;
    assign hreadyout = ~data_q | fails_q | last & ~bus_error;
    assign hresp = fails_q | last & bus_error;
    always @(posedge clk)
        if (rst) begin count_q <= 0; data_q <= 0; write_q <= 0; fails_q <= 0; addr_q <= 0; end
        else begin
            fails_q <= last & bus_error;
            data_q <= starts | data_q & ~hreadyout;
            count_q <= data_q & ~last & ~fails_q ? count_q + 1 : 0;
            if (starts) begin write_q <= hwrite; addr_q <= haddr; end
        end
endmodule
`default_nettype wire
