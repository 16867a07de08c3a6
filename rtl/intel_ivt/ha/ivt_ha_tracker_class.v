// Sub-events of BT_OCCUPANCY to which a request in the backup tracker belongs. One that is neither a read nor a write is
// in one of the first two only. Combinational.
`default_nettype none

module ivt_ha_tracker_class (
    input  wire       valid,
    input  wire [2:0] cls,     // bit 0 local, 1 read, 2 write
    output wire [5:0] fits
);

    wire       local_req = valid & cls[0];
    wire       remote    = valid & ~cls[0];
    wire       is_read   = cls[1];
    wire       is_write  = cls[2];

    assign fits = {remote & is_write, local_req & is_write, remote & is_read, local_req & is_read, remote, local_req};

endmodule

`default_nettype wire
