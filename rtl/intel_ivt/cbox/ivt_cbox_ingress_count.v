// Number of entries in the ingress queues that umask selects. A queue that is selected twice, once for its rejected
// entries, counts twice. Combinational.
//
//   umask bit | entries                        | with tid_en, if they belong to
//       0     | valid ones of the IRQ          | the thread of the filter
//       1     | valid, rejected ones of it     | the thread of the filter
//       2     | of the IPQ                     | no thread, and the filter says so
//       4     | of the VFIFO                   | no thread, and the filter says so
//
// In a cycle in which the event is not selected no entry is evaluated, and the number is 0.
`default_nettype none

module ivt_cbox_ingress_count #(
    parameter ENTRIES     = 20,
    parameter COUNT_WIDTH = 10
) (
    // Selection
    input  wire                   selected,
    input  wire [7:0]             umask,
    input  wire                   tid_en,
    input  wire [4:0]             filter_tid,
    input  wire                   no_thread_ok,

    // Queues, entry 0 in the low bits
    input  wire [ENTRIES-1:0]     irq_v,
    input  wire [ENTRIES-1:0]     irq_rej,
    input  wire [5*ENTRIES-1:0]   irq_tid,
    input  wire [4:0]             ipq_occ,
    input  wire [4:0]             vfifo_occ,
    output reg  [COUNT_WIDTH-1:0] count
);

    localparam IRQ          = 0;
    localparam IRQ_REJECTED = 1;
    localparam IPQ          = 2;
    localparam VFIFO        = 4;

    // Bits without a queue.
    wire [3:0] unused_umask = {umask[7:5], umask[3]};

    reg     ok;
    integer k;

    always @* begin
        count = {COUNT_WIDTH{1'b0}};
        ok    = 1'b0;
        if (selected) begin
            if (no_thread_ok)
                count = {{COUNT_WIDTH-5{1'b0}}, ipq_occ & {5{umask[IPQ]}}}
                      + {{COUNT_WIDTH-5{1'b0}}, vfifo_occ & {5{umask[VFIFO]}}};
            for (k = 0; k < ENTRIES; k = k + 1) begin
                ok    = irq_v[k] & (~tid_en | (irq_tid[5*k +: 5] == filter_tid));
                count = count + {{COUNT_WIDTH-1{1'b0}}, ok & umask[IRQ]}
                      + {{COUNT_WIDTH-1{1'b0}}, ok & irq_rej[k] & umask[IRQ_REJECTED]};
            end
        end
    end

endmodule

`default_nettype wire
