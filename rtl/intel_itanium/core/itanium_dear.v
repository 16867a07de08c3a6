// Data event address register of one thread: PMC40, PMD32, PMD33 and PMD36 (3.3.9).
//   mode 0       loads that miss L1D, by the tracker
//   mode 1       DTLB misses of the kinds that PMC40[19:17] selects
//   mode 2, 3    ALAT misses
//
// Priority of causes at the clock edge, for each PMD:
//   1. rst       0
//   2. write     wdata
//   3. captured  the captured value
`default_nettype none

module itanium_dear (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software writes
    input  wire        write_pmc,
    input  wire        write_pmd,
    input  wire [7:0]  index,
    input  wire [63:0] wdata,

    // The thread
    input  wire        fr,
    input  wire        psr_up,
    input  wire        psr_pp,
    input  wire [1:0]  psr_cpl,

    // A load of this thread is issued
    input  wire        dl_iss_valid,
    input  wire [3:0]  dl_iss_id,
    input  wire [63:0] dl_iss_va,
    input  wire [59:0] dl_iss_ip,
    input  wire        dl_iss_ipv,
    input  wire        dl_iss_bn,
    input  wire [1:0]  dl_iss_slot,
    input  wire        dl_iss_dtag,

    // A load of this thread is resolved
    input  wire        dl_res_valid,
    input  wire [3:0]  dl_res_id,
    input  wire        dl_res_miss,
    input  wire [15:0] dl_res_lat,

    // A DTLB or ALAT miss of this thread
    input  wire        dt_valid,
    input  wire        dt_alat,
    input  wire [1:0]  dt_kind,
    input  wire [63:0] dt_va,
    input  wire [59:0] dt_ip,
    input  wire        dt_ipv,
    input  wire        dt_bn,
    input  wire [1:0]  dt_slot,
    input  wire        dt_dtag,

    // State
    output wire [25:0] pmc40,
    output reg  [63:0] pmd32_q,
    output reg  [15:0] pmd33_q,
    output reg  [63:0] pmd36_q,

    output wire        captured
);

    wire        enabled;
    wire        unused_busy;
    wire [63:0] load_va;
    wire [59:0] load_ip;
    wire        load_ipv;
    wire        load_bn;
    wire [1:0]  load_slot;
    wire        missed;

    wire [1:0]  mode = pmc40[8:7];
    wire        runs = ~fr & enabled & pmc40[25:24] == 2'b10;

    pmu_register #(
        .WIDTH  (26),
        .STORED (26'h30F01CF)
    ) u_pmc40 (
        .clk     (clk),
        .rst     (rst),
        .write   (write_pmc & index == 8'd40),
        .wdata   (wdata[25:0]),
        .value_q (pmc40)
    );

    itanium_monitor u_monitor (
        .plm     (pmc40[3:0]),
        .pm      (pmc40[6]),
        .psr_up  (psr_up),
        .psr_pp  (psr_pp),
        .psr_cpl (psr_cpl),
        .enabled (enabled)
    );

    itanium_load_tracker u_tracker (
        .clk       (clk),
        .rst       (rst),
        .runs      (runs & mode == 2'd0),
        .umask     (pmc40[19:16]),
        .iss_valid (dl_iss_valid),
        .iss_id    (dl_iss_id),
        .iss_va    (dl_iss_va),
        .iss_ip    (dl_iss_ip),
        .iss_ipv   (dl_iss_ipv),
        .iss_bn    (dl_iss_bn),
        .iss_slot  (dl_iss_slot),
        .iss_dtag  (dl_iss_dtag),
        .res_valid (dl_res_valid),
        .res_id    (dl_res_id),
        .res_miss  (dl_res_miss),
        .res_lat   (dl_res_lat),
        .busy_q    (unused_busy),
        .va_q      (load_va),
        .ip_q      (load_ip),
        .ipv_q     (load_ipv),
        .bn_q      (load_bn),
        .slot_q    (load_slot),
        .missed    (missed)
    );

    wire of_kind = dt_kind == 2'd1 & pmc40[17]
                 | dt_kind == 2'd2 & pmc40[18]
                 | dt_kind == 2'd3 & pmc40[19];
    wire wanted  = dt_alat ? mode[1] : mode == 2'd1 & of_kind;
    wire other   = dt_valid & dt_dtag & runs & wanted;

    assign captured = missed | other;

    // Captures: `missed` only in mode 0, `other` only in modes 1 to 3.
    wire [63:0] va     = missed ? load_va : dt_va & {64{~dt_alat}};
    wire [15:0] status = missed ? {2'd1, |dl_res_lat[15:13], dl_res_lat[12:0]} : {dt_alat ? 2'd1 : dt_kind, 14'd0};
    wire        ipv    = missed ? load_ipv : dt_ipv;
    wire [62:0] place  = missed ? {load_ip, load_bn, load_slot} : {dt_ip, dt_bn, dt_slot};
    wire [63:0] where  = {place[62:3], 1'b1, place[2:0]} & {64{ipv}};

    wire        write32 = write_pmd & index == 8'd32;
    wire        write33 = write_pmd & index == 8'd33;
    wire        write36 = write_pmd & index == 8'd36;
    wire [63:0] pmd32_d = write32 ? wdata       : captured ? va     : pmd32_q;
    wire [15:0] pmd33_d = write33 ? wdata[15:0] : captured ? status : pmd33_q;
    wire [63:0] pmd36_d = write36 ? wdata       : captured ? where  : pmd36_q;

    always @(posedge clk)
        if (rst) begin
            pmd32_q <= 64'd0;
            pmd33_q <= 16'd0;
            pmd36_q <= 64'd0;
        end else begin
            pmd32_q <= pmd32_d;
            pmd33_q <= pmd33_d;
            pmd36_q <= pmd36_d;
        end

endmodule

`default_nettype wire
