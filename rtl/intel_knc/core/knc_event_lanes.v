// Routes the lines of the selected event to one lane per thread. Combinational.
//
//   UMASK and EVENT name            | legal has_thread | lanes
//   an event of a thread            |   1       1      | the line of each thread
//   an event without a thread       |   1       0      | the one line, on every lane
//   no event                        |   0      any     | any
//
// The pair is one name: masks do not combine, and a pair without a case arm is illegal, even if its halves occur in
// other pairs. knc_scope selects the lanes that count.
//
// The pair is decoded once, to the number of the line; the vectors are read in place with that number. They are by far
// the widest signals of the PMU, every counter has an instance of this module, and with TCM it needs all of them.
`default_nettype none

module knc_event_lanes #(
    parameter LANE_WIDTH    = 6,
    parameter EV_WIDTH      = 318,
    parameter EV_NONE_WIDTH = 36,
    parameter L2_EVENTS     = 1    // 0: the L2 events are illegal
) (
    // Selection
    input  wire [7:0]               umask,
    input  wire [7:0]               event_code,

    // Event lines, line 0 in the low bits
    input  wire [EV_WIDTH-1:0]      t0_ev,
    input  wire [EV_WIDTH-1:0]      t1_ev,
    input  wire [EV_WIDTH-1:0]      t2_ev,
    input  wire [EV_WIDTH-1:0]      t3_ev,
    input  wire [EV_NONE_WIDTH-1:0] ev_none,

    // Selected lines, thread 0 in the low bits
    output reg                      legal,
    output reg                      has_thread,
    output wire [4*LANE_WIDTH-1:0]  lanes
);

    `include "knc_events.vh"

    // Values of UMASK: the unit that an event belongs to.
    localparam [7:0] P54C = 8'h00;
    localparam [7:0] CRI  = 8'h10;
    localparam [7:0] VPU  = 8'h20;

    // The widths come from the list of the lines, so a vector with a different number of lines is a width mismatch.
    wire [LANE_WIDTH*EV_THR_COUNT-1:0]  ev0 = t0_ev;
    wire [LANE_WIDTH*EV_THR_COUNT-1:0]  ev1 = t1_ev;
    wire [LANE_WIDTH*EV_THR_COUNT-1:0]  ev2 = t2_ev;
    wire [LANE_WIDTH*EV_THR_COUNT-1:0]  ev3 = t3_ev;
    wire [LANE_WIDTH*EV_NONE_COUNT-1:0] evn = ev_none;

    // In the vectors of the threads or, for an event without a thread, in that of the core.
    reg [31:0] line;

    // The CRI events without the two that count misses of code.
    wire l2_event = (umask == CRI) & (event_code != 8'hF0) & (event_code != 8'hF5);

    always @* begin
        legal      = 1'b1;
        has_thread = 1'b1;
        line       = 0;
        case (umask)
            P54C: case (event_code)
                8'h00: line = EV_THR_00_00;
                8'h01: line = EV_THR_01_00;
                8'h02: line = EV_THR_02_00;
                8'h03: line = EV_THR_03_00;
                8'h04: line = EV_THR_04_00;
                8'h06: begin has_thread = 1'b0; line = EV_NONE_06_00; end
                8'h09: line = EV_THR_09_00;
                8'h0A: line = EV_THR_0A_00;
                8'h0C: line = EV_THR_0C_00;
                8'h0D: line = EV_THR_0D_00;
                8'h0E: line = EV_THR_0E_00;
                8'h11: line = EV_THR_11_00;
                8'h12: line = EV_THR_12_00;
                8'h15: line = EV_THR_15_00;
                8'h16: line = EV_THR_16_00;
                8'h17: line = EV_THR_17_00;
                8'h1C: line = EV_THR_1C_00;
                8'h1E: line = EV_THR_1E_00;
                8'h1F: line = EV_THR_1F_00;
                8'h20: line = EV_THR_20_00;
                8'h21: line = EV_THR_21_00;
                8'h28: line = EV_THR_28_00;
                8'h29: line = EV_THR_29_00;
                8'h2A: begin has_thread = 1'b0; line = EV_NONE_2A_00; end
                8'h2B: line = EV_THR_2B_00;
                8'h2C: line = EV_THR_2C_00;
                8'h2D: line = EV_THR_2D_00;
                8'h2E: line = EV_THR_2E_00;
                8'h37: line = EV_THR_37_00;
                8'h38: line = EV_THR_38_00;
                8'h3A: line = EV_THR_3A_00;
                8'h3B: line = EV_THR_3B_00;
                default: legal = 1'b0;
            endcase

            CRI: case (event_code)
                8'hC8: line = EV_THR_C8_10;
                8'hC9: line = EV_THR_C9_10;
                8'hCA: line = EV_THR_CA_10;
                8'hCB: line = EV_THR_CB_10;
                8'hCC: line = EV_THR_CC_10;
                8'hD7: begin has_thread = 1'b0; line = EV_NONE_D7_10; end
                8'hE3: begin has_thread = 1'b0; line = EV_NONE_E3_10; end
                8'hE6: begin has_thread = 1'b0; line = EV_NONE_E6_10; end
                8'hE7: begin has_thread = 1'b0; line = EV_NONE_E7_10; end
                8'hF0: line = EV_THR_F0_10;
                8'hF1: line = EV_THR_F1_10;
                8'hF2: line = EV_THR_F2_10;
                8'hF5: line = EV_THR_F5_10;
                8'hF6: line = EV_THR_F6_10;
                8'hF7: line = EV_THR_F7_10;
                8'hFC: line = EV_THR_FC_10;
                8'hFD: line = EV_THR_FD_10;
                8'hFE: line = EV_THR_FE_10;
                8'hFF: line = EV_THR_FF_10;
                default: legal = 1'b0;
            endcase

            VPU: case (event_code)
                8'h00: line = EV_THR_00_20;
                8'h01: line = EV_THR_01_20;
                8'h03: line = EV_THR_03_20;
                8'h04: line = EV_THR_04_20;
                8'h05: line = EV_THR_05_20;
                8'h16: line = EV_THR_16_20;
                8'h17: line = EV_THR_17_20;
                8'h18: line = EV_THR_18_20;
                default: legal = 1'b0;
            endcase

            default: legal = 1'b0;
        endcase
        if ((L2_EVENTS == 0) && l2_event) legal = 1'b0;
    end

    wire [LANE_WIDTH-1:0] core_lane = evn[LANE_WIDTH*line +: LANE_WIDTH];

    assign lanes = has_thread ? {ev3[LANE_WIDTH*line +: LANE_WIDTH],
                                 ev2[LANE_WIDTH*line +: LANE_WIDTH],
                                 ev1[LANE_WIDTH*line +: LANE_WIDTH],
                                 ev0[LANE_WIDTH*line +: LANE_WIDTH]}
                              : {4{core_lane}};

endmodule

`default_nettype wire
