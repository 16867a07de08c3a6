// Number of events that a counter selects in this cycle. Every counter can select every event. Combinational.
//
//   ext ev_sel | occ_sel | event                 | counts
//    0    80h  |    1    | POWER_STATE_OCCUPANCY | cores in C0 or C1
//    0    80h  |    2    | likewise              | cores in C3
//    0    80h  |    3    | likewise              | cores in C6 or C7
//     others   |   any   | of a core or the box  | 1
//
// Depending on PCU_A04, bit 7 of every other code qualifies the event that has the code without this bit: the counter
// compares the number of cores that occ_sel selects, and adds the result only in cycles in which the event happens.
`default_nettype none

module ivt_pcu_events #(
    parameter CORES       = 15,
    parameter COUNT_WIDTH = 4,
    parameter BANDS       = 4,
    parameter PCU_A04     = 0    // see ivt_pcu
) (
    // Selection
    input  wire                   ev_sel_ext,
    input  wire [7:0]             ev_sel,
    input  wire [1:0]             occ_sel,

    // Number of cores in each state
    input  wire [COUNT_WIDTH-1:0] cores_c0,
    input  wire [COUNT_WIDTH-1:0] cores_c3,
    input  wire [COUNT_WIDTH-1:0] cores_c6,

    // Frequency in each band
    input  wire [BANDS-1:0]       band,

    // Cores, core 0 in the low bits
    input  wire [CORES-1:0]        core_trans,
    input  wire [CORES-1:0]        core_demote,
    input  wire [CORES-1:0]        core_abort,

    // Voltage and frequency
    input  wire                   volt_up,
    input  wire                   volt_dn,
    input  wire                   freq_trans,
    input  wire                   fmax_thermal,
    input  wire                   fmax_power,
    input  wire                   fmax_os,
    input  wire                   fmax_current,
    input  wire                   fmin_io_p,
    input  wire                   fmin_perf_p,

    // Package
    input  wire                   prochot_int,
    input  wire                   prochot_ext,
    input  wire                   vr_hot,
    input  wire                   mem_shed,
    input  wire                   pkg_c2c3,

    // A number of cores is selected; it qualifies an event; the counter may add in this cycle
    output wire                   occupancy,
    output wire                   qualified,
    output wire                   admitted,

    // Number to compare: of events of the selected kind, or of cores
    output wire [COUNT_WIDTH-1:0] number
);

    localparam       USE_OCCUPANCY         = 7;
    localparam [8:0] POWER_STATE_OCCUPANCY = 9'h080;

    localparam [1:0] NO_STATE = 2'b00;
    localparam [1:0] IN_C0    = 2'b01;
    localparam [1:0] IN_C3    = 2'b10;
    localparam [1:0] IN_C6    = 2'b11;

    wire                   cores_alone = {ev_sel_ext, ev_sel} == POWER_STATE_OCCUPANCY;
    wire [7:0]             code;   // of the event of a core or the box
    wire                   core_hit;
    wire                   box_hit;
    reg  [COUNT_WIDTH-1:0] cores;

    ivt_pcu_core_events #(
        .CORES (CORES)
    ) u_core (
        .ev_sel_ext  (ev_sel_ext),
        .ev_sel      (code),
        .core_trans  (core_trans),
        .core_demote (core_demote),
        .core_abort  (core_abort),
        .hit         (core_hit)
    );

    ivt_pcu_box_events #(
        .BANDS (BANDS)
    ) u_box (
        .ev_sel_ext   (ev_sel_ext),
        .ev_sel       (code),
        .band         (band),
        .volt_up      (volt_up),
        .volt_dn      (volt_dn),
        .freq_trans   (freq_trans),
        .fmax_thermal (fmax_thermal),
        .fmax_power   (fmax_power),
        .fmax_os      (fmax_os),
        .fmax_current (fmax_current),
        .fmin_io_p    (fmin_io_p),
        .fmin_perf_p  (fmin_perf_p),
        .prochot_int  (prochot_int),
        .prochot_ext  (prochot_ext),
        .vr_hot       (vr_hot),
        .mem_shed     (mem_shed),
        .pkg_c2c3     (pkg_c2c3),
        .hit          (box_hit)
    );

    assign qualified = (PCU_A04 != 0) ? ev_sel[USE_OCCUPANCY] & ~cores_alone : 1'b0;
    assign code      = (PCU_A04 != 0) ? {ev_sel[USE_OCCUPANCY] & ~qualified, ev_sel[USE_OCCUPANCY-1:0]} : ev_sel;
    assign occupancy = (cores_alone | qualified) & (occ_sel != NO_STATE);

    always @*
        case (occ_sel)
            IN_C0:   cores = cores_c0;
            IN_C3:   cores = cores_c3;
            IN_C6:   cores = cores_c6;
            default: cores = {COUNT_WIDTH{1'b0}};
        endcase

    wire hit = core_hit | box_hit;

    assign admitted = ~qualified | hit;

    // One event is selected, or the number of cores qualifies it, so at most one of them is nonzero.
    assign number = (cores & {COUNT_WIDTH{occupancy}}) | {{COUNT_WIDTH-1{1'b0}}, hit & ~qualified};

endmodule

`default_nettype wire
