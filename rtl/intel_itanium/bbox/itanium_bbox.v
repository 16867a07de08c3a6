// Performance monitoring of a B-Box (home agent) of an Itanium 9300 processor, alone with a register port.
`default_nettype none

module itanium_bbox #(
    parameter IBBOX_A05 = 0,  // decision IBBOX-A05, a freeze that a register write causes: 0 interrupts, 1 does not
    parameter IBBOX_A06 = 0,  // decision IBBOX-A06, class NCB in the masks of CTL3: 0 bit 11, 1 bit 12
    parameter DBOX_A02  = 0   // see itanium_dbox
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Register port
    input  wire        bus_valid,
    input  wire        bus_write,
    input  wire [3:0]  bus_space,
    input  wire [7:0]  bus_unit,
    input  wire [31:0] bus_addr,
    input  wire [63:0] bus_wdata,
    output wire [63:0] bus_rdata,
    output wire        bus_error,

    // D-Box
    input  wire        dbx_frz,
    input  wire        dbx_unfrz,

    // Response forward packet
    input  wire        rfp_v,
    input  wire        rfp_req_loc,
    input  wire        rfp_rsp_loc,

    // In-flight memory table
    input  wire        imt_alloc,
    input  wire        imt_pop_cfl,
    input  wire        imt_dealloc,

    // Queues of the arbiter by code: an entry is written, an entry is read
    input  wire [39:0] arb_ins,
    input  wire [39:0] arb_rem,

    // Packet that arrives from QPI, and its tag for the tracker
    input  wire        iob_in_v,
    input  wire [3:0]  iob_in_mc,
    input  wire [3:0]  iob_in_op,
    input  wire        iob_in_rhnid_loc,
    input  wire        iob_in_rsnid_loc,
    output wire        iob_tag_match,
    output wire        iob_tag_age,

    // Packet that leaves, and the tag of its transaction
    input  wire        iob_out_v,
    input  wire [3:0]  iob_out_mc,
    input  wire [3:0]  iob_out_op,
    input  wire        iob_out_dnid_loc,
    input  wire        iob_out_rhnid_loc,
    input  wire        iob_out_tag_match,
    input  wire        iob_out_tag_age,

    // Snoops launched, responses received
    input  wire        snp_req_loc,
    input  wire        snp_req_rem,
    input  wire        snp_rsp_loc,
    input  wire        snp_rsp_rem,

    // Command to the Z-Box, and its acknowledges
    input  wire        bz_req_v,
    input  wire [3:0]  bz_req_op,
    input  wire [4:0]  bz_req_id,
    input  wire        bz_ack_v,
    input  wire [4:0]  bz_ack_id,

    // Events that come as lines
    input  wire        nsl_succ,
    input  wire        nsl_rej,
    input  wire        trk_imt_hazard,
    input  wire [3:0]  nsl_ev,

    // Overflows to the D-Box, interrupt request to the U-Box, freeze state
    output wire        ovf,
    output wire        ovf_any,
    output wire        pmi,
    output wire        frozen
);

    wire        read;
    wire        write;
    wire [11:0] offset;

    itanium_csr_port u_port (
        .bus_valid (bus_valid),
        .bus_write (bus_write),
        .bus_space (bus_space),
        .bus_unit  (bus_unit),
        .bus_addr  (bus_addr),
        .bus_error (bus_error),
        .read      (read),
        .write     (write),
        .offset    (offset)
    );

    itanium_bbox_pmu #(
        .IBBOX_A05 (IBBOX_A05),
        .IBBOX_A06 (IBBOX_A06),
        .DBOX_A02  (DBOX_A02)
    ) u_pmu (
        .clk               (clk),
        .rst               (rst),
        .read              (read),
        .write             (write),
        .offset            (offset),
        .wdata             (bus_wdata),
        .rdata             (bus_rdata),
        .dbx_frz           (dbx_frz),
        .dbx_unfrz         (dbx_unfrz),
        .rfp_v             (rfp_v),
        .rfp_req_loc       (rfp_req_loc),
        .rfp_rsp_loc       (rfp_rsp_loc),
        .imt_alloc         (imt_alloc),
        .imt_pop_cfl       (imt_pop_cfl),
        .imt_dealloc       (imt_dealloc),
        .arb_ins           (arb_ins),
        .arb_rem           (arb_rem),
        .iob_in_v          (iob_in_v),
        .iob_in_mc         (iob_in_mc),
        .iob_in_op         (iob_in_op),
        .iob_in_rhnid_loc  (iob_in_rhnid_loc),
        .iob_in_rsnid_loc  (iob_in_rsnid_loc),
        .iob_tag_match     (iob_tag_match),
        .iob_tag_age       (iob_tag_age),
        .iob_out_v         (iob_out_v),
        .iob_out_mc        (iob_out_mc),
        .iob_out_op        (iob_out_op),
        .iob_out_dnid_loc  (iob_out_dnid_loc),
        .iob_out_rhnid_loc (iob_out_rhnid_loc),
        .iob_out_tag_match (iob_out_tag_match),
        .iob_out_tag_age   (iob_out_tag_age),
        .snp_req_loc       (snp_req_loc),
        .snp_req_rem       (snp_req_rem),
        .snp_rsp_loc       (snp_rsp_loc),
        .snp_rsp_rem       (snp_rsp_rem),
        .bz_req_v          (bz_req_v),
        .bz_req_op         (bz_req_op),
        .bz_req_id         (bz_req_id),
        .bz_ack_v          (bz_ack_v),
        .bz_ack_id         (bz_ack_id),
        .nsl_succ          (nsl_succ),
        .nsl_rej           (nsl_rej),
        .trk_imt_hazard    (trk_imt_hazard),
        .nsl_ev            (nsl_ev),
        .ovf               (ovf),
        .ovf_any           (ovf_any),
        .pmi               (pmi),
        .frozen            (frozen)
    );

endmodule

`default_nettype wire
