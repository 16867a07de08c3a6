// A testbench of K8 without any check: directed accesses, then random accesses and events. The bound checker checks it.
// Inputs change at the falling edge. +cycles=N is the number of random cycles, +no_reset omits the reset.
module k8_tb;

    localparam logic [31:0] PERF_EVT_SEL0 = 32'hC001_0000;
    localparam logic [31:0] PERF_CTR0 = 32'hC001_0004;

    logic clk = 0;
    logic rst = 0;
    logic bus_valid = 0;
    logic bus_write = 0;
    logic [3:0] bus_space = 0;
    logic [7:0] bus_unit = 0;
    logic [31:0] bus_addr = 0;
    logic [63:0] bus_wdata = 0;
    wire bus_error;
    wire [63:0] bus_rdata;
    logic c0_halted = 0, c1_halted = 0;
    logic [1:0] c0_cpl = 0, c1_cpl = 0;
    logic [361:0] c0_ev = 0, c1_ev = 0;
    wire [3:0] c0_pm, c1_pm, c0_nb_claim, c1_nb_claim, c0_nb_block, c1_nb_block;
    wire c0_apic_int, c1_apic_int;

    int cycles = 2000;

    k8_pmu dut (.*);

    always #5 clk = ~clk;

    // An access in one cycle; unit 0 or 1 is a core.
    task automatic access(input bit write, input logic [7:0] unit, input logic [31:0] addr, input logic [63:0] data);
        bus_valid = 1;
        bus_write = write;
        bus_unit = unit;
        bus_addr = addr;
        bus_wdata = data;
        @(negedge clk);
        bus_valid = 0;
    endtask

    // A quarter of the events occurs in a random cycle.
    function automatic logic [361:0] some_events();
        logic [383:0] one, other;
        for (int word = 0; word < 12; word++) begin
            one[word*32 +: 32] = $urandom();
            other[word*32 +: 32] = $urandom();
        end
        return 362'(one & other);
    endfunction

    initial begin
        void'($value$plusargs("cycles=%d", cycles));
        if (!$test$plusargs("no_reset"))
            rst = 1;
        @(negedge clk);
        rst = 0;
        @(negedge clk);
        // Counter 0 of core 0 counts event 0x40 near its wrap, and is read.
        access(1, 0, PERF_EVT_SEL0, 64'h0043_0040);
        access(1, 0, PERF_CTR0, 64'hFFFF_FFFF_FFF0);
        repeat (20) begin
            c0_ev = '1;
            @(negedge clk);
        end
        c0_ev = 0;
        access(0, 0, PERF_CTR0, 0);
        for (int cycle = 0; cycle < cycles; cycle++) begin
            c0_ev = some_events();
            c1_ev = some_events();
            c0_cpl = 2'($urandom());
            c0_halted = $urandom_range(15) == 0;
            if ($urandom_range(3) == 0)
                access(1'($urandom()), 8'($urandom_range(2)), PERF_EVT_SEL0 + $urandom_range(8), {$urandom(), $urandom()});
            else
                @(negedge clk);
        end
        $finish;
    end

endmodule
