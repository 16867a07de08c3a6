// Bytes to packets: delimiters, stuffing, check. The payload goes into a memory; header and length are valid while
// packet_valid is 1. The module accepts no further byte until packet_done.
`default_nettype none

module hil_deframer #(
    parameter LOG2_PACKET = 10  // largest payload in bytes, log2
) (
    // Clock and reset
    input  wire                   clk,
    input  wire                   rst,

    // Bytes from the line
    input  wire                   rx_valid,
    input  wire [7:0]             rx_data,
    output wire                   rx_ready,

    // Payload, byte by byte, followed by the check
    output wire                   write,
    output wire [LOG2_PACKET-1:0] write_address,
    output wire [7:0]             write_data,

    // Packet
    output reg                    packet_valid_q,
    output wire                   packet_good,
    output wire [7:0]             packet_type,
    output wire [15:0]            packet_session,
    output wire [15:0]            packet_sequence,
    output wire [LOG2_PACKET:0]   packet_length,  // length of the payload in bytes
    input  wire                   packet_done
);

    localparam [7:0]  FLAG    = 8'h7E;
    localparam [7:0]  ESCAPE  = 8'h7D;
    localparam [7:0]  FLIP    = 8'h20;
    localparam [31:0] RESIDUE = 32'hDEBB_20E3;  // CRC of a packet including its check
    localparam [2:0]  HEADER  = 3'd5;
    localparam [LOG2_PACKET:0] CHECK = 4;
    localparam [LOG2_PACKET:0] MOST  = (1 << LOG2_PACKET) + CHECK;

    reg                 inside_q;
    reg                 escape_q;
    reg [39:0]          header_q;
    reg [2:0]           header_count_q;
    reg [LOG2_PACKET:0] count_q;        // bytes after the header, limited to MOST + 1
    reg [31:0]          crc_q;

    wire        take      = rx_valid & rx_ready & inside_q;
    wire        is_flag   = rx_data == FLAG;
    wire        is_escape = (rx_data == ESCAPE) & !escape_q;
    wire        is_byte   = take & !is_flag & !is_escape;
    wire [7:0]  data      = escape_q ? rx_data ^ FLIP : rx_data;
    wire        in_header = header_count_q != HEADER;
    wire        too_long  = count_q == MOST + 1'b1;
    wire        something = (header_count_q != 3'd0) | escape_q;
    wire [31:0] crc;

    assign rx_ready        = !packet_valid_q;
    assign write           = is_byte & !in_header & !(count_q[LOG2_PACKET]);
    assign write_address   = count_q[LOG2_PACKET-1:0];
    assign write_data      = data;
    assign packet_good     = (crc_q == RESIDUE) & (count_q >= CHECK) & !too_long & !escape_q;
    assign packet_type     = header_q[7:0];
    assign packet_session  = header_q[23:8];
    assign packet_sequence = header_q[39:24];
    assign packet_length   = count_q - CHECK;

    always @(posedge clk)
        if (rst)                     inside_q <= 1'b0;
        else if (rx_valid & is_flag) inside_q <= 1'b1;

    always @(posedge clk)
        if (rst | packet_done)               packet_valid_q <= 1'b0;
        else if (take & is_flag & something) packet_valid_q <= 1'b1;

    // A pending escape is kept at the end of a packet, because packet_good depends on it.
    always @(posedge clk)
        if (rst | packet_done)    escape_q <= 1'b0;
        else if (take & !is_flag) escape_q <= is_escape;

    always @(posedge clk)
        if (rst | packet_done) begin
            header_count_q <= 3'd0;
            count_q        <= {LOG2_PACKET+1{1'b0}};
            crc_q          <= 32'hFFFF_FFFF;
        end else if (is_byte) begin
            header_count_q <= header_count_q + {2'd0, in_header};
            count_q        <= count_q + {{LOG2_PACKET{1'b0}}, !in_header & !too_long};
            crc_q          <= crc;
        end

    always @(posedge clk)
        if (is_byte & in_header) header_q <= {data, header_q[39:8]};

    hil_crc32 u_crc (
        .crc  (crc_q),
        .data (data),
        .next (crc)
    );

endmodule

`default_nettype wire
