// Number of events of the selected kind in this cycle, at most 3: the sum of the selected sub-events. Combinational.
`default_nettype none

module k8_event_select #(
    parameter EV_WIDTH = 362,
    parameter K8_A20   = 0    // see k8_pmu
) (
    // Selection
    input  wire [7:0]          event_select,
    input  wire [7:0]          unit_mask,

    // Event lines of this core
    input  wire [EV_WIDTH-1:0] ev,

    // Result
    output wire                listed,  // 0: the event code is reserved, and number is 0
    output wire [1:0]          number
);

    // Eight for the unit mask, one for events without a mask table, and one more for the ten paths of E9h.
    localparam LANES = 10;

    wire               by_path;
    wire [2*LANES-1:0] lanes;
    wire [LANES-1:0]   path_gate;

    // The lane of an event without a table is always open.
    wire [LANES-1:0]   mask_gate = {{LANES-9{1'b0}}, 1'b1, unit_mask};

    k8_event_lanes #(
        .EV_WIDTH (EV_WIDTH),
        .LANES    (LANES),
        .K8_A20   (K8_A20)
    ) u_lanes (
        .event_select (event_select),
        .event_lines  (ev),
        .listed       (listed),
        .by_path      (by_path),
        .lanes        (lanes)
    );

    k8_request_paths #(
        .PATHS (LANES)
    ) u_paths (
        .unit_mask (unit_mask),
        .selected  (path_gate)
    );

    pmu_saturating_sum #(
        .LANES      (LANES),
        .LANE_WIDTH (2),
        .SUM_WIDTH  (2)
    ) u_sum (
        .lanes (lanes),
        .gate  (by_path ? path_gate : mask_gate),
        .sum   (number)
    );

endmodule

`default_nettype wire
