// Decoder of the register port: selects the register and the cores of an access, or refuses the access. Combinational.
//
//   space         unit          address                | read      write
//   0 (MSR)       0, 1          C001_0000 - C001_0003  | PerfEvtSel
//   0 (MSR)       0, 1          C001_0004 - C001_0007  | PerfCtr
//   0 (MSR)       255           C001_0000 - C001_0007  | error     write in both cores
//   1 (RDPMC)     0, 1          0 - 3                  | PerfCtr   error
//   anything else                                      | error     error
`default_nettype none

module k8_decoder (
    // Register port
    input  wire        bus_valid,
    input  wire        bus_write,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    output wire        bus_error,

    // Register within a core
    output wire [1:0]  reg_index,
    output wire        reg_is_ctr,  // 1: PerfCtr, 0: PerfEvtSel

    // One bit per core
    output wire [1:0]  write,
    output wire [1:0]  read
);

    localparam [3:0]  SPACE_MSR      = 4'd0;
    localparam [3:0]  SPACE_RDPMC    = 4'd1;
    localparam [7:0]  UNIT_CORE0     = 8'd0;
    localparam [7:0]  UNIT_CORE1     = 8'd1;
    localparam [7:0]  UNIT_BROADCAST = 8'd255;
    localparam [28:0] MSR_BLOCK      = 29'h1800_2000;  // C001_0000 without the bits of the register number
    localparam [29:0] RDPMC_BLOCK    = 30'd0;

    wire is_msr    = (bus_space == SPACE_MSR)   & (bus_addr[31:3] == MSR_BLOCK);
    wire is_rdpmc  = (bus_space == SPACE_RDPMC) & (bus_addr[31:2] == RDPMC_BLOCK) & ~bus_write;
    wire broadcast = (bus_unit == UNIT_BROADCAST) & bus_write;

    wire [1:0] core   = {(bus_unit == UNIT_CORE1) | broadcast, (bus_unit == UNIT_CORE0) | broadcast};
    wire [1:0] access = core & {2{bus_valid & (is_msr | is_rdpmc)}};

    assign bus_error  = bus_valid & ~|access;
    assign write      = access & {2{bus_write}};
    assign read       = access & {2{~bus_write}};
    assign reg_index  = bus_addr[1:0];
    assign reg_is_ctr = is_rdpmc | bus_addr[2];

endmodule

`default_nettype wire
