// Routes the lines of the selected event to the lanes of the unit mask. Combinational.
//
// There are three kinds of events, which differ in the qualifier of their lanes:
//
//   kind                        | lanes used           | qualified by
//   without a unit mask table   | PLAIN                | nothing
//   with a unit mask table      | k for table bit k    | UNIT_MASK bit k
//   CPU/IO requests (E9h)       | all, one for a path  | the path rule; see k8_request_paths for their order
//
// A lane without a line is 0, so mask bits without a table row add nothing. An event code without a case arm is reserved.
//
// Every arm reads the event vector in place; nothing registers or gates the complete vector. It is by far the widest
// signal of the PMU, and every counter has an instance of this module.
`default_nettype none

module k8_event_lanes #(
    parameter EV_WIDTH = 362,
    parameter LANES    = 10,
    parameter K8_A20   = 0    // see k8_pmu
) (
    // Selection
    input  wire [7:0]          event_select,

    // Event lines, two bits each, line 0 in the low bits
    input  wire [EV_WIDTH-1:0] event_lines,

    // Selected lines, two bits each, lane 0 in the low bits
    output reg                 listed,   // the event code is not reserved
    output reg                 by_path,  // the lanes are paths
    output reg  [2*LANES-1:0]  lanes
);

    `include "k8_events.vh"

    // Above the eight lanes of the unit mask.
    localparam PLAIN = 2*8;

    localparam [1:0] NONE = 2'b00;

    // The width comes from the list of the lines, so a vector with a different number of lines is a width mismatch.
    wire [2*EV_COUNT-1:0] ev = event_lines;

    always @* begin
        listed  = 1'b1;
        by_path = 1'b0;
        lanes   = {LANES{NONE}};
        case (event_select)
            // Floating-point unit
            8'h00: lanes = {{4{NONE}}, ev[2*EV_00_20 +: 2], ev[2*EV_00_10 +: 2], ev[2*EV_00_08 +: 2],
                            ev[2*EV_00_04 +: 2], ev[2*EV_00_02 +: 2], ev[2*EV_00_01 +: 2]};
            8'h01: lanes[PLAIN +: 2] = ev[2*EV_01 +: 2];
            8'h02: lanes[PLAIN +: 2] = ev[2*EV_02 +: 2];

            // Load/store unit and TLB
            8'h20: lanes = {{3{NONE}}, ev[2*EV_20_40 +: 2], ev[2*EV_20_20 +: 2], ev[2*EV_20_10 +: 2],
                            ev[2*EV_20_08 +: 2], ev[2*EV_20_04 +: 2], ev[2*EV_20_02 +: 2], ev[2*EV_20_01 +: 2]};
            8'h21: lanes[PLAIN +: 2] = ev[2*EV_21 +: 2];
            8'h22: lanes[PLAIN +: 2] = ev[2*EV_22 +: 2];
            8'h23: lanes[PLAIN +: 2] = ev[2*EV_23 +: 2];
            8'h24: lanes = {{7{NONE}}, ev[2*EV_24_04 +: 2], ev[2*EV_24_02 +: 2], ev[2*EV_24_01 +: 2]};
            8'h65: lanes = {{2{NONE}}, ev[2*EV_65_80 +: 2], {5{NONE}}, ev[2*EV_65_02 +: 2], ev[2*EV_65_01 +: 2]};

            // Data cache
            8'h40: lanes[PLAIN +: 2] = ev[2*EV_40 +: 2];
            8'h41: lanes[PLAIN +: 2] = ev[2*EV_41 +: 2];
            8'h42: lanes = {{5{NONE}}, ev[2*EV_42_10 +: 2], ev[2*EV_42_08 +: 2], ev[2*EV_42_04 +: 2],
                            ev[2*EV_42_02 +: 2], ev[2*EV_42_01 +: 2]};
            8'h43: lanes = {{5{NONE}}, ev[2*EV_43_10 +: 2], ev[2*EV_43_08 +: 2], ev[2*EV_43_04 +: 2],
                            ev[2*EV_43_02 +: 2], ev[2*EV_43_01 +: 2]};
            8'h44: lanes = {{5{NONE}}, ev[2*EV_44_10 +: 2], ev[2*EV_44_08 +: 2], ev[2*EV_44_04 +: 2],
                            ev[2*EV_44_02 +: 2], ev[2*EV_44_01 +: 2]};
            8'h45: lanes[PLAIN +: 2] = ev[2*EV_45 +: 2];
            8'h46: lanes[PLAIN +: 2] = ev[2*EV_46 +: 2];
            8'h47: lanes[PLAIN +: 2] = ev[2*EV_47 +: 2];
            8'h48: lanes[PLAIN +: 2] = ev[2*EV_48 +: 2];
            8'h49: lanes[PLAIN +: 2] = ev[2*EV_49 +: 2];
            8'h4A: lanes = {{8{NONE}}, ev[2*EV_4A_02 +: 2], ev[2*EV_4A_01 +: 2]};
            8'h4B: lanes = {{7{NONE}}, ev[2*EV_4B_04 +: 2], ev[2*EV_4B_02 +: 2], ev[2*EV_4B_01 +: 2]};
            8'h4C: lanes = {{8{NONE}}, ev[2*EV_4C_02 +: 2], NONE};

            // L2 cache and system interface
            8'h67: lanes = {{8{NONE}}, ev[2*EV_67_02 +: 2], ev[2*EV_67_01 +: 2]};
            8'h6C: lanes = {{7{NONE}}, ev[2*EV_6C_04 +: 2], ev[2*EV_6C_02 +: 2], ev[2*EV_6C_01 +: 2]};
            8'h6D: lanes = {{9{NONE}}, ev[2*EV_6D_01 +: 2]};
            8'h7D: lanes = {{5{NONE}}, ev[2*EV_7D_10 +: 2], ev[2*EV_7D_08 +: 2], ev[2*EV_7D_04 +: 2],
                            ev[2*EV_7D_02 +: 2], ev[2*EV_7D_01 +: 2]};
            8'h7E: lanes = {{7{NONE}}, ev[2*EV_7E_04 +: 2], ev[2*EV_7E_02 +: 2], ev[2*EV_7E_01 +: 2]};
            8'h7F: lanes = {{8{NONE}}, (K8_A20 != 0) ? NONE : ev[2*EV_7F_02 +: 2], ev[2*EV_7F_01 +: 2]};

            // Instruction cache
            8'h80: lanes[PLAIN +: 2] = ev[2*EV_80 +: 2];
            8'h81: lanes[PLAIN +: 2] = ev[2*EV_81 +: 2];
            8'h82: lanes[PLAIN +: 2] = ev[2*EV_82 +: 2];
            8'h83: lanes[PLAIN +: 2] = ev[2*EV_83 +: 2];
            8'h84: lanes[PLAIN +: 2] = ev[2*EV_84 +: 2];
            8'h85: lanes[PLAIN +: 2] = ev[2*EV_85 +: 2];
            8'h86: lanes[PLAIN +: 2] = ev[2*EV_86 +: 2];
            8'h87: lanes[PLAIN +: 2] = ev[2*EV_87 +: 2];
            8'h88: lanes[PLAIN +: 2] = ev[2*EV_88 +: 2];
            8'h89: lanes[PLAIN +: 2] = ev[2*EV_89 +: 2];

            // Execution unit
            8'h26: lanes[PLAIN +: 2] = ev[2*EV_26 +: 2];
            8'h27: lanes[PLAIN +: 2] = ev[2*EV_27 +: 2];
            8'h76: lanes[PLAIN +: 2] = ev[2*EV_76 +: 2];
            8'hC0: lanes[PLAIN +: 2] = ev[2*EV_C0 +: 2];
            8'hC1: lanes[PLAIN +: 2] = ev[2*EV_C1 +: 2];
            8'hC2: lanes[PLAIN +: 2] = ev[2*EV_C2 +: 2];
            8'hC3: lanes[PLAIN +: 2] = ev[2*EV_C3 +: 2];
            8'hC4: lanes[PLAIN +: 2] = ev[2*EV_C4 +: 2];
            8'hC5: lanes[PLAIN +: 2] = ev[2*EV_C5 +: 2];
            8'hC6: lanes[PLAIN +: 2] = ev[2*EV_C6 +: 2];
            8'hC7: lanes[PLAIN +: 2] = ev[2*EV_C7 +: 2];
            8'hC8: lanes[PLAIN +: 2] = ev[2*EV_C8 +: 2];
            8'hC9: lanes[PLAIN +: 2] = ev[2*EV_C9 +: 2];
            8'hCA: lanes[PLAIN +: 2] = ev[2*EV_CA +: 2];
            8'hCB: lanes = {{6{NONE}}, ev[2*EV_CB_08 +: 2], ev[2*EV_CB_04 +: 2], ev[2*EV_CB_02 +: 2],
                            ev[2*EV_CB_01 +: 2]};
            8'hCC: lanes = {{7{NONE}}, ev[2*EV_CC_04 +: 2], ev[2*EV_CC_02 +: 2], ev[2*EV_CC_01 +: 2]};
            8'hCD: lanes[PLAIN +: 2] = ev[2*EV_CD +: 2];
            8'hCE: lanes[PLAIN +: 2] = ev[2*EV_CE +: 2];
            8'hCF: lanes[PLAIN +: 2] = ev[2*EV_CF +: 2];
            8'hD0: lanes[PLAIN +: 2] = ev[2*EV_D0 +: 2];
            8'hD1: lanes[PLAIN +: 2] = ev[2*EV_D1 +: 2];
            8'hD2: lanes[PLAIN +: 2] = ev[2*EV_D2 +: 2];
            8'hD3: lanes[PLAIN +: 2] = ev[2*EV_D3 +: 2];
            8'hD4: lanes[PLAIN +: 2] = ev[2*EV_D4 +: 2];
            8'hD5: lanes[PLAIN +: 2] = ev[2*EV_D5 +: 2];
            8'hD6: lanes[PLAIN +: 2] = ev[2*EV_D6 +: 2];
            8'hD7: lanes[PLAIN +: 2] = ev[2*EV_D7 +: 2];
            8'hD8: lanes[PLAIN +: 2] = ev[2*EV_D8 +: 2];
            8'hD9: lanes[PLAIN +: 2] = ev[2*EV_D9 +: 2];
            8'hDA: lanes[PLAIN +: 2] = ev[2*EV_DA +: 2];
            8'hDB: lanes = {{6{NONE}}, ev[2*EV_DB_08 +: 2], ev[2*EV_DB_04 +: 2], ev[2*EV_DB_02 +: 2],
                            ev[2*EV_DB_01 +: 2]};
            8'hDC: lanes[PLAIN +: 2] = ev[2*EV_DC +: 2];
            8'hDD: lanes[PLAIN +: 2] = ev[2*EV_DD +: 2];
            8'hDE: lanes[PLAIN +: 2] = ev[2*EV_DE +: 2];
            8'hDF: lanes[PLAIN +: 2] = ev[2*EV_DF +: 2];

            // Memory controller
            8'hE0: lanes = {{7{NONE}}, ev[2*EV_E0_04 +: 2], ev[2*EV_E0_02 +: 2], ev[2*EV_E0_01 +: 2]};
            8'hE1: lanes[PLAIN +: 2] = ev[2*EV_E1 +: 2];
            8'hE3: lanes = {{7{NONE}}, ev[2*EV_E3_04 +: 2], ev[2*EV_E3_02 +: 2], ev[2*EV_E3_01 +: 2]};
            8'hE4: lanes = {{6{NONE}}, ev[2*EV_E4_08 +: 2], ev[2*EV_E4_04 +: 2], ev[2*EV_E4_02 +: 2],
                            ev[2*EV_E4_01 +: 2]};
            8'hE5: lanes = {{4{NONE}}, ev[2*EV_E5_20 +: 2], ev[2*EV_E5_10 +: 2], ev[2*EV_E5_08 +: 2],
                            ev[2*EV_E5_04 +: 2], {2{NONE}}};
            8'hE8: lanes = {{2{NONE}}, ev[2*EV_E8_80 +: 2], {7{NONE}}};
            8'hE9: begin
                by_path = 1'b1;
                lanes   = {ev[2*EV_E9_61 +: 2], ev[2*EV_E9_64 +: 2],
                           ev[2*EV_E9_91 +: 2], ev[2*EV_E9_92 +: 2], ev[2*EV_E9_94 +: 2], ev[2*EV_E9_98 +: 2],
                           ev[2*EV_E9_A1 +: 2], ev[2*EV_E9_A2 +: 2], ev[2*EV_E9_A4 +: 2], ev[2*EV_E9_A8 +: 2]};
            end
            8'hEA: lanes = {{4{NONE}}, ev[2*EV_EA_20 +: 2], ev[2*EV_EA_10 +: 2], ev[2*EV_EA_08 +: 2],
                            ev[2*EV_EA_04 +: 2], NONE, ev[2*EV_EA_01 +: 2]};
            8'hEB: lanes = {{3{NONE}}, ev[2*EV_EB_40 +: 2], ev[2*EV_EB_20 +: 2], ev[2*EV_EB_10 +: 2],
                            ev[2*EV_EB_08 +: 2], ev[2*EV_EB_04 +: 2], ev[2*EV_EB_02 +: 2], ev[2*EV_EB_01 +: 2]};
            8'hEC: lanes = {{3{NONE}}, ev[2*EV_EC_40 +: 2], ev[2*EV_EC_20 +: 2], ev[2*EV_EC_10 +: 2],
                            ev[2*EV_EC_08 +: 2], ev[2*EV_EC_04 +: 2], ev[2*EV_EC_02 +: 2], ev[2*EV_EC_01 +: 2]};
            8'hEE: lanes = {{7{NONE}}, ev[2*EV_EE_04 +: 2], ev[2*EV_EE_02 +: 2], ev[2*EV_EE_01 +: 2]};

            // HyperTransport links
            8'hF6: lanes = {{6{NONE}}, ev[2*EV_F6_08 +: 2], ev[2*EV_F6_04 +: 2], ev[2*EV_F6_02 +: 2],
                            ev[2*EV_F6_01 +: 2]};
            8'hF7: lanes = {{6{NONE}}, ev[2*EV_F7_08 +: 2], ev[2*EV_F7_04 +: 2], ev[2*EV_F7_02 +: 2],
                            ev[2*EV_F7_01 +: 2]};
            8'hF8: lanes = {{6{NONE}}, ev[2*EV_F8_08 +: 2], ev[2*EV_F8_04 +: 2], ev[2*EV_F8_02 +: 2],
                            ev[2*EV_F8_01 +: 2]};

            default: listed = 1'b0;
        endcase
    end

endmodule

`default_nettype wire
