// Detects the selected power event in this cycle. Several ranks count as one. Combinational.
//
//   ev_sel | event                          | umask bits
//     41h  | POWER_THROTTLE_CYCLES          | the ranks
//     42h  | POWER_PCU_THROTTLING           | ignored
//     43h  | POWER_SELF_REFRESH             | ignored
//     83h  | POWER_CKE_CYCLES               | the ranks
//     84h  | POWER_CHANNEL_DLLOFF           | ignored
//     86h  | POWER_CRITICAL_THROTTLE_CYCLES | ignored
//   others |                                | nothing
`default_nettype none

module ivt_imc_power_events (
    // Selection
    input  wire [7:0] ev_sel,
    input  wire [7:0] umask,

    // Power
    input  wire [7:0] throttle_rank,
    input  wire       pcu_throttle,
    input  wire       self_refresh,
    input  wire [7:0] cke_on,
    input  wire       dlloff,
    input  wire       crit_throttle,
    output reg        hit
);

    localparam [7:0] POWER_THROTTLE_CYCLES          = 8'h41;
    localparam [7:0] POWER_PCU_THROTTLING           = 8'h42;
    localparam [7:0] POWER_SELF_REFRESH             = 8'h43;
    localparam [7:0] POWER_CKE_CYCLES               = 8'h83;
    localparam [7:0] POWER_CHANNEL_DLLOFF           = 8'h84;
    localparam [7:0] POWER_CRITICAL_THROTTLE_CYCLES = 8'h86;

    always @*
        case (ev_sel)
            POWER_THROTTLE_CYCLES:          hit = |(throttle_rank & umask);
            POWER_PCU_THROTTLING:           hit = pcu_throttle;
            POWER_SELF_REFRESH:             hit = self_refresh;
            POWER_CKE_CYCLES:               hit = |(cke_on & umask);
            POWER_CHANNEL_DLLOFF:           hit = dlloff;
            POWER_CRITICAL_THROTTLE_CYCLES: hit = crit_throttle;
            default:                        hit = 1'b0;
        endcase

endmodule

`default_nettype wire
