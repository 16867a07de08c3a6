// Core of a board: packets in, frames to the PMU, observations from the PMU, answers out. Line and PMU are outside. Long: one state machine.
`default_nettype none

module hil_core #(
    parameter         FRAME_WORDS       = 16,
    parameter         OBSERVATION_WORDS = 16,
    parameter [511:0] PMU_ID            = 512'd0,
    parameter [255:0] DESCRIPTION_HASH  = 256'd0,
    parameter [255:0] RTL_HASH          = 256'd0,
    parameter         LOG2_MEMORY       = 12,  // size of the frame memory in bytes, log2
    parameter         LOG2_PACKET       = 10,  // largest payload of a packet in bytes, log2
    parameter         LOG2_FIFO         = 9,   // size of the FIFO in front of this module, for the identify record only
    parameter         SETTLE            = 2,   // cycles from frame to observation
    parameter         SIGNATURE_BITS    = 8    // bits of the CRC signature in each cycle
) (
    // Clock and reset
    input  wire                              clk,
    input  wire                              rst,

    // Bytes from the host
    input  wire                              rx_valid,
    input  wire [7:0]                        rx_data,
    output wire                              rx_ready,

    // Bytes to the host
    output wire                              tx_valid,
    output wire [7:0]                        tx_data,
    input  wire                              tx_ready,

    // PMU
    output wire                              pmu_clk,
    output wire [64*FRAME_WORDS-1:0]         frame,
    input  wire [64*OBSERVATION_WORDS-1:0]   observation
);

    localparam [7:0] OPEN = 8'h01;

    localparam REPORT      = 21;
    localparam INDEX_BITS  = (OBSERVATION_WORDS < 2) ? 1 : $clog2(OBSERVATION_WORDS);
    // Room for three observations in which every byte changes, at least 1 KiB.
    localparam WANTED      = $clog2(REPORT + 3 * (10 * OBSERVATION_WORDS + 16));
    localparam LOG2_ANSWER = (WANTED < 10) ? 10 : WANTED;

    // Packet
    wire                   packet_write;
    wire [LOG2_PACKET-1:0] packet_write_address;
    wire [7:0]             packet_write_data;
    wire                   packet_valid;
    wire                   packet_good;
    wire [7:0]             packet_type;
    wire [15:0]            packet_session;
    wire [15:0]            packet_sequence;
    wire [LOG2_PACKET:0]   packet_length;
    wire                   packet_done;
    wire [LOG2_PACKET-1:0] packet_address;
    wire [7:0]             packet_data;

    hil_deframer #(.LOG2_PACKET(LOG2_PACKET)) u_deframer (
        .clk             (clk),
        .rst             (rst),
        .rx_valid        (rx_valid),
        .rx_data         (rx_data),
        .rx_ready        (rx_ready),
        .write           (packet_write),
        .write_address   (packet_write_address),
        .write_data      (packet_write_data),
        .packet_valid_q  (packet_valid),
        .packet_good     (packet_good),
        .packet_type     (packet_type),
        .packet_session  (packet_session),
        .packet_sequence (packet_sequence),
        .packet_length   (packet_length),
        .packet_done     (packet_done)
    );

    hil_memory #(.WIDTH(8), .LOG2(LOG2_PACKET)) u_packet (
        .clk           (clk),
        .write         (packet_write),
        .write_address (packet_write_address),
        .write_data    (packet_write_data),
        .read_address  (packet_address),
        .read_data_q   (packet_data)
    );

    // Link: what to do with the packet
    wire        start;
    wire        done;
    wire        send;
    wire        send_reject;
    wire [7:0]  send_type;
    wire [15:0] send_session;
    wire [15:0] send_sequence;
    wire        sent;
    wire [7:0]  last_type;

    hil_link u_link (
        .clk             (clk),
        .rst             (rst),
        .packet_valid    (packet_valid),
        .packet_good     (packet_good),
        .packet_type     (packet_type),
        .packet_session  (packet_session),
        .packet_sequence (packet_sequence),
        .packet_done     (packet_done),
        .start           (start),
        .done            (done),
        .send            (send),
        .send_reject     (send_reject),
        .send_type       (send_type),
        .send_session    (send_session),
        .send_sequence   (send_sequence),
        .sent            (sent),
        .type_q          (last_type)
    );

    // Commands
    wire                   refused;
    wire [7:0]             refused_status;
    wire                   memory_write;
    wire [LOG2_MEMORY-1:0] memory_write_address;
    wire [7:0]             memory_write_data;
    wire [LOG2_MEMORY-1:0] memory_address;
    wire [7:0]             memory_data;
    wire                   run_start;
    wire [31:0]            run_count;
    wire                   run_silent;
    wire                   run_observed;
    wire                   run_done;
    wire                   jump;
    wire [LOG2_MEMORY-1:0] jump_address;
    wire                   clear;
    wire                   is_idle;

    hil_control #(.LOG2_PACKET(LOG2_PACKET), .LOG2_MEMORY(LOG2_MEMORY)) u_control (
        .clk            (clk),
        .rst            (rst),
        .start          (start),
        .command        (packet_type),
        .length         (packet_length),
        .done           (done),
        .refused_q      (refused),
        .refused_status (refused_status),
        .packet_address (packet_address),
        .packet_data    (packet_data),
        .memory_write   (memory_write),
        .memory_address (memory_write_address),
        .memory_data    (memory_write_data),
        .run_start      (run_start),
        .run_count      (run_count),
        .run_silent     (run_silent),
        .run_observed   (run_observed),
        .run_done       (run_done),
        .jump           (jump),
        .jump_address   (jump_address),
        .clear          (clear),
        .is_idle        (is_idle)
    );

    hil_memory #(.WIDTH(8), .LOG2(LOG2_MEMORY)) u_frames (
        .clk           (clk),
        .write         (memory_write),
        .write_address (memory_write_address),
        .write_data    (memory_write_data),
        .read_address  (memory_address),
        .read_data_q   (memory_data)
    );

    // Sequencer and frame
    wire        interpret;
    wire        tick;
    wire        is_pending;
    wire        at_end;
    wire        at_unknown;
    wire        runaway;
    wire        seed;
    wire        draw;
    wire [7:0]  drawn;
    wire        pmu_clk_made;
    wire        frame_clk_made;
    wire        frame_clk;
    wire        frame_zero;
    wire [15:0] frame_word;
    wire [7:0]  frame_mask;
    wire        frame_merge;
    wire [63:0] frame_value;
    wire        is_full;
    wire        observe;
    wire        observed;
    wire [7:0]  run_status;
    wire [31:0] executed;
    wire [47:0] clocks;

    hil_run #(.SETTLE(SETTLE)) u_run (
        .clk           (clk),
        .rst           (rst),
        .clear_counts  (clear),
        .begin_command (start),
        .start         (run_start),
        .count         (run_count),
        .silent        (run_silent),
        .done          (run_done),
        .status_q      (run_status),
        .executed_q    (executed),
        .clocks_q      (clocks),
        .interpret     (interpret),
        .tick          (tick),
        .is_pending    (is_pending),
        .at_end        (at_end),
        .at_unknown    (at_unknown),
        .runaway       (runaway),
        .is_full       (run_observed & is_full),
        .observe       (observe),
        .observed      (observed),
        .pmu_clk_q     (pmu_clk_made)
    );

    hil_clock_buffer u_pmu_clk (
        .in  (pmu_clk_made),
        .out (pmu_clk)
    );

    hil_program #(.LOG2_MEMORY(LOG2_MEMORY)) u_program (
        .clk           (clk),
        .rst           (rst),
        .read_address  (memory_address),
        .read_data     (memory_data),
        .start         (run_start),
        .jump          (jump),
        .jump_address  (jump_address),
        .clear         (clear),
        .run           (interpret),
        .tick          (tick),
        .idle          (is_idle),
        .is_pending    (is_pending),
        .at_end        (at_end),
        .at_unknown    (at_unknown),
        .runaway       (runaway),
        .seed          (seed),
        .draw          (draw),
        .drawn         (drawn),
        .frame_clk_q   (frame_clk_made),
        .frame_zero_q  (frame_zero),
        .frame_word_q  (frame_word),
        .frame_mask_q  (frame_mask),
        .frame_merge_q (frame_merge),
        .frame_value_q (frame_value)
    );

    hil_clock_buffer u_frame_clk (
        .in  (frame_clk_made),
        .out (frame_clk)
    );

    hil_random u_random (
        .clk       (clk),
        .rst       (rst),
        .seed      (seed),
        .seed_byte (memory_data),
        .draw      (draw),
        .drawn     (drawn)
    );

    hil_frame #(.WORDS(FRAME_WORDS)) u_frame (
        .frame_clk (frame_clk),
        .zero      (frame_zero),
        .word      (frame_word),
        .mask      (frame_mask),
        .merge     (frame_merge),
        .value     (frame_value),
        .frame     (frame)
    );

    // Observations
    wire                   word_valid;
    wire [63:0]            word;
    wire [INDEX_BITS-1:0]  word_index;
    wire [INDEX_BITS-1:0]  word_next_index;
    wire                   word_is_last;
    wire                   word_signed;
    wire                   word_dumped;
    wire                   word_used = word_valid & word_signed & word_dumped;
    wire [63:0]            signature;
    wire                   answer_write;
    wire [LOG2_ANSWER-1:0] answer_write_address;
    wire [7:0]             answer_write_data;
    wire [LOG2_ANSWER-1:0] answer_length;
    wire [LOG2_ANSWER-1:0] answer_address;
    wire [7:0]             answer_data;

    hil_observer #(.WORDS(OBSERVATION_WORDS), .INDEX_BITS(INDEX_BITS)) u_observer (
        .clk         (clk),
        .rst         (rst),
        .observation (observation),
        .start       (observe),
        .done        (observed),
        .valid_q     (word_valid),
        .word_q      (word),
        .index_q     (word_index),
        .index_d     (word_next_index),
        .is_last     (word_is_last),
        .used        (word_used)
    );

    hil_signature #(.BITS(SIGNATURE_BITS)) u_signature (
        .clk       (clk),
        .rst       (rst),
        .clear     (clear),
        .valid     (word_valid),
        .word      (word),
        .used      (word_used),
        .done      (word_signed),
        .signature (signature)
    );

    hil_dump #(
        .WORDS       (OBSERVATION_WORDS),
        .INDEX_BITS  (INDEX_BITS),
        .LOG2_ANSWER (LOG2_ANSWER),
        .REPORT      (REPORT)
    ) u_dump (
        .clk           (clk),
        .rst           (rst),
        .clear         (start),
        .enable        (run_observed),
        .is_full       (is_full),
        .valid         (word_valid),
        .word          (word),
        .index         (word_index),
        .next_index    (word_next_index),
        .is_last       (word_is_last),
        .used          (word_used),
        .done          (word_dumped),
        .write         (answer_write),
        .write_address (answer_write_address),
        .write_data    (answer_write_data),
        .length_q      (answer_length)
    );

    hil_memory #(.WIDTH(8), .LOG2(LOG2_ANSWER)) u_answer (
        .clk           (clk),
        .write         (answer_write),
        .write_address (answer_write_address),
        .write_data    (answer_write_data),
        .read_address  (answer_address),
        .read_data_q   (answer_data)
    );

    // Answer
    wire [7:0] identity_index;
    wire [7:0] identity_data;
    wire [4:0] report_index;
    wire [7:0] report_data;
    wire       out_valid;
    wire [7:0] out_data;
    wire       out_last;
    wire       out_ready;

    hil_identity #(
        .FRAME_WORDS       (FRAME_WORDS),
        .OBSERVATION_WORDS (OBSERVATION_WORDS),
        .LOG2_MEMORY       (LOG2_MEMORY),
        .LOG2_PACKET       (LOG2_PACKET),
        .LOG2_ANSWER       (LOG2_ANSWER),
        .LOG2_FIFO         (LOG2_FIFO),
        .SETTLE            (SETTLE),
        .PMU_ID            (PMU_ID),
        .DESCRIPTION_HASH  (DESCRIPTION_HASH),
        .RTL_HASH          (RTL_HASH)
    ) u_identity (
        .index (identity_index),
        .data  (identity_data)
    );

    hil_report u_report (
        .index     (report_index),
        .data      (report_data),
        .status    (refused ? refused_status : run_status),
        .executed  (executed),
        .clocks    (clocks),
        .signature (signature)
    );

    hil_sender #(.LOG2_ANSWER(LOG2_ANSWER)) u_sender (
        .clk            (clk),
        .rst            (rst),
        .send           (send),
        .send_type      (send_type),
        .send_session   (send_session),
        .send_sequence  (send_sequence),
        .send_reject    (send_reject),
        .send_identity  (last_type == OPEN),
        .length         (answer_length),
        .identity_index (identity_index),
        .identity_data  (identity_data),
        .report_index   (report_index),
        .report_data    (report_data),
        .read_address   (answer_address),
        .read_data      (answer_data),
        .out_valid      (out_valid),
        .out_data       (out_data),
        .out_last       (out_last),
        .out_ready      (out_ready)
    );

    hil_framer u_framer (
        .clk      (clk),
        .rst      (rst),
        .in_valid (out_valid),
        .in_data  (out_data),
        .in_last  (out_last),
        .in_ready (out_ready),
        .sent     (sent),
        .tx_valid (tx_valid),
        .tx_data  (tx_data),
        .tx_ready (tx_ready)
    );

endmodule

`default_nettype wire
