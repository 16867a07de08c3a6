// Threads whose occurrences a counter accepts in this cycle. Combinational.
//
// The selection determines which threads are considered:
//
//   legal  event has a thread  TCM | considered
//     0            any         any | none
//     1             1           0  | the counter's owner
//     1             1           1  | all four
//     1             0          any | the one in the execution stage, as the nominal thread of the event
//
// A considered thread passes if OS or USR admits its own privilege level, not that of the owner. The filter comes before
// everything else: an occurrence that does not pass is not compared, not sampled by the edge detector and not added. A
// cycle in which no thread passes cannot fulfil any condition, not even an inverted one. For the same reason an illegal
// selection never counts.
`default_nettype none

module knc_scope #(
    parameter [3:0] OWNER = 4'b0001   // one bit per thread, one of them set
) (
    // Selection
    input  wire       legal,
    input  wire       has_thread,
    input  wire       tcm,
    input  wire       os,
    input  wire       usr,

    // Core
    input  wire [7:0] cpl,           // two bits per thread, thread 0 in the low bits
    input  wire [1:0] exec_tid,

    // One bit per thread
    output wire [3:0] passing
);

    localparam [3:0] NOBODY   = 4'b0000;
    localparam [3:0] THREAD0  = 4'b0001;
    localparam [3:0] EVERYONE = 4'b1111;

    wire [3:0] considered = ~legal      ? NOBODY
                          : ~has_thread ? THREAD0 << exec_tid
                          : tcm         ? EVERYONE
                          :               OWNER;
    wire [3:0] admitted;

    genvar unit;
    generate
        for (unit = 0; unit < 4; unit = unit + 1) begin : g_thread
            pmu_privilege #(
                .CPL_WIDTH (2)
            ) u_privilege (
                .cpl      (cpl[2*unit +: 2]),
                .os       (os),
                .usr      (usr),
                .admitted (admitted[unit])
            );
        end
    endgenerate

    assign passing = considered & admitted;

endmodule

`default_nettype wire
