// FVC of the Z-Box: its sub-control register and its four events, each of which independently selects one of these:
//
//   evnt | counts
//      0 | SMI CRC errors
//      1 | memory ECC errors
//      2 | poisoned transactions
//      3 | alert frames
//      4 | nothing
//      5 | commands bcmd from the B-Box
//      6 | responses resp to the B-Box
//      7 | northbound triggers
//
// Commands 9, 11, 13 and 14 and response 6 are not assigned and never match.
`default_nettype none

module itanium_zbox_fvc #(
    parameter SLOTS = 4
) (
    // Clock and reset
    input  wire             clk,
    input  wire             rst,

    // Software write, and the register as software reads it
    input  wire             write,
    input  wire [31:0]      wdata,
    output wire [31:0]      value,

    // Errors, alerts, triggers
    input  wire             smi_crc_err,
    input  wire             mem_ecc_err,
    input  wire             psn_txn,
    input  wire             alrt_frm,
    input  wire             smi_nb_trig,

    // B-Box
    input  wire             bcmd_v,
    input  wire [3:0]       bcmd,
    input  wire             resp_v,
    input  wire [2:0]       resp,

    // Events, slot 0 in the low bits
    output wire [SLOTS-1:0] fvc_ev
);

    localparam             WIDTH         = 24;
    localparam [WIDTH-1:0] STORED        = 24'hFF_FFE0;
    localparam             EVNT0         = 12;
    localparam [15:0]      BCMD_ASSIGNED = 16'b1001_0101_1111_1111;
    localparam [7:0]       RESP_ASSIGNED = 8'b1011_1111;

    // 23:21 evnt3, 20:18 evnt2, 17:15 evnt1, 14:12 evnt0, 11:9 resp, 8:5 bcmd
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

    wire [2:0] resp_wanted = control[11:9];
    wire [3:0] bcmd_wanted = control[8:5];

    wire       bcmd_match  = bcmd_v & bcmd == bcmd_wanted & BCMD_ASSIGNED[bcmd_wanted];
    wire       resp_match  = resp_v & resp == resp_wanted & RESP_ASSIGNED[resp_wanted];

    // By code of evnt
    wire [7:0] lines       = {smi_nb_trig, resp_match, bcmd_match, 1'b0, alrt_frm, psn_txn, mem_ecc_err, smi_crc_err};

    genvar i;
    generate
        for (i = 0; i < SLOTS; i = i + 1) begin : g_slot
            wire [2:0] evnt = control[EVNT0 + 3*i +: 3];

            assign fvc_ev[i] = lines[evnt];
        end
    endgenerate

    assign value = {{32-WIDTH{1'b0}}, control};

    wire [31-WIDTH:0] unused_wdata = wdata[31:WIDTH];

endmodule

`default_nettype wire
