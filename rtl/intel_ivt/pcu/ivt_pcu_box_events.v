// Detects the selected event in this cycle, for events that belong to no single core. Combinational.
//
//   ext ev_sel    | event                         | happens
//    0  00h       | CLOCKTICKS                    | always
//    0  01h       | VOLT_TRANS_CYCLES_INCREASE    | while the voltage rises
//    0  02h       | VOLT_TRANS_CYCLES_DECREASE    | while it falls
//    0  03h       | VOLT_TRANS_CYCLES_CHANGE      | while it does either
//    0  04h       | FREQ_MAX_LIMIT_THERMAL_CYCLES | while that limit is the strongest
//    0  05h       | FREQ_MAX_POWER_CYCLES         | likewise
//    0  06h       | FREQ_MAX_OS_CYCLES            | likewise
//    0  07h       | FREQ_MAX_CURRENT_CYCLES       | likewise
//    0  09h       | PROCHOT_INTERNAL_CYCLES       | while it is hot
//    0  0Ah       | PROCHOT_EXTERNAL_CYCLES       | likewise
//    0  0Bh - 0Eh | FREQ_BANDn_CYCLES             | in the band, unless the frequency changes
//    0  2Fh       | MEMORY_PHASE_SHEDDING_CYCLES  | while phases are shed
//    0  32h       | VR_HOT_CYCLES                 | while the regulator is hot
//    0  60h       | FREQ_TRANS_CYCLES             | while the frequency changes
//    0  61h       | FREQ_MIN_IO_P_CYCLES          | while that limit keeps it up
//    1  02h       | FREQ_MIN_PERF_P_CYCLES        | likewise
//    1  26h       | PKG_C_EXIT_LATENCY            | while the package goes from C2 to C3
//      others     |                               | never
`default_nettype none

module ivt_pcu_box_events #(
    parameter BANDS = 4
) (
    // Selection
    input  wire             ev_sel_ext,
    input  wire [7:0]       ev_sel,

    // Frequency in each band
    input  wire [BANDS-1:0] band,

    // Voltage and frequency
    input  wire             volt_up,
    input  wire             volt_dn,
    input  wire             freq_trans,
    input  wire             fmax_thermal,
    input  wire             fmax_power,
    input  wire             fmax_os,
    input  wire             fmax_current,
    input  wire             fmin_io_p,
    input  wire             fmin_perf_p,

    // Package
    input  wire             prochot_int,
    input  wire             prochot_ext,
    input  wire             vr_hot,
    input  wire             mem_shed,
    input  wire             pkg_c2c3,
    output reg              hit
);

    localparam [8:0] CLOCKTICKS                    = 9'h000;
    localparam [8:0] VOLT_TRANS_CYCLES_INCREASE    = 9'h001;
    localparam [8:0] VOLT_TRANS_CYCLES_DECREASE    = 9'h002;
    localparam [8:0] VOLT_TRANS_CYCLES_CHANGE      = 9'h003;
    localparam [8:0] FREQ_MAX_LIMIT_THERMAL_CYCLES = 9'h004;
    localparam [8:0] FREQ_MAX_POWER_CYCLES         = 9'h005;
    localparam [8:0] FREQ_MAX_OS_CYCLES            = 9'h006;
    localparam [8:0] FREQ_MAX_CURRENT_CYCLES       = 9'h007;
    localparam [8:0] PROCHOT_INTERNAL_CYCLES       = 9'h009;
    localparam [8:0] PROCHOT_EXTERNAL_CYCLES       = 9'h00A;
    localparam [8:0] FREQ_BAND0_CYCLES             = 9'h00B;
    localparam [8:0] FREQ_BAND1_CYCLES             = 9'h00C;
    localparam [8:0] FREQ_BAND2_CYCLES             = 9'h00D;
    localparam [8:0] FREQ_BAND3_CYCLES             = 9'h00E;
    localparam [8:0] MEMORY_PHASE_SHEDDING_CYCLES  = 9'h02F;
    localparam [8:0] VR_HOT_CYCLES                 = 9'h032;
    localparam [8:0] FREQ_TRANS_CYCLES             = 9'h060;
    localparam [8:0] FREQ_MIN_IO_P_CYCLES          = 9'h061;
    localparam [8:0] FREQ_MIN_PERF_P_CYCLES        = 9'h102;
    localparam [8:0] PKG_C_EXIT_LATENCY            = 9'h126;

    wire [BANDS-1:0] settled = band & {BANDS{~freq_trans}};

    always @*
        case ({ev_sel_ext, ev_sel})
            CLOCKTICKS:                    hit = 1'b1;
            VOLT_TRANS_CYCLES_INCREASE:    hit = volt_up;
            VOLT_TRANS_CYCLES_DECREASE:    hit = volt_dn;
            VOLT_TRANS_CYCLES_CHANGE:      hit = volt_up | volt_dn;
            FREQ_MAX_LIMIT_THERMAL_CYCLES: hit = fmax_thermal;
            FREQ_MAX_POWER_CYCLES:         hit = fmax_power;
            FREQ_MAX_OS_CYCLES:            hit = fmax_os;
            FREQ_MAX_CURRENT_CYCLES:       hit = fmax_current;
            PROCHOT_INTERNAL_CYCLES:       hit = prochot_int;
            PROCHOT_EXTERNAL_CYCLES:       hit = prochot_ext;
            FREQ_BAND0_CYCLES:             hit = settled[0];
            FREQ_BAND1_CYCLES:             hit = settled[1];
            FREQ_BAND2_CYCLES:             hit = settled[2];
            FREQ_BAND3_CYCLES:             hit = settled[3];
            MEMORY_PHASE_SHEDDING_CYCLES:  hit = mem_shed;
            VR_HOT_CYCLES:                 hit = vr_hot;
            FREQ_TRANS_CYCLES:             hit = freq_trans;
            FREQ_MIN_IO_P_CYCLES:          hit = fmin_io_p;
            FREQ_MIN_PERF_P_CYCLES:        hit = fmin_perf_p;
            PKG_C_EXIT_LATENCY:            hit = pkg_c2c3;
            default:                       hit = 1'b0;
        endcase

endmodule

`default_nettype wire
