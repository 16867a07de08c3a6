// Trace buffer of one thread: PMC39, PMC42, PMD38, PMD39 and PMD48 to 63 (3.3.10).
//   PMC42.mode 0        the execution trace buffer writes branches and their targets
//   PMC42.mode 4 to 7   the IP-EAR writes retired IPs
//   others              nothing is written
`default_nettype none

module itanium_trace (
    // Clock and reset
    input  wire          clk,
    input  wire          rst,

    // Software writes
    input  wire          write_pmc,
    input  wire          write_pmd,
    input  wire [7:0]    index,
    input  wire [63:0]   wdata,

    // The thread
    input  wire          fr,
    input  wire          psr_up,
    input  wire          psr_pp,
    input  wire          psr_is,
    input  wire [1:0]    psr_cpl,
    input  wire          foreground,

    // A branch of this thread
    input  wire          bt_valid,
    input  wire [2:0]    bt_type,
    input  wire          bt_taken,
    input  wire          bt_path_mp,
    input  wire          bt_tgt_mp,
    input  wire          bt_be_mp,
    input  wire [59:0]   bt_ip,
    input  wire          bt_b1,
    input  wire [1:0]    bt_slot,
    input  wire          bt_tgt_v,
    input  wire [59:0]   bt_tgt,
    input  wire          bt_tag,

    // Retirement of this thread
    input  wire          retires,
    input  wire [59:0]   ret_ip,
    input  wire          flush,

    // State
    output wire [15:0]   pmc39,
    output wire [18:0]   pmc42,
    output wire [5:0]    pmd38,
    output wire [63:0]   pmd39,
    output wire [1023:0] entries,

    output wire          captured    // a source, or an entry of the IP-EAR
);

    wire        target;
    wire [63:0] target_entry;
    wire        source;
    wire [63:0] source_entry;
    wire [3:0]  source_ext;
    wire        retired;
    wire [63:0] retired_entry;
    wire [3:0]  retired_ext;

    wire [2:0]  mode = pmc42[10:8];

    wire [2:0]  unused_reserved = {pmc42[7], pmc42[5:4]};

    pmu_register #(
        .WIDTH  (16),
        .STORED (16'hFFDF)
    ) u_pmc39 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_pmc & index == 8'd39),
        .wdata   (wdata[15:0]),
        .value_q (pmc39)
    );

    pmu_register #(
        .WIDTH  (19),
        .STORED (19'h7FF4F)
    ) u_pmc42 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_pmc & index == 8'd42),
        .wdata   (wdata[18:0]),
        .value_q (pmc42)
    );

    itanium_etb u_etb (
        .clk          (clk),
        .rst          (rst),
        .active       (mode == 3'd0),
        .pmc39        (pmc39),
        .fr           (fr),
        .psr_up       (psr_up),
        .psr_pp       (psr_pp),
        .psr_is       (psr_is),
        .psr_cpl      (psr_cpl),
        .bt_valid     (bt_valid),
        .bt_type      (bt_type),
        .bt_taken     (bt_taken),
        .bt_path_mp   (bt_path_mp),
        .bt_tgt_mp    (bt_tgt_mp),
        .bt_be_mp     (bt_be_mp),
        .bt_ip        (bt_ip),
        .bt_b1        (bt_b1),
        .bt_slot      (bt_slot),
        .bt_tgt_v     (bt_tgt_v),
        .bt_tgt       (bt_tgt),
        .bt_tag       (bt_tag),
        .target       (target),
        .target_entry (target_entry),
        .source       (source),
        .source_entry (source_entry),
        .source_ext   (source_ext)
    );

    itanium_ipear u_ipear (
        .clk        (clk),
        .rst        (rst),
        .active     (mode[2]),
        .plm        (pmc42[3:0]),
        .pm         (pmc42[6]),
        .delay      (pmc42[18:11]),
        .fr         (fr),
        .psr_up     (psr_up),
        .psr_pp     (psr_pp),
        .psr_cpl    (psr_cpl),
        .foreground (foreground),
        .retires    (retires),
        .ret_ip     (ret_ip),
        .flush      (flush),
        .written    (retired),
        .entry      (retired_entry),
        .ext        (retired_ext)
    );

    // A target comes before the source of its cycle; an entry of the IP-EAR is always alone.
    wire        first        = target | source | retired;
    wire [63:0] first_entry  = target ? target_entry : source ? source_entry : retired_entry;
    wire [3:0]  first_ext    = target ? 4'd0         : source ? source_ext   : retired_ext;

    itanium_trace_buffer u_buffer (
        .clk          (clk),
        .rst          (rst),
        .write_pmd    (write_pmd),
        .index        (index),
        .wdata        (wdata),
        .wide         (mode[2]),
        .first        (first),
        .first_entry  (first_entry),
        .first_ext    (first_ext),
        .second       (target & source),
        .second_entry (source_entry),
        .second_ext   (source_ext),
        .pmd38_q      (pmd38),
        .pmd39_q      (pmd39),
        .entries      (entries)
    );

    assign captured = source | retired;

endmodule

`default_nettype wire
