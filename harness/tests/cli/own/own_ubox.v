// A U-Box with a different interface: active-low reset, other port names, no RACU events, no wake-up of cores.
`default_nettype none

module own_ubox (
    input  wire        clk,
    input  wire        reset_n,
    input  wire        scan_mode,

    input  wire        cmd_valid,
    input  wire        bus_write,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    input  wire [63:0] bus_wdata,
    output wire [63:0] bus_rdata,
    output wire        bus_error,

    input  wire        msg_vlw,
    input  wire [3:0]  msg_other,
    input  wire        evt_lock,
    input  wire        evt_phold,
    input  wire [14:0] ovf_c,
    input  wire        ovf_p,
    input  wire [1:0]  ovf_h,
    input  wire [1:0]  ovf_m,
    input  wire [1:0]  ovf_q,
    input  wire [1:0]  ovf_rq,
    input  wire        ovf_rp,

    output wire        frz_bcast,
    output wire        unfrz_bcast,
    input  wire [14:0] core_awake,
    output wire [19:0] interrupts
);
    assign interrupts[4:0] = 5'd0;

    ivt_ubox u_ubox (
        .clk(clk), .rst(~reset_n),
        .bus_valid(cmd_valid & ~scan_mode), .bus_write(bus_write), .bus_space(bus_space), .bus_unit(bus_unit),
        .bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_rdata(bus_rdata), .bus_error(bus_error),
        .evt_msg({msg_other, msg_vlw}), .evt_lock(evt_lock), .evt_phold(evt_phold), .evt_racu(1'b0),
        .ovf_c(ovf_c), .ovf_p(ovf_p), .ovf_h(ovf_h), .ovf_m(ovf_m), .ovf_q(ovf_q), .ovf_rq(ovf_rq), .ovf_rp(ovf_rp),
        .frz_bcast(frz_bcast), .unfrz_bcast(unfrz_bcast),
        .core_awake(core_awake), .core_wake(), .pmi(interrupts[19:5])
    );
endmodule

`default_nettype wire
