// QuickPath event address register of a core, connected to its register window: captures a request that leaves the core
// and measures the cycles until it is answered.
`default_nettype none

module itanium_qear_pmu #(
    parameter QEAR_A01 = 0   // see itanium_qear
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register access, by offset in the window; the read data is 0 if no register is at the offset
    input  wire        read,
    input  wire        write,
    input  wire [11:0] offset,
    input  wire [63:0] wdata,
    output wire [63:0] rdata,

    // Requests
    input  wire        req_v,
    input  wire [49:0] req_pa,
    input  wire [1:0]  req_mc,
    input  wire [3:0]  req_op,
    input  wire [9:0]  req_hnid,
    input  wire        req_data_exp,
    input  wire [5:0]  req_tag,
    input  wire        req_v64,

    // Responses
    input  wire        rsp_v,
    input  wire [5:0]  rsp_tag,
    input  wire [1:0]  rsp_kind,

    // Protected addresses may be measured; core PMUs that are frozen, by thread
    input  wire        prot_en,
    input  wire [1:0]  pmu_frz,

    // A measurement qualified
    output wire        qear_evt
);

    localparam [11:0] DAT0 = 12'h100;
    localparam [11:0] DAT1 = 12'h108;
    localparam [11:0] CTL  = 12'h110;

    wire        write_ctl = write & offset == CTL;

    // 16 v64, 15:14 thresh, 13:10 opmsk, 9:6 op, 5:3 mc, 2 ot, 1 lfsr_msk, 0 en
    wire [16:0] ctl;

    pmu_register #(
        .WIDTH (17)
    ) u_ctl (
        .clk     (clk),
        .rst     (rst),
        .write   (write_ctl),
        .wdata   (wdata[16:0]),
        .value_q (ctl)
    );

    // State that no other block uses
    wire [15:0] unused_lfsr;
    wire        unused_phase;
    wire [5:0]  unused_tag;
    wire        unused_data_exp;

    wire        passes;
    wire        qualified;
    wire        inprog;
    wire [14:0] cnt;
    wire        ov;
    wire        data_cmp;

    itanium_qear_lfsr u_lfsr (
        .clk    (clk),
        .rst    (rst),
        .write  (write_ctl),
        .en     (ctl[0]),
        .new_en (wdata[0]),
        .passes (passes),
        .lfsr_q (unused_lfsr)
    );

    itanium_qear_qualifier #(
        .QEAR_A01 (QEAR_A01)
    ) u_qualifier (
        .v64          (ctl[16]),
        .opmsk        (ctl[13:10]),
        .op           (ctl[9:6]),
        .mc           (ctl[5:3]),
        .req_v64      (req_v64),
        .req_mc       (req_mc),
        .req_op       (req_op),
        .is_protected (req_pa[49]),
        .prot_en      (prot_en),
        .qualified    (qualified)
    );

    wire capture = req_v & ctl[0] & ~pmu_frz[ctl[2]] & ~inprog & ~write_ctl & qualified & (ctl[1] | passes);

    itanium_qear_latency u_latency (
        .clk          (clk),
        .rst          (rst),
        .write        (write_ctl),
        .v64          (ctl[16]),
        .thresh       (ctl[15:14]),
        .capture      (capture),
        .req_tag      (req_tag),
        .req_data_exp (req_data_exp),
        .rsp_v        (rsp_v),
        .rsp_tag      (rsp_tag),
        .rsp_kind     (rsp_kind),
        .event_q      (qear_evt),
        .inprog_q     (inprog),
        .phase_q      (unused_phase),
        .tag_q        (unused_tag),
        .data_exp_q   (unused_data_exp),
        .cnt_q        (cnt),
        .ov_q         (ov),
        .data_cmp_q   (data_cmp)
    );

    // A captured request, in the layout of DAT0 and DAT1
    reg [25:0] pa_lo_q;
    reg [3:0]  op_q;
    reg [17:0] pa_hi_q;
    reg [1:0]  mc_q;
    reg [9:0]  hnid_q;

    always @(posedge clk)
        if (rst) begin
            pa_lo_q <= 26'd0;
            op_q    <= 4'd0;
            pa_hi_q <= 18'd0;
            mc_q    <= 2'd0;
            hnid_q  <= 10'd0;
        end else if (capture) begin
            pa_lo_q <= req_pa[31:6];
            op_q    <= req_op;
            pa_hi_q <= req_pa[49:32];
            mc_q    <= req_mc;
            hnid_q  <= req_hnid;
        end

    wire [31:0] dat0      = {pa_lo_q, op_q, ov, inprog};
    wire [30:0] dat1      = {data_cmp, hnid_q, mc_q, pa_hi_q};
    wire [31:0] ctl_value = {cnt, ctl};

    assign rdata = {32'd0, (dat0 & {32{offset == DAT0}}
                          | {1'b0, dat1} & {32{offset == DAT1}}
                          | ctl_value & {32{offset == CTL}}) & {32{read}}};

    wire [5:0]  unused_pa    = req_pa[5:0];
    wire [46:0] unused_wdata = wdata[63:17];

endmodule

`default_nettype wire
