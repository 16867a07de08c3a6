// Smoke test of the K8 PMU for any Verilog simulator: each of the main rules once, with expected values from the
// specification.
//
// Both cores are halted except in step(). In halt registers stay accessible and nothing else changes, so only the cycles of
// a step can count, regardless of the number of cycles of the accesses around it.
//
// Inputs change at the falling edge and outputs are sampled before the next rising edge. A failed check ends the run
// in $stop: vvp needs -N to exit with a status other than 0 then.
`default_nettype none

module k8_smoke_tb;

    `include "k8_events.vh"

    // Fields of PerfEvtSel
    localparam [63:0] AT_LEAST_2 = 64'h0200_0000;  // CNT_MASK
    localparam [63:0] INV        = 64'h0080_0000;
    localparam [63:0] EN         = 64'h0040_0000;
    localparam [63:0] INT        = 64'h0010_0000;
    localparam [63:0] PC         = 64'h0008_0000;
    localparam [63:0] E          = 64'h0004_0000;
    localparam [63:0] OS         = 64'h0002_0000;
    localparam [63:0] USR        = 64'h0001_0000;

    // Register port
    localparam        READ    = 1'b0;
    localparam        WRITE   = 1'b1;
    localparam [3:0]  MSR     = 4'd0;
    localparam [3:0]  RDPMC   = 4'd1;
    localparam [7:0]  CORES   = 8'd255;
    localparam [31:0] EVTSEL0 = 32'hC001_0000;
    localparam [31:0] CTR0    = 32'hC001_0004;
    localparam [64:0] REFUSED = {1'b1, 64'd0};  // bus_error, bus_rdata

    reg                   clk = 1'b0;
    reg                   rst, bus_valid, bus_write;
    reg  [3:0]            bus_space;
    reg  [7:0]            bus_unit;
    reg  [31:0]           bus_addr;
    reg  [63:0]           bus_wdata;
    wire [63:0]           bus_rdata;
    wire                  bus_error;
    reg                   halted;  // this and the next two of both cores
    reg  [1:0]            cpl;
    reg  [2*EV_COUNT-1:0] ev;
    wire [3:0]            c0_pm, c1_pm, c0_nb_claim, c1_nb_claim, c0_nb_block, c1_nb_block;
    wire                  c0_apic_int, c1_apic_int;
    integer               checks = 0, failures = 0;

    k8_pmu dut (
        .clk(clk), .rst(rst),
        .bus_valid(bus_valid), .bus_write(bus_write), .bus_space(bus_space), .bus_unit(bus_unit), .bus_addr(bus_addr),
        .bus_wdata(bus_wdata), .bus_rdata(bus_rdata), .bus_error(bus_error),
        .c0_halted(halted), .c0_cpl(cpl), .c0_ev(ev), .c0_pm(c0_pm), .c0_apic_int(c0_apic_int),
        .c0_nb_claim(c0_nb_claim), .c0_nb_block(c0_nb_block),
        .c1_halted(halted), .c1_cpl(cpl), .c1_ev(ev), .c1_pm(c1_pm), .c1_apic_int(c1_apic_int),
        .c1_nb_claim(c1_nb_claim), .c1_nb_block(c1_nb_block)
    );

    always #5 clk = ~clk;

    task check(input [8*40-1:0] what, input [64:0] actual, input [64:0] expected);
        begin
            checks = checks + 1;
            if (actual !== expected) begin
                failures = failures + 1;
                $display("FAIL %0s: expected 0x%0h, actual 0x%0h", what, expected, actual);
            end
        end
    endtask

    // One cycle with an access.
    task access(input [8*40-1:0] what, input direction, input [3:0] space, input [7:0] unit, input [31:0] addr,
                input [63:0] data, input [64:0] answer);
        begin
            {bus_valid, bus_write, bus_space} = {1'b1, direction, space};
            {bus_unit, bus_addr, bus_wdata}   = {unit, addr, data};
            #1 check(what, {bus_error, bus_rdata}, answer);
            @(negedge clk) bus_valid = 1'b0;
        end
    endtask

    task wrmsr(input [7:0] unit, input [31:0] addr, input [63:0] data);
        access("WRMSR", WRITE, MSR, unit, addr, data, 0);
    endtask

    task rdmsr(input [8*40-1:0] what, input [7:0] unit, input [31:0] addr, input [63:0] value);
        access(what, READ, MSR, unit, addr, 0, value);
    endtask

    // One cycle out of halt with `number` occurrences on the event line.
    task step(input integer line, input [1:0] number);
        begin
            {halted, ev[2*line +: 2]} = {1'b0, number};
            @(negedge clk) {halted, ev} = {1'b1, {2*EV_COUNT{1'b0}}};
        end
    endtask

    initial begin
        // A write in the cycle of the reset is lost.
        {rst, halted, cpl, ev} = {1'b1, 1'b1, 2'd0, {2*EV_COUNT{1'b0}}};
        @(negedge clk) wrmsr(CORES, EVTSEL0, ~64'd0);
        rst = 1'b0;
        rdmsr("PerfEvtSel0 after reset", 0, EVTSEL0, 0);
        rdmsr("PerfCtr0 after reset", 1, CTR0, 0);
        check("outputs after reset", {c0_pm, c1_pm, c0_apic_int, c1_apic_int, c0_nb_claim, c1_nb_claim}, 0);

        // Reserved bits read 0; what does not exist is refused and changes nothing.
        wrmsr(0, EVTSEL0 + 3, ~64'd0);
        wrmsr(0, CTR0 + 3, ~64'd0);
        access("RDMSR C001_0008", READ, MSR, 0, CTR0 + 4, 0, REFUSED);
        access("WRMSR of core 2", WRITE, MSR, 2, CTR0 + 3, 5, REFUSED);
        access("RDPMC 4", READ, RDPMC, 0, 4, 0, REFUSED);
        access("write by RDPMC", WRITE, RDPMC, 0, 3, 5, REFUSED);
        access("read of all cores", READ, MSR, CORES, CTR0 + 3, 0, REFUSED);
        rdmsr("PerfEvtSel3", 0, EVTSEL0 + 3, 64'hFFDF_FFFF);
        rdmsr("PerfCtr3", 0, CTR0 + 3, 64'hFFFF_FFFF_FFFF);
        rdmsr("PerfCtr3 of the other core", 1, CTR0 + 3, 0);

        // Count by N, at CPL 0 only. With PC = 0 the pin toggles once for every increment of any size.
        wrmsr(0, EVTSEL0, EN | OS | 64'hC0);
        step(EV_C0, 3);
        check("PM0 after 3", c0_pm[0], 1);
        step(EV_C0, 1);
        check("PM0 after 3 and 1", c0_pm[0], 0);
        step(EV_C1, 3);
        cpl = 2'd3;
        step(EV_C0, 1);
        cpl = 2'd0;
        rdmsr("count by N", 0, CTR0, 4);

        // Nothing counts in halt, and a write takes priority over the increment of its cycle.
        ev[2*EV_C0 +: 2] = 2'd3;
        @(negedge clk) rdmsr("halt", 0, CTR0, 4);
        halted = 1'b0;
        wrmsr(0, CTR0, 100);
        {halted, ev[2*EV_C0 +: 2]} = {1'b1, 2'd0};
        rdmsr("write in the clock of an increment", 0, CTR0, 100);

        // Sub-events add up, to at most 3.
        wrmsr(0, EVTSEL0, EN | OS | 64'h0320);
        ev[2*EV_20_01 +: 2] = 2'd2;
        step(EV_20_02, 2);
        rdmsr("sum limited to 3", 0, CTR0, 103);

        // Threshold, and its inverse, which counts cycles without events too.
        wrmsr(0, EVTSEL0, EN | OS | AT_LEAST_2 | 64'hC0);
        step(EV_C0, 0); step(EV_C0, 1); step(EV_C0, 2); step(EV_C0, 3);
        rdmsr("at least 2", 0, CTR0, 105);
        wrmsr(0, EVTSEL0, EN | USR | AT_LEAST_2 | INV | 64'hC0);
        cpl = 2'd1;
        step(EV_C0, 0); step(EV_C0, 1); step(EV_C0, 2);
        cpl = 2'd0;
        rdmsr("fewer than 2", 0, CTR0, 107);

        // Edges: two in 0-3-1-0-2-0, and one more for a change to a steady event.
        wrmsr(0, EVTSEL0, EN | OS | E | 64'hC0);
        step(EV_C0, 0); step(EV_C0, 3); step(EV_C0, 1); step(EV_C0, 0); step(EV_C0, 2); step(EV_C0, 0);
        rdmsr("edges", 0, CTR0, 109);
        wrmsr(0, EVTSEL0, EN | OS | E | 64'hC1);
        step(EV_C1, 1); step(EV_C1, 1);
        rdmsr("edge of a new event", 0, CTR0, 110);

        // Overflow: requests the interrupt for the next cycle only, and with PC = 1 toggles the pin only now.
        wrmsr(0, EVTSEL0 + 1, EN | OS | INT | PC | 64'hC0);
        wrmsr(0, CTR0 + 1, -64'd2);
        step(EV_C0, 1);
        check("before the overflow", {c0_apic_int, c0_pm[1]}, 2'b00);
        step(EV_C0, 2);
        check("overflow", {c0_apic_int, c0_pm[1], c1_apic_int}, 3'b110);
        @(negedge clk) check("after the overflow", {c0_apic_int, c0_pm[1]}, 2'b01);
        access("RDPMC of the wrapped counter", READ, RDPMC, 0, 1, 0, 1);

        // Core 1 owns index 2 with a northbridge event: counter 2 of core 0 is stopped, its counter 3 is not.
        wrmsr(1, EVTSEL0 + 2, EN | OS | 64'h01E0);
        wrmsr(0, EVTSEL0 + 2, EN | OS | 64'h01E0);
        wrmsr(0, EVTSEL0 + 3, EN | OS | 64'h01E0);
        check("core 1 was first", {c0_nb_block, c1_nb_block}, 8'h48);
        step(EV_E0_01, 1);
        rdmsr("owner", 1, CTR0 + 2, 1);
        rdmsr("blocked", 0, CTR0 + 2, 0);
        rdmsr("index of its own, from all ones", 0, CTR0 + 3, 0);
        wrmsr(1, EVTSEL0 + 2, 0);
        step(EV_E0_01, 2);
        rdmsr("heir", 0, CTR0 + 2, 2);
        wrmsr(CORES, EVTSEL0, EN | OS | 64'h01E0);
        check("core 0 wins a tie", {c0_nb_block[0], c1_nb_block[0]}, 2'b01);

        $display("%0s: %0d checks, %0d failed", failures == 0 ? "PASS" : "FAIL", checks, failures);
        if (failures == 0) $finish(0);
        else $stop(0);
    end

endmodule

`default_nettype wire
