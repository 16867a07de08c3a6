// Page table of the Z-Box: its sub-control register, the events that it selects, and hits of open pages.
//
//   event        | counts
//   PGT_CYC_EV   | cycles in the mode of opncls_time: 0 closed-page, 1 open-page
//   PGT_DISPQ_EV | commands by trans_cmd_cnd: 0 all, 1 writes, 2 reads, 3 none
//   PAGE_HITS    | hits in open-page mode
//   PGT_PAGE_EV  | transitions by opn2cls_cnt: 0 open to closed, 1 closed to open
//   PGT_CNFLT_EV | conflicts by rnk_cnd: 0 of all ranks, 1 of rank tt_rnk_cnd
`default_nettype none

module itanium_zbox_pgt (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Software write, and the register as software reads it
    input  wire        write,
    input  wire [31:0] wdata,
    output wire [31:0] value,

    // Page table
    input  wire        pgt_open,
    input  wire        pgt_cmd_v,
    input  wire        pgt_cmd_wr,
    input  wire        page_hit,
    input  wire        pg_opn2cls,
    input  wire        pg_cls2opn,

    // Conflicts of thermal throttling
    input  wire        tt_cnflt_v,
    input  wire [3:0]  tt_cnflt_rank,

    // Events
    output wire        cyc_ev,
    output wire        dispq_ev,
    output wire        page_hits,
    output wire        page_ev,
    output wire        cnflt_ev
);

    localparam       WIDTH  = 10;
    localparam [9:0] STORED = 10'b11_1011_1111;

    localparam [1:0] ALL    = 2'd0;
    localparam [1:0] WRITES = 2'd1;
    localparam [1:0] READS  = 2'd2;

    // 9:8 trans_cmd_cnd, 7 opncls_time, 5:2 tt_rnk_cnd, 1 rnk_cnd, 0 opn2cls_cnt
    wire [WIDTH-1:0] control;

    pmu_register #(
        .WIDTH  (WIDTH),
        .STORED (STORED)
    ) u_value (
        .clk     (clk),
        .rst     (rst),
        .write   (write),
        .wdata   (wdata[WIDTH-1:0]),
        .value_q (control)
    );

    wire [1:0] trans_cmd_cnd = control[9:8];
    wire       opncls_time   = control[7];
    wire [3:0] tt_rnk_cnd    = control[5:2];
    wire       rnk_cnd       = control[1];
    wire       opn2cls_cnt   = control[0];

    wire       passes        = trans_cmd_cnd == ALL
                             | trans_cmd_cnd == WRITES & pgt_cmd_wr
                             | trans_cmd_cnd == READS & ~pgt_cmd_wr;

    assign cyc_ev    = pgt_open ~^ opncls_time;
    assign dispq_ev  = pgt_cmd_v & passes;
    assign page_hits = page_hit & pgt_open;
    assign page_ev   = opn2cls_cnt ? pg_cls2opn : pg_opn2cls;
    assign cnflt_ev  = tt_cnflt_v & (~rnk_cnd | tt_cnflt_rank == tt_rnk_cnd);
    assign value     = {{32-WIDTH{1'b0}}, control};

    wire [31-WIDTH:0] unused_wdata = wdata[31:WIDTH];

endmodule

`default_nettype wire
