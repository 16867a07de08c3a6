// Executes a command: reads its arguments from the packet, then loads memory or starts the sequencer.
//
//   OPEN       clear everything
//   LOAD       address[4], data
//   RUN        flags[1], count[4], address[4]
//   RESET      as RUN; then clear everything
//   SIGNATURE
`default_nettype none

module hil_control #(
    parameter LOG2_PACKET = 10,
    parameter LOG2_MEMORY = 12
) (
    // Clock and reset
    input  wire                   clk,
    input  wire                   rst,

    // Command
    input  wire                   start,
    input  wire [7:0]             command,
    input  wire [LOG2_PACKET:0]   length,
    output wire                   done,
    output reg                    refused_q,     // replaces the status of the run
    output wire [7:0]             refused_status,

    // Packet memory
    output wire [LOG2_PACKET-1:0] packet_address,
    input  wire [7:0]             packet_data,

    // Frame memory
    output wire                   memory_write,
    output wire [LOG2_MEMORY-1:0] memory_address,
    output wire [7:0]             memory_data,

    // Sequencer and program
    output wire                   run_start,
    output wire [31:0]            run_count,
    output wire                   run_silent,
    output wire                   run_observed,  // observations go into the answer
    input  wire                   run_done,
    output wire                   jump,
    output wire [LOG2_MEMORY-1:0] jump_address,
    output wire                   clear,         // frame, counts and CRC signature
    input  wire                   is_idle        // the program is idle after clear
);

    localparam [7:0] OPEN      = 8'h01;
    localparam [7:0] LOAD      = 8'h02;
    localparam [7:0] RUN       = 8'h03;
    localparam [7:0] RESET     = 8'h04;
    localparam [7:0] SIGNATURE = 8'h05;

    localparam [7:0] NO_COMMAND = 8'd4;
    localparam [7:0] NO_LENGTH  = 8'd5;

    localparam [LOG2_PACKET:0] ADDRESS_LENGTH = 4;
    localparam [LOG2_PACKET:0] RUN_LENGTH     = 9;

    localparam [2:0] IDLE      = 3'd0;
    localparam [2:0] ARGUMENTS = 3'd1;
    localparam [2:0] COPY      = 3'd2;
    localparam [2:0] START     = 3'd3;
    localparam [2:0] RUNS      = 3'd4;
    localparam [2:0] CLEAR     = 3'd5;
    localparam [2:0] CLEARS    = 3'd6;
    localparam [2:0] FINISH    = 3'd7;

    reg [2:0]             state_q;
    reg [LOG2_PACKET:0]   index_q;    // index of the byte at the packet memory's output
    reg [39:0]            early_q;    // flags and count of a run
    reg [31:0]            address_q;
    reg                   length_q;   // the command is known, but its length is wrong

    wire is_load  = command == LOAD;
    wire is_reset = command == RESET;
    wire is_run   = (command == RUN) | is_reset;
    wire is_known = (command == OPEN) | is_load | is_run | (command == SIGNATURE);
    wire fits     = is_load ? length >= ADDRESS_LENGTH : !is_run | (length == RUN_LENGTH);

    wire in_arguments = state_q == ARGUMENTS;
    wire copies       = (state_q == COPY) & (index_q != length);
    wire advances     = in_arguments | copies;
    wire last         = index_q == (is_load ? ADDRESS_LENGTH : RUN_LENGTH) - 1'b1;

    wire [LOG2_PACKET:0] index_d = (state_q == IDLE) ? {LOG2_PACKET+1{1'b0}}
                                                     : index_q + {{LOG2_PACKET{1'b0}}, advances};

    wire [30-LOG2_MEMORY:0] unused_address = address_q[31:LOG2_MEMORY+1];
    wire                    unused_bit     = address_q[LOG2_MEMORY];
    wire [5:0]              unused_flags   = early_q[7:2];

    assign done           = state_q == FINISH;
    assign refused_status = length_q ? NO_LENGTH : NO_COMMAND;
    assign packet_address = index_d[LOG2_PACKET-1:0];
    assign memory_write   = copies;
    assign memory_address = address_q[LOG2_MEMORY-1:0];
    assign memory_data    = packet_data;
    assign run_start      = state_q == START;
    assign run_count      = early_q[39:8];
    assign run_silent     = is_reset;
    assign run_observed   = (state_q == RUNS) & !is_reset & early_q[1];
    assign jump           = run_start & (is_reset | early_q[0]);
    assign jump_address   = memory_address;
    assign clear          = state_q == CLEAR;

    always @(posedge clk)
        if (rst) state_q <= IDLE;
        else
            case (state_q)
                IDLE:      state_q <= !start              ? IDLE
                                    : !is_known | !fits   ? FINISH
                                    : (command == OPEN)   ? CLEAR
                                    : (is_load | is_run)  ? ARGUMENTS
                                                          : FINISH;
                ARGUMENTS: state_q <= !last ? ARGUMENTS : is_load ? COPY : START;
                COPY:      state_q <= copies ? COPY : FINISH;
                START:     state_q <= RUNS;
                RUNS:      state_q <= !run_done ? RUNS : is_reset ? CLEAR : FINISH;
                CLEAR:     state_q <= CLEARS;
                CLEARS:    state_q <= is_idle ? FINISH : CLEARS;
                default:   state_q <= IDLE;
            endcase

    always @(posedge clk)
        if (rst)        {refused_q, length_q} <= 2'b00;
        else if (start) {refused_q, length_q} <= {!is_known | !fits, is_known};

    // The bytes of the address are the last arguments of both commands.
    always @(posedge clk) begin
        index_q <= index_d;
        if (in_arguments) {address_q, early_q} <= {packet_data, address_q, early_q[39:8]};
        else if (copies)  address_q[LOG2_MEMORY-1:0] <= address_q[LOG2_MEMORY-1:0] + 1'b1;
    end

endmodule

`default_nettype wire
