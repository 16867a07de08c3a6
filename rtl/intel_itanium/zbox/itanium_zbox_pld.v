// Payload of the Z-Box: its sub-control register, DRAM commands and retries.
//
//   event        | counts
//   PLD_DRAM_EV  | commands dram_cmd; cmd = 1: only in the mode of ISS; addr_match1 = 1: only at an address match
//   PLD_RETRY_EV | retries; rtry_sngl_fvid = 1: only of fvid
`default_nettype none

module itanium_zbox_pld (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write, and the register as software reads it
    input  wire        write,
    input  wire [31:0] wdata,
    output wire [31:0] value,

    // DRAM commands
    input  wire        dram_cmd_v,
    input  wire [4:0]  dram_cmd,
    input  wire        dram_addr_match1,
    input  wire        in_pld_mode,

    // Retries
    input  wire        retry_v,
    input  wire [5:0]  retry_fvid,

    // Events
    output wire        dram_ev,
    output wire        retry_ev
);

    localparam WIDTH = 14;

    // 13 addr_match1, 12:8 dram_cmd, 7 rtry_sngl_fvid, 6:1 fvid, 0 cmd
    wire [WIDTH-1:0] control;

    pmu_register #(
        .WIDTH (WIDTH)
    ) u_value (
        .clk     (clk),
        .rst     (rst),
        .write   (write),
        .wdata   (wdata[WIDTH-1:0]),
        .value_q (control)
    );

    wire       addr_match1    = control[13];
    wire [4:0] cmd_wanted     = control[12:8];
    wire       rtry_sngl_fvid = control[7];
    wire [5:0] fvid           = control[6:1];
    wire       cmd            = control[0];

    wire       in_mode        = ~cmd | in_pld_mode;
    wire       at_address     = ~addr_match1 | dram_addr_match1;

    assign dram_ev  = dram_cmd_v & dram_cmd == cmd_wanted & in_mode & at_address;
    assign retry_ev = retry_v & (~rtry_sngl_fvid | retry_fvid == fvid);
    assign value    = {{32-WIDTH{1'b0}}, control};

    wire [31-WIDTH:0] unused_wdata = wdata[31:WIDTH];

endmodule

`default_nettype wire
