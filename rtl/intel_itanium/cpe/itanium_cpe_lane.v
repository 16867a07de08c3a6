// Lane 7 of the core's PMU. In a cycle with a measurement of the QEAR the lane carries that event, which belongs to no
// thread, and the input of the lane is lost. Combinational.
`default_nettype none

module itanium_cpe_lane (
    // A measurement of the QEAR qualified
    input  wire        qear_evt,

    // Input of the lane
    input  wire        ev_valid,
    input  wire [7:0]  ev_code,
    input  wire [15:0] ev_umhit,
    input  wire [2:0]  ev_inc,
    input  wire        ev_tid,
    input  wire [3:0]  ev_tag,
    input  wire        ev_dtag,
    input  wire        ev_pf,
    input  wire [3:0]  ev_mesi,

    // Output to the core
    output wire        lane_valid,
    output wire [7:0]  lane_code,
    output wire [15:0] lane_umhit,
    output wire [2:0]  lane_inc,
    output wire        lane_tid,
    output wire [3:0]  lane_tag,
    output wire        lane_dtag,
    output wire        lane_pf,
    output wire [3:0]  lane_mesi
);

    localparam [7:0]  CODE  = 8'hA0;
    localparam [15:0] UMHIT = 16'h0002;  // unit mask 1
    localparam [2:0]  INC   = 3'd1;

    assign lane_valid = qear_evt | ev_valid;
    assign lane_code  = qear_evt ? CODE  : ev_code;
    assign lane_umhit = qear_evt ? UMHIT : ev_umhit;
    assign lane_inc   = qear_evt ? INC   : ev_inc;
    assign lane_tid   = ev_tid  & ~qear_evt;
    assign lane_tag   = ev_tag  & {4{~qear_evt}};
    assign lane_dtag  = ev_dtag & ~qear_evt;
    assign lane_pf    = ev_pf   & ~qear_evt;
    assign lane_mesi  = ev_mesi & {4{~qear_evt}};

endmodule

`default_nettype wire
