// Sum of the lanes with the selected event and unit mask, for the selected threads. Combinational.
`default_nettype none

module itanium_lane_sum (
    // Selection
    input  wire [7:0]   code,
    input  wire [3:0]   umask,
    input  wire         all,       // both threads
    input  wire         filtered,  // only lines in one of these states: bit 0 I, 1 S, 2 E, 3 M
    input  wire [3:0]   states,

    // Lanes
    input  wire [7:0]   ev_passes,
    input  wire [7:0]   ev_own,    // occurrences of the counter's thread
    input  wire [63:0]  ev_code,
    input  wire [127:0] ev_umhit,
    input  wire [23:0]  ev_inc,
    input  wire [31:0]  ev_mesi,

    output wire [5:0]   sum
);

    wire [47:0] part;

    genvar lane;
    generate
        for (lane = 0; lane < 8; lane = lane + 1) begin : g_lane
            wire [15:0] umhit = ev_umhit[16*lane +: 16];
            wire hit = ev_passes[lane]
                     & (all | ev_own[lane])
                     & ev_code[8*lane +: 8] == code
                     & umhit[umask]
                     & (~filtered | (|(ev_mesi[4*lane +: 4] & states)));

            assign part[6*lane +: 6] = {3'd0, ev_inc[3*lane +: 3] & {3{hit}}};
        end
    endgenerate

    assign sum = part[5:0] + part[11:6] + part[17:12] + part[23:18] + part[29:24] + part[35:30] + part[41:36] + part[47:42];

endmodule

`default_nettype wire
