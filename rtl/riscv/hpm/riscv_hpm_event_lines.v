// Number of occurrences of the selected events in this cycle, after the mode filter. Combinational.
//
//   SELECTOR | an event is selected if
//   0        | the selector is its code
//   1        | the selector has its bit
//   2        | bits 7:0 of the selector are its class and the bits above have its bit
//
// A line counts if at least one selected event has it and its source passes. A line that several selected events have
// counts once. A selector without an event selects no line.
`default_nettype none

module riscv_hpm_event_lines #(
    parameter                      SELECTOR    = 0,
    parameter                      SEL_W       = 16,
    parameter                      COMBINE_OR  = 0,       // 1: the number is 1 if a selected line is not 0
    parameter                      SOURCES     = 2,       // the hart, and the retire ports from source 1 on
    parameter                      EVENTS      = 1,
    parameter [SEL_W*EVENTS-1:0]   EVENT_CODES = {SEL_W*EVENTS{1'b0}},
    parameter                      LINES       = 2,
    parameter                      LINES_W     = 2,
    parameter [16*LINES+15:0]      LINE_LSB    = {16'd2, 16'd1, 16'd0},   // lowest bit of each line, and LINES_W
    parameter [4*LINES-1:0]        LINE_SOURCE = {4*LINES{1'b0}},
    parameter [EVENTS*LINES-1:0]   LINE_EVENTS = {EVENTS*LINES{1'b0}},  // for each line the events that have it
    parameter [8*LINES_W-1:0]      WEIGHTS     = {8*LINES_W{1'b0}},     // see riscv_hpm_sum
    parameter                      NUMBER_W    = 1
) (
    input  wire [SEL_W-1:0]    selector,
    input  wire [SOURCES-1:0]  pass,
    input  wire [LINES_W-1:0]  lines,
    output wire [NUMBER_W-1:0] number
);

    localparam ENCODED   = 0;
    localparam MASK      = 1;
    localparam CLASS_W   = 8;

    wire [EVENTS-1:0]  selected;
    wire [LINES_W-1:0] passed;

    genvar event_index;
    genvar line;
    generate
        for (event_index = 0; event_index < EVENTS; event_index = event_index + 1) begin : g_event
            localparam [SEL_W-1:0] CODE = EVENT_CODES[SEL_W*event_index +: SEL_W];

            if (SELECTOR == ENCODED) begin : g_encoded
                assign selected[event_index] = selector == CODE;
            end else if (SELECTOR == MASK) begin : g_mask
                assign selected[event_index] = |(selector & CODE);
            end else begin : g_set_mask
                assign selected[event_index] = (selector[CLASS_W-1:0] == CODE[CLASS_W-1:0])
                                             & (|(selector[SEL_W-1:CLASS_W] & CODE[SEL_W-1:CLASS_W]));
            end
        end

        for (line = 0; line < LINES; line = line + 1) begin : g_line
            localparam integer LSB    = {16'd0, LINE_LSB[16*line +: 16]};
            localparam integer NEXT   = {16'd0, LINE_LSB[16*line + 16 +: 16]};
            localparam integer SOURCE = {28'd0, LINE_SOURCE[4*line +: 4]};

            wire counts = pass[SOURCE] & (|(selected & LINE_EVENTS[EVENTS*line +: EVENTS]));

            assign passed[NEXT-1:LSB] = lines[NEXT-1:LSB] & {NEXT-LSB{counts}};
        end

        if (COMBINE_OR != 0) begin : g_or
            assign number = |passed;
        end else begin : g_sum
            riscv_hpm_sum #(
                .BITS      (LINES_W),
                .WEIGHTS   (WEIGHTS),
                .SUM_WIDTH (NUMBER_W)
            ) u_sum (
                .lines (passed),
                .sum   (number)
            );
        end
    endgenerate

endmodule

`default_nettype wire
