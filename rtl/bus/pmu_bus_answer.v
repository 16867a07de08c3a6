// Passes the answer of a bus to a register port: keeps it from the end of the transfer until LATENCY cycles after the request.
`default_nettype none

module pmu_bus_answer #(
    parameter LATENCY = 1
) (
    // Clock and reset
    input  wire        clk,
    input  wire        rst,

    // Request
    input  wire        valid,
    input  wire        write,
    input  wire        reachable,    // by an address of the bus; otherwise it is refused without a transfer

    // End of the transfer
    input  wire        done,
    input  wire [63:0] rdata,
    input  wire        error,
    input  wire        stray,        // an answer that no access has asked for

    // Answer
    output wire [63:0] bus_rdata,
    output wire        bus_error,
    output wire        missing,      // it is due, but the transfer has not ended
    output wire        unexpected    // a transfer ends that was not started, or has ended
);

    reg         awaited_q;
    reg         known_q;             // the block has had a reset
    reg  [63:0] rdata_q;
    reg         error_q;
    wire        due;
    wire        due_write;
    wire        due_reachable;

    pmu_bus_delay #(.WIDTH (3), .CYCLES (LATENCY)) u_due (
        .clk (clk),
        .in  ({reachable, write, valid}),
        .out ({due_reachable, due_write, due})
    );

    wire        awaited = valid & reachable | awaited_q;
    wire        ended   = done | ~awaited;
    wire [63:0] given   = done ? rdata : rdata_q;
    wire        fails   = done ? error : error_q;

    assign bus_error  = due & (~due_reachable | ended & fails);
    assign bus_rdata  = given & {64{due & due_reachable & ended & ~fails & ~due_write}};
    assign missing    = due & due_reachable & ~ended;
    assign unexpected = (done & ~awaited | stray) & known_q & ~rst;

    // Until its first reset, a block may do anything.
    initial known_q = 1'b0;

    // A reset ends a transfer without an answer.
    always @(posedge clk)
        if (rst) begin
            known_q   <= 1'b1;
            awaited_q <= 1'b0;
            rdata_q   <= 64'd0;
            error_q   <= 1'b0;
        end else begin
            awaited_q <= ~ended;
            if (done) begin
                rdata_q <= rdata;
                error_q <= error;
            end
        end

endmodule

`default_nettype wire
