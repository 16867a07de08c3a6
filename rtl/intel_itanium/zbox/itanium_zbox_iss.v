// Issue of frames: its sub-control register, frames of a type, and scheduling modes, one of which is for the events of
// DRAM commands. Types and modes that are not assigned never match:
//
//   code | frm_type      code | sched_mode, sched_mode_pld_trig
//      0 | 3CMD             0 | static tradeoff
//      1 | WDAT             1 | static read priority
//      2 | SYNC             2 | static write priority
//      3 | CHNL             3 | adaptive
//      8 | NOP            4-7 | not assigned
//     12 | 1CMD
`default_nettype none

module itanium_zbox_iss (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write, and the register as software reads it
    input  wire        write,
    input  wire [31:0] wdata,
    output wire [31:0] value,

    // Frames and scheduling
    input  wire        frm_v,
    input  wire [3:0]  frm_type,
    input  wire [2:0]  sched_mode,

    // Events, and the mode in which DRAM commands are counted
    output wire        iss_ev,
    output wire        cyc_sched_ev,
    output wire        in_pld_mode
);

    localparam        WIDTH    = 10;
    localparam [15:0] ASSIGNED = 16'b0001_0001_0000_1111;   // frame types

    // 9:7 sched_mode_pld_trig, 6:4 sched_mode, 3:0 frm_type
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

    wire [2:0] mode_pld_trig = control[9:7];
    wire [2:0] mode          = control[6:4];
    wire [3:0] type_wanted   = control[3:0];

    assign iss_ev       = frm_v & frm_type == type_wanted & ASSIGNED[type_wanted];
    assign cyc_sched_ev = sched_mode == mode & ~mode[2];
    assign in_pld_mode  = sched_mode == mode_pld_trig & ~mode_pld_trig[2];
    assign value        = {{32-WIDTH{1'b0}}, control};

    wire [31-WIDTH:0] unused_wdata = wdata[31:WIDTH];

endmodule

`default_nettype wire
