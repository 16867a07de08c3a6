// Performance monitoring unit of a dual-core AMD Athlon 64 or Opteron: four counters for each core, and between the
// cores the ownership of the counter indices that count northbridge events. All state is 0 after reset.
`default_nettype none

module k8_pmu #(
    parameter K8_A14 = 0,  // decision K8-A14, overflows of a core: 0 share one pulse, 1 have one each
    parameter K8_A15 = 0,  // decision K8-A15, an increment or overflow at its pin: 0 inverts the level, 1 gives a pulse
    parameter K8_A18 = 0,  // decision K8-A18, a claim of the other core blocks: 0 all events, 1 northbridge events only
    parameter K8_A20 = 0   // decision K8-A20, bit 1 of the unit mask of event 7Fh: 0 selects a sub-event, 1 nothing
) (
    // Clock and reset
    input  wire         clk,
    input  wire         rst,

    // Register port
    input  wire         bus_valid,
    input  wire         bus_write,
    input  wire [3:0]   bus_space,
    input  wire [7:0]   bus_unit,
    input  wire [31:0]  bus_addr,
    input  wire [63:0]  bus_wdata,
    output wire [63:0]  bus_rdata,
    output wire         bus_error,

    // Core 0: context and event lines
    input  wire         c0_halted,
    input  wire [1:0]   c0_cpl,
    input  wire [361:0] c0_ev,

    // Core 0: pins, interrupt and northbridge ownership
    output wire [3:0]   c0_pm,
    output wire         c0_apic_int,
    output wire [3:0]   c0_nb_claim,
    output wire [3:0]   c0_nb_block,

    // Core 1: context and event lines
    input  wire         c1_halted,
    input  wire [1:0]   c1_cpl,
    input  wire [361:0] c1_ev,

    // Core 1: pins, interrupt and northbridge ownership
    output wire [3:0]   c1_pm,
    output wire         c1_apic_int,
    output wire [3:0]   c1_nb_claim,
    output wire [3:0]   c1_nb_block
);

    localparam COUNTERS    = 4;
    localparam INDEX_WIDTH = 2;
    localparam CTR_WIDTH   = 48;
    localparam EV_WIDTH    = 362;

    wire [INDEX_WIDTH-1:0] reg_index;
    wire                   reg_is_ctr;
    wire [1:0]             write;
    wire [1:0]             read;
    wire [CTR_WIDTH-1:0]   c0_rdata;
    wire [CTR_WIDTH-1:0]   c1_rdata;

    // A counter, the widest register, is usually written with a sign-extended number, whose upper bits are dropped.
    wire [63-CTR_WIDTH:0]  unused_bus_wdata = bus_wdata[63:CTR_WIDTH];

    k8_decoder u_decoder (
        .bus_valid  (bus_valid),
        .bus_write  (bus_write),
        .bus_space  (bus_space),
        .bus_unit   (bus_unit),
        .bus_addr   (bus_addr),
        .bus_error  (bus_error),
        .reg_index  (reg_index),
        .reg_is_ctr (reg_is_ctr),
        .write      (write),
        .read       (read)
    );

    assign bus_rdata = {{64-CTR_WIDTH{1'b0}}, (c0_rdata & {CTR_WIDTH{read[0]}}) | (c1_rdata & {CTR_WIDTH{read[1]}})};

    k8_core #(
        .COUNTERS    (COUNTERS),
        .INDEX_WIDTH (INDEX_WIDTH),
        .CTR_WIDTH   (CTR_WIDTH),
        .EV_WIDTH    (EV_WIDTH),
        .K8_A14      (K8_A14),
        .K8_A15      (K8_A15),
        .K8_A18      (K8_A18),
        .K8_A20      (K8_A20)
    ) u_core0 (
        .clk        (clk),
        .rst        (rst),
        .reg_index  (reg_index),
        .reg_is_ctr (reg_is_ctr),
        .write      (write[0]),
        .wdata      (bus_wdata[CTR_WIDTH-1:0]),
        .rdata      (c0_rdata),
        .halted     (c0_halted),
        .cpl        (c0_cpl),
        .ev         (c0_ev),
        .nb_block   (c0_nb_block),
        .nb_claim   (c0_nb_claim),
        .pm         (c0_pm),
        .apic_int   (c0_apic_int)
    );

    k8_core #(
        .COUNTERS    (COUNTERS),
        .INDEX_WIDTH (INDEX_WIDTH),
        .CTR_WIDTH   (CTR_WIDTH),
        .EV_WIDTH    (EV_WIDTH),
        .K8_A14      (K8_A14),
        .K8_A15      (K8_A15),
        .K8_A18      (K8_A18),
        .K8_A20      (K8_A20)
    ) u_core1 (
        .clk        (clk),
        .rst        (rst),
        .reg_index  (reg_index),
        .reg_is_ctr (reg_is_ctr),
        .write      (write[1]),
        .wdata      (bus_wdata[CTR_WIDTH-1:0]),
        .rdata      (c1_rdata),
        .halted     (c1_halted),
        .cpl        (c1_cpl),
        .ev         (c1_ev),
        .nb_block   (c1_nb_block),
        .nb_claim   (c1_nb_claim),
        .pm         (c1_pm),
        .apic_int   (c1_apic_int)
    );

    genvar index;
    generate
        for (index = 0; index < COUNTERS; index = index + 1) begin : g_index
            k8_nb_owner u_nb_owner (
                .clk   (clk),
                .rst   (rst),
                .claim ({c1_nb_claim[index], c0_nb_claim[index]}),
                .block ({c1_nb_block[index], c0_nb_block[index]})
            );
        end
    endgenerate

endmodule

`default_nettype wire
