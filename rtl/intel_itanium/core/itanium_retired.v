// Retired slots of a cycle: their number with the tag of each channel; whether one has those of 0 and 1. Combinational.
`default_nettype none

module itanium_retired (
    input  wire [5:0]  ret_valid,
    input  wire [23:0] ret_tag,

    output wire [11:0] counts,     // three bits for each of channels 3 to 0
    output wire        qualified
);

    wire [5:0] both;

    genvar channel;
    genvar slot;
    generate
        for (channel = 0; channel < 4; channel = channel + 1) begin : g_channel
            wire [5:0] marked;

            for (slot = 0; slot < 6; slot = slot + 1) begin : g_tagged
                assign marked[slot] = ret_valid[slot] & ret_tag[4*slot + channel];
            end

            assign counts[3*channel +: 3] = {2'd0, marked[0]} + {2'd0, marked[1]} + {2'd0, marked[2]}
                                          + {2'd0, marked[3]} + {2'd0, marked[4]} + {2'd0, marked[5]};
        end

        for (slot = 0; slot < 6; slot = slot + 1) begin : g_slot
            assign both[slot] = ret_valid[slot] & ret_tag[4*slot] & ret_tag[4*slot + 1];
        end
    endgenerate

    assign qualified = |both;

endmodule

`default_nettype wire
