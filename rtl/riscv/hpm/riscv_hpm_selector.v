// Value that a write stores in a selector, if it stores one. The same for all counters. Combinational.
//
//   SELECTOR | legal                               | legal value
//   0        | 0 and the codes of the events       | as written
//   1        | any value; MASK_ONEHOT = 1: at most | without the bits that no event has
//            | one bit of an event                 |
//   2        | any value of a class with events    | without the bits that no event of the class has
//
//   SEL_ILLEGAL | illegal value   | legal value
//   0           | 0               | stored
//   1           | nothing stored  | stored
//   2           | stored          | as written, in any case
`default_nettype none

module riscv_hpm_selector #(
    parameter                    SELECTOR    = 0,
    parameter                    SEL_W       = 16,
    parameter                    SEL_ILLEGAL = 0,
    parameter                    MASK_ONEHOT = 0,
    parameter                    EVENTS      = 1,
    parameter [SEL_W*EVENTS-1:0] EVENT_CODES = {SEL_W*EVENTS{1'b0}}
) (
    input  wire [SEL_W-1:0] wdata,
    output wire             store,
    output wire [SEL_W-1:0] value
);

    localparam ENCODED = 0;
    localparam MASK    = 1;
    localparam ZERO    = 0;
    localparam KEEP    = 1;
    localparam CLASS_W = 8;

    localparam [SEL_W-1:0] ONE = 1;

    genvar event_index;
    generate
        if (SEL_ILLEGAL != ZERO && SEL_ILLEGAL != KEEP) begin : g_store
            assign store = 1'b1;
            assign value = wdata;
        end else begin : g_check
            wire             legal;
            wire [SEL_W-1:0] legal_value;

            if (SELECTOR == ENCODED) begin : g_encoded
                wire [EVENTS-1:0] listed;

                for (event_index = 0; event_index < EVENTS; event_index = event_index + 1) begin : g_event
                    assign listed[event_index] = wdata == EVENT_CODES[SEL_W*event_index +: SEL_W];
                end

                assign legal       = (~|wdata) | (|listed);
                assign legal_value = wdata;
            end else if (SELECTOR == MASK) begin : g_mask
                reg [SEL_W-1:0] listed;
                integer         code;

                always @* begin
                    listed = {SEL_W{1'b0}};
                    for (code = 0; code < EVENTS; code = code + 1)
                        listed = listed | (wdata & EVENT_CODES[SEL_W*code +: SEL_W]);
                end

                // A number without its lowest 1 is not 0 if it has several.
                assign legal       = (MASK_ONEHOT == 0) | ~|(listed & (listed - ONE));
                assign legal_value = listed;
            end else begin : g_set_mask
                reg  [SEL_W-1:CLASS_W] listed;
                wire [EVENTS-1:0]      in_class;
                integer                code;

                for (event_index = 0; event_index < EVENTS; event_index = event_index + 1) begin : g_event
                    assign in_class[event_index] = wdata[CLASS_W-1:0] == EVENT_CODES[SEL_W*event_index +: CLASS_W];
                end

                always @* begin
                    listed = {SEL_W-CLASS_W{1'b0}};
                    for (code = 0; code < EVENTS; code = code + 1)
                        listed = listed | (wdata[SEL_W-1:CLASS_W] & {SEL_W-CLASS_W{in_class[code]}}
                                         & EVENT_CODES[SEL_W*code + CLASS_W +: SEL_W-CLASS_W]);
                end

                // Selector 0 is no event, in any class.
                assign legal       = |in_class | ~|wdata;
                assign legal_value = {listed, wdata[CLASS_W-1:0]};
            end

            if (SEL_ILLEGAL == KEEP) begin : g_keep
                assign store = legal;
                assign value = legal_value;
            end else begin : g_zero
                assign store = 1'b1;
                assign value = legal_value & {SEL_W{legal}};
            end
        end
    endgenerate

endmodule

`default_nettype wire
