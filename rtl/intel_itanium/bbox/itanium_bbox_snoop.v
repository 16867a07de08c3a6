// Snoops of local and remote agents: numbers outstanding, and events. Only rst clears the counts, not CTL0.reset.
`default_nettype none

module itanium_bbox_snoop (
    // Clock and reset
    input  wire       clk,
    input  wire       rst,

    // Snoops launched
    input  wire       snp_req_loc,
    input  wire       snp_req_rem,

    // Responses received
    input  wire       snp_rsp_loc,
    input  wire       snp_rsp_rem,

    // Events: responses 5 remote, 4 local, 3 any; requests 2 remote, 1 local, 0 any
    output wire [5:0] events,

    // State
    output reg  [9:0] local_q,
    output reg  [9:0] remote_q
);

    wire [9:0] local_d  = local_q + {9'd0, snp_req_loc} - {9'd0, snp_rsp_loc};
    wire [9:0] remote_d = remote_q + {9'd0, snp_req_rem} - {9'd0, snp_rsp_rem};

    always @(posedge clk)
        if (rst) begin
            local_q  <= 10'd0;
            remote_q <= 10'd0;
        end else begin
            local_q  <= local_d;
            remote_q <= remote_d;
        end

    assign events = {snp_rsp_rem, snp_rsp_loc, snp_rsp_rem | snp_rsp_loc,
                     snp_req_rem, snp_req_loc, snp_req_rem | snp_req_loc};

endmodule

`default_nettype wire
