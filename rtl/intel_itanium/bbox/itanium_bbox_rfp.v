// Response forward packets, by the sockets of requestor and responder. Combinational.
`default_nettype none

module itanium_bbox_rfp (
    // Packet
    input  wire       rfp_v,
    input  wire       rfp_req_loc,
    input  wire       rfp_rsp_loc,

    // Events, requestor and responder: 3 remote remote, 2 local remote, 1 remote local, 0 local local
    output wire [3:0] events
);

    assign events = {~rfp_req_loc & ~rfp_rsp_loc,
                      rfp_req_loc & ~rfp_rsp_loc,
                     ~rfp_req_loc &  rfp_rsp_loc,
                      rfp_req_loc &  rfp_rsp_loc} & {4{rfp_v}};

endmodule

`default_nettype wire
