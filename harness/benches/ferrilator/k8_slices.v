// The K8 PMU with event lines in ports of at most 128 bits, the widest that ferrilator has.
module k8_slices (
    input  wire         clk,
    input  wire         rst,
    input  wire         bus_valid,
    input  wire         bus_write,
    input  wire [3:0]   bus_space,
    input  wire [7:0]   bus_unit,
    input  wire [31:0]  bus_addr,
    input  wire [63:0]  bus_wdata,
    output wire [63:0]  bus_rdata,
    output wire         bus_error,
    input  wire         c0_halted,
    input  wire [1:0]   c0_cpl,
    input  wire [127:0] c0_ev_low,
    input  wire [127:0] c0_ev_middle,
    input  wire [105:0] c0_ev_high,
    output wire [3:0]   c0_pm,
    input  wire         c1_halted,
    input  wire [1:0]   c1_cpl,
    input  wire [127:0] c1_ev_low,
    input  wire [127:0] c1_ev_middle,
    input  wire [105:0] c1_ev_high,
    output wire [3:0]   c1_pm
);

    k8_pmu u_pmu (
        .clk(clk), .rst(rst),
        .bus_valid(bus_valid), .bus_write(bus_write), .bus_space(bus_space), .bus_unit(bus_unit), .bus_addr(bus_addr),
        .bus_wdata(bus_wdata), .bus_rdata(bus_rdata), .bus_error(bus_error),
        .c0_halted(c0_halted), .c0_cpl(c0_cpl), .c0_ev({c0_ev_high, c0_ev_middle, c0_ev_low}),
        .c0_pm(c0_pm), .c0_apic_int(), .c0_nb_claim(), .c0_nb_block(),
        .c1_halted(c1_halted), .c1_cpl(c1_cpl), .c1_ev({c1_ev_high, c1_ev_middle, c1_ev_low}),
        .c1_pm(c1_pm), .c1_apic_int(), .c1_nb_claim(), .c1_nb_block()
    );

endmodule
