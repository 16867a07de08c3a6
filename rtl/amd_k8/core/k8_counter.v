// One performance counter with its event select register, from the event lines to the pin. All state is 0 after reset.
//
// A condition becomes a count in these steps:
//   1. CNT_MASK and INV derive the condition from the number of events; a reserved event code takes priority over INV.
//   2. E selects the rise of the condition instead of its level. The detector comes before the qualifiers below and, halt
//      excepted, samples even if they forbid counting. So neither enabling the counter nor a change of the privilege
//      level under a steady event is an edge, and an edge that must not be counted is lost.
//   3. EN, OS/USR, halt and the other core's ownership of this index gate the increment.
//   4. A write to PerfCtr in this cycle discards the increment with its overflow, interrupt and pin toggle.
`default_nettype none

module k8_counter #(
    parameter CTR_WIDTH = 48,
    parameter EV_WIDTH  = 362,
    parameter K8_A15    = 0,  // see k8_pmu
    parameter K8_A18    = 0,  // see k8_pmu
    parameter K8_A20    = 0   // see k8_pmu
) (
    // Clock and reset
    input  wire                 clk,
    input  wire                 rst,

    // Software write
    input  wire                 evtsel_write,
    input  wire                 ctr_write,
    input  wire [CTR_WIDTH-1:0] wdata,

    // Core
    input  wire                 halted,
    input  wire [1:0]           cpl,
    input  wire [EV_WIDTH-1:0]  ev,

    // Northbridge ownership
    input  wire                 nb_taken,  // the other core owns this index
    output wire                 nb_claim,  // enabled with a northbridge event

    // Registers, as software reads them
    output wire [31:0]          evtsel,
    output wire [CTR_WIDTH-1:0] ctr,

    // Overflow with INT set, and the pin
    output wire                 int_request,
    output wire                 pm
);

    // Event codes E0h to FFh, reserved ones included, belong to the northbridge.
    localparam [2:0] NB_EVENT_GROUP = 3'b111;

    wire [7:0] cnt_mask;
    wire       inv;
    wire       en;
    wire       unused_any_thread;
    wire       int_enable;
    wire       pin_control;
    wire       edge_detect;
    wire       os;
    wire       usr;
    wire [7:0] unit_mask;
    wire [7:0] event_select;

    wire       listed;
    wire [1:0] number;
    wire [1:0] amount;
    wire       admitted;
    wire       counted;
    wire       overflow;

    // Bit 21 is reserved and is not stored.
    pmu_x86_evtsel #(
        .STORED (32'hFFDF_FFFF)
    ) u_evtsel (
        .clk          (clk),
        .rst          (rst),
        .write        (evtsel_write),
        .wdata        (wdata[31:0]),
        .value        (evtsel),
        .threshold    (cnt_mask),
        .inv          (inv),
        .en           (en),
        .any_thread   (unused_any_thread),
        .int_enable   (int_enable),
        .pin_control  (pin_control),
        .edge_detect  (edge_detect),
        .os           (os),
        .usr          (usr),
        .unit_mask    (unit_mask),
        .event_select (event_select)
    );

    assign nb_claim = en & (event_select[7:5] == NB_EVENT_GROUP);

    k8_event_select #(
        .EV_WIDTH (EV_WIDTH),
        .K8_A20   (K8_A20)
    ) u_select (
        .event_select (event_select),
        .unit_mask    (unit_mask),
        .ev           (ev),
        .listed       (listed),
        .number       (number)
    );

    pmu_x86_increment #(
        .NUMBER_WIDTH (2)
    ) u_increment (
        .clk         (clk),
        .rst         (rst),
        .threshold   (cnt_mask),
        .inv         (inv),
        .edge_detect (edge_detect),
        .sample      (~halted),
        .qualified   (listed),
        .number      (number),
        .amount      (amount)
    );

    pmu_privilege #(
        .CPL_WIDTH (2)
    ) u_privilege (
        .cpl      (cpl),
        .os       (os),
        .usr      (usr),
        .admitted (admitted)
    );

    // A counter that does not claim selects a local event or is disabled, and a disabled counter does not count anyway.
    wire nb_block = (K8_A18 != 0) ? nb_taken & nb_claim : nb_taken;
    wire counting = en & admitted & ~halted & ~nb_block;

    pmu_counter #(
        .WIDTH     (CTR_WIDTH),
        .INC_WIDTH (2)
    ) u_ctr (
        .clk        (clk),
        .rst        (rst),
        .load       (ctr_write),
        .load_value (wdata),
        .increment  (amount & {2{counting}}),
        .counted    (counted),
        .carry      (overflow),
        .value_q    (ctr)
    );

    assign int_request = overflow & int_enable;

    // At most one request in a cycle, regardless of the size of the increment. For a pulse, the toggle brings the pin
    // to the value of the request, except during a halt: there is no request then, but the pin must keep its value.
    wire pin_request = pin_control ? overflow : counted;

    pmu_pin u_pin (
        .clk    (clk),
        .rst    (rst),
        .toggle ((K8_A15 != 0) ? ~halted & (pin_request ^ pm) : pin_request),
        .pin_q  (pm)
    );

endmodule

`default_nettype wire
