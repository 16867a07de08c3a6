// Packets to bytes: delimiters, stuffing, check.
`default_nettype none

module hil_framer (
    // Clock and reset
    input  wire       clk,
    input  wire       rst,

    // Bytes of a packet without its check
    input  wire       in_valid,
    input  wire [7:0] in_data,
    input  wire       in_last,
    output wire       in_ready,
    output wire       sent,      // the packet is complete; in_ready resumes after it

    // Bytes to the line
    output wire       tx_valid,
    output wire [7:0] tx_data,
    input  wire       tx_ready
);

    localparam [7:0] FLAG   = 8'h7E;
    localparam [7:0] ESCAPE = 8'h7D;
    localparam [7:0] FLIP   = 8'h20;

    localparam [1:0] BEGIN = 2'd0;  // waits for the first byte and sends the delimiter
    localparam [1:0] BODY  = 2'd1;
    localparam [1:0] CHECK = 2'd2;
    localparam [1:0] END   = 2'd3;

    reg  [1:0]  state_q;
    reg         escaped_q;  // the escape of the byte has been sent
    reg  [1:0]  count_q;    // bytes of the check that have been sent
    reg  [31:0] crc_q;
    wire [31:0] crc;

    wire       is_frame  = (state_q == BEGIN) | (state_q == END);
    wire [7:0] data      = (state_q == CHECK) ? ~crc_q[7:0] : in_data;
    wire       special   = (data == FLAG) | (data == ESCAPE);
    wire       is_escape = !is_frame & special & !escaped_q;
    wire       take      = tx_valid & tx_ready;
    wire       whole     = take & !is_escape;  // the byte has been sent, not only its escape

    assign tx_valid = in_valid | (state_q == CHECK) | (state_q == END);
    assign tx_data  = is_frame ? FLAG : is_escape ? ESCAPE : special ? data ^ FLIP : data;
    assign in_ready = (state_q == BODY) & whole;
    assign sent     = (state_q == END) & take;

    always @(posedge clk)
        if (rst) state_q <= BEGIN;
        else if (whole)
            case (state_q)
                BEGIN:   state_q <= BODY;
                BODY:    state_q <= in_last ? CHECK : BODY;
                CHECK:   state_q <= (count_q == 2'd3) ? END : CHECK;
                default: state_q <= BEGIN;
            endcase

    always @(posedge clk)
        if (rst)       escaped_q <= 1'b0;
        else if (take) escaped_q <= is_escape;

    always @(posedge clk)
        if (whole)
            case (state_q)
                BEGIN:   {count_q, crc_q} <= {2'd0, 32'hFFFF_FFFF};
                BODY:    {count_q, crc_q} <= {2'd0, crc};
                default: {count_q, crc_q} <= {count_q + 2'd1, 8'd0, crc_q[31:8]};
            endcase

    hil_crc32 u_crc (
        .crc  (crc_q),
        .data (in_data),
        .next (crc)
    );

endmodule

`default_nettype wire
