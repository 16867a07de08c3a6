// OF of one counter, and the request for an interrupt. OF is 0 after reset.
//
// A carry is an overflow unless the count is written in its cycle. With WRITE_OVERFLOW = 1 it is one in any case, and
// with COUNT_WRITE = 1 if the written half is not the one with the top bit.
//
//   OF_WRITE | OF after a write and an overflow | the overflow requests if
//   0        | as written                       | OF was 0
//   1        | 1                                | the written OF is 0
//
// Without a write the two are the same: OF becomes 1, with a request if it was 0. With OF_SW = 1 a write that changes OF
// from 0 to 1 requests too.
`default_nettype none

module riscv_hpm_overflow #(
    parameter HALVES         = 1,
    parameter TOP            = 0,   // half with the top bit of the count
    parameter COUNT_WRITE    = 0,
    parameter WRITE_OVERFLOW = 0,
    parameter OF_WRITE       = 0,
    parameter OF_SW          = 0
) (
    // Clock and reset
    input  wire              clk,
    input  wire              rst,

    // Count
    input  wire              carry,
    input  wire [HALVES-1:0] count_write,

    // Software write of OF
    input  wire              write,
    input  wire              wdata,

    // State, and request in this cycle
    output reg               of_q,
    output wire              request
);

    wire discarded = (COUNT_WRITE != 0) ? count_write[TOP] : |count_write;
    wire overflow  = carry & ((WRITE_OVERFLOW != 0) | ~discarded);

    wire written   = write ? wdata : of_q;
    wire of_d      = (OF_WRITE != 0) ? written | overflow
                   : write           ? wdata
                   :                   of_q | overflow;
    wire pending   = (OF_WRITE != 0) ? written : of_q;
    wire by_write  = (OF_SW != 0) & write & wdata & ~of_q;

    assign request = (overflow & ~pending) | by_write;

    always @(posedge clk)
        if (rst) of_q <= 1'b0;
        else     of_q <= of_d;

endmodule

`default_nettype wire
