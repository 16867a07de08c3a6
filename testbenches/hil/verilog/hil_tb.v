// Self-checking bench of the link between host and board, for any Verilog simulator, with the toy of hil_pmu.v in place of a PMU.
//
// It is a small host: it sends packets over the pins of the UART, interprets the same programs itself, and compares statuses,
// CRC signatures and observations. A failed check ends the run in $stop: vvp needs -N to exit with a status other than 0 then. Long: a single self-contained module.
`default_nettype none

`ifndef HIL_TB_BITS
`define HIL_TB_BITS 8
`endif

module hil_tb;

    localparam DIVISOR     = 2;
    localparam LOG2_MEMORY = 10;
    localparam MEMORY      = 1 << LOG2_MEMORY;
    localparam LOG2_PACKET = 8;
    localparam WORDS       = 66;    // of an observation
    localparam KEPT        = 256;   // observations that the model keeps of a run
    localparam RANDOM_RUNS = 24;

    localparam [7:0] OPEN = 8'h01, LOAD = 8'h02, RUN = 8'h03, RESET = 8'h04, SIGNATURE = 8'h05;
    localparam [7:0] DONE = 0, AT_END = 1, FULL = 2, UNKNOWN = 3, NO_COMMAND = 4, NO_LENGTH = 5, RUNAWAY = 6;
    localparam [7:0] GO_ON = 0, JUMP = 1, OBSERVE = 2;
    localparam [7:0] CLOCK = 8'h80, ZERO = 8'hC0, REPEAT = 8'hC1, SKIP = 8'hC2, TO = 8'hC3, BRANCH = 8'hC4, SEED = 8'hC5, END = 8'hFF;

    reg     clk = 1'b0;
    reg     rst = 1'b1;
    reg     uart_rx = 1'b1;
    wire    uart_tx;
    integer checks = 0, failures = 0;

    hil_uart_top #(
        .DIVISOR(DIVISOR), .LOG2_MEMORY(LOG2_MEMORY), .LOG2_PACKET(LOG2_PACKET), .LOG2_FIFO(6),
        .SETTLE(3), .SIGNATURE_BITS(`HIL_TB_BITS)
    ) dut (.clk(clk), .rst(rst), .uart_rx(uart_rx), .uart_tx(uart_tx));

    always #5 clk = ~clk;

    task check(input [8*40-1:0] what, input [63:0] actual, input [63:0] expected);
        begin
            checks = checks + 1;
            if (actual !== expected) begin
                failures = failures + 1;
                $display("FAIL %0s at %0t: expected 0x%0h, actual 0x%0h", what, $time, expected, actual);
            end
        end
    endtask

    // ---- Line

    task send_raw(input [7:0] data);
        integer i;
        begin
            uart_rx = 1'b0;
            repeat (DIVISOR) @(negedge clk);
            for (i = 0; i < 8; i = i + 1) begin
                uart_rx = data[i];
                repeat (DIVISOR) @(negedge clk);
            end
            uart_rx = 1'b1;
            repeat (DIVISOR) @(negedge clk);
        end
    endtask

    function [31:0] crc32(input [31:0] crc, input [7:0] data);
        integer i;
        begin
            crc32 = crc;
            for (i = 0; i < 8; i = i + 1)
                crc32 = (crc32 >> 1) ^ ((crc32[0] ^ data[i]) ? 32'hEDB88320 : 32'd0);
        end
    endfunction

    // Answers: the bytes of the last one without its check, and their number.
    reg [7:0]  answer [0:4095];
    reg [7:0]  raw;
    reg [31:0] answer_crc = ~32'd0;
    reg        escaped = 1'b0;
    integer    fill = 0, answer_length = 0, answers = 0, bad_answers = 0, bit_number;

    always begin
        @(negedge clk);
        if (uart_tx === 1'b0) begin
            repeat (DIVISOR / 2) @(negedge clk);
            for (bit_number = 0; bit_number < 8; bit_number = bit_number + 1) begin
                repeat (DIVISOR) @(negedge clk);
                raw[bit_number] = uart_tx;
            end
            repeat (DIVISOR) @(negedge clk);
            check("stop bit", uart_tx, 1);
            if (raw == 8'h7E) begin
                if (fill > 0) begin
                    if (answer_crc !== 32'hDEBB20E3) bad_answers = bad_answers + 1;
                    else begin
                        answer_length = fill - 4;
                        answers = answers + 1;
                    end
                end
                {fill, escaped, answer_crc} = {32'd0, 1'b0, ~32'd0};
            end else if (raw == 8'h7D) begin
                escaped = 1'b1;
            end else begin
                if (escaped) raw = raw ^ 8'h20;
                escaped      = 1'b0;
                answer[fill] = raw;
                answer_crc   = crc32(answer_crc, raw);
                fill         = fill + 1;
            end
        end
    end

    // ---- Packets

    reg [7:0]  packet [0:1023];
    integer    packet_length;
    reg [15:0] session, sequence;

    task begin_packet(input [7:0] kind);
        begin
            packet_length = 0;
            put(kind);
            put2(session);
            put2(sequence);
        end
    endtask

    task put(input [7:0] data);
        begin
            packet[packet_length] = data;
            packet_length = packet_length + 1;
        end
    endtask

    task put2(input [15:0] data);
        begin
            put(data[7:0]);
            put(data[15:8]);
        end
    endtask

    task put4(input [31:0] data);
        begin
            put2(data[15:0]);
            put2(data[31:16]);
        end
    endtask

    task send_stuffed(input [7:0] data);
        if (data == 8'h7E || data == 8'h7D) begin
            send_raw(8'h7D);
            send_raw(data ^ 8'h20);
        end else send_raw(data);
    endtask

    // With `damage` XORed into the check.
    task send_packet(input [31:0] damage);
        integer    i;
        reg [31:0] crc;
        begin
            crc = ~32'd0;
            send_raw(8'h7E);
            for (i = 0; i < packet_length; i = i + 1) begin
                crc = crc32(crc, packet[i]);
                send_stuffed(packet[i]);
            end
            crc = ~crc ^ damage;
            for (i = 0; i < 4; i = i + 1) send_stuffed(crc[8*i +: 8]);
            send_raw(8'h7E);
        end
    endtask

    integer answers_before;

    // Waits for an answer and checks its header.
    task get_answer(input [7:0] kind, input [15:0] number);
        integer patience;
        begin
            patience = 4000000;
            while (answers == answers_before && patience > 0) begin
                @(negedge clk);
                patience = patience - 1;
            end
            check("an answer", answers - answers_before, 1);
            answers_before = answers;
            check("type of answer", answer[0], kind);
            check("session of answer", {answer[2], answer[1]}, session);
            check("number of answer", {answer[4], answer[3]}, number);
        end
    endtask

    task exchange;
        begin
            send_packet(0);
            get_answer(packet[0] | 8'h80, sequence);
            sequence = sequence + 1;
        end
    endtask

    task get_reject(input [7:0] reason, input [15:0] expected);
        begin
            get_answer(8'hF0 | reason, expected);
            check("length of reject", answer_length, 5);
        end
    endtask

    function [63:0] number_at(input integer first, input integer bytes);
        integer i;
        begin
            number_at = 64'd0;
            for (i = 0; i < bytes; i = i + 1) number_at[8*i +: 8] = answer[5 + first + i];
        end
    endfunction

    task check_report(input [7:0] status, input [31:0] executed);
        begin
            check("status", number_at(0, 1), status);
            check("executed", number_at(1, 4), executed);
            check("clocks", number_at(5, 8), model_clocks);
            check("signature", number_at(13, 8), ~model_crc);
        end
    endtask

    // ---- Model: the toy, the CRC signature, the interpreter

    reg [7:0]  memory [0:MEMORY-1];
    reg [63:0] frame [0:2];
    reg [63:0] model_sum, model_crc, model_random, model_clocks;
    reg [15:0] model_word;
    reg [7:0]  model_status;
    integer    model_position, model_pending, model_executed, model_read;
    reg [63:0] kept [0:4*KEPT-1];  // sum, word 1, word 65 of each observation of the run

    reg [63:0] table64 [0:255];  // of a byte's eight steps

    task make_table;
        integer i, step;
        for (i = 0; i < 256; i = i + 1) begin
            table64[i] = i;
            for (step = 0; step < 8; step = step + 1)
                table64[i] = (table64[i] >> 1) ^ (table64[i][0] ? 64'hC96C5795D7870F42 : 64'd0);
        end
    endtask

    task sign(input [63:0] word);
        integer i;
        for (i = 0; i < 64; i = i + 8) model_crc = (model_crc >> 8) ^ table64[model_crc[7:0] ^ word[i +: 8]];
    endtask

    task model_clock(input silent);
        integer i;
        begin
            if (!silent) begin
                sign(model_sum);
                sign(frame[1] ^ frame[2]);
                for (i = 2; i < WORDS - 1; i = i + 1) sign(64'd0);
                sign(model_sum ^ frame[2]);
                if (model_executed < KEPT) begin
                    kept[4*model_executed]     = model_sum;
                    kept[4*model_executed + 1] = frame[1] ^ frame[2];
                    kept[4*model_executed + 2] = model_sum ^ frame[2];
                end
                model_clocks = model_clocks + 1;
            end
            model_sum = frame[0][0] ? 64'd0 : model_sum + frame[1];
        end
    endtask

    function [7:0] next_byte(input unused);
        begin
            next_byte      = memory[model_position];
            model_position = (model_position + 1) % MEMORY;
            model_read     = model_read + 1;
        end
    endfunction

    function [7:0] drawn(input unused);
        begin
            drawn        = model_random[63:56];
            model_random = (model_random << 8) ^ drawn ^ ({56'd0, drawn} << 1) ^ ({56'd0, drawn} << 3) ^ ({56'd0, drawn} << 4);
        end
    endfunction

    task change(input random, input merge, input integer draws);
        integer   lane, i;
        reg [7:0] mask, value;
        begin
            mask = next_byte(0);
            for (lane = 0; lane < 8; lane = lane + 1)
                if (mask[lane]) begin
                    value = next_byte(0);
                    for (i = 0; i < draws; i = i + 1) value = value & drawn(0);
                    if (model_word < 3) begin
                        if (merge) value = value | frame[model_word][8*lane +: 8];
                        frame[model_word][8*lane +: 8] = value;
                    end
                end
            model_word = model_word + 1;
        end
    endtask

    task zero_frame;
        {frame[0], frame[1], frame[2], model_word} = {192'd0, 16'd0};
    endtask

    function [23:0] three(input unused);
        begin
            three[7:0]   = next_byte(0);
            three[15:8]  = next_byte(0);
            three[23:16] = next_byte(0);
        end
    endfunction

    task operation;
        reg [7:0] code, chance;
        reg [23:0] target;
        integer i;
        begin
            code = next_byte(0);
            casez (code)
                8'b00??_????: begin
                    model_word = model_word + code[5:0];
                    change(0, 0, 0);
                end
                8'b01??_????: begin
                    model_word = model_word + code[1:0];
                    change(1, code[2], code[5:3] + 1);
                end
                8'b10??_????: {model_pending, model_word} = {26'd0, code[5:0] + 32'd1, 16'd0};
                ZERO:         zero_frame;
                REPEAT:       begin
                    model_pending = three(0);
                    model_word    = 0;
                end
                SKIP:         model_word = model_word + next_byte(0);
                TO:           model_position = three(0) % MEMORY;
                BRANCH:       begin
                    chance = next_byte(0);
                    target = three(0);
                    if (drawn(0) < chance) model_position = target % MEMORY;
                end
                SEED:         for (i = 0; i < 8; i = i + 1) model_random[8*i +: 8] = next_byte(0);
                default:      begin
                    model_status   = (code == END) ? AT_END : UNKNOWN;
                    model_position = (model_position + MEMORY - 1) % MEMORY;
                end
            endcase
        end
    endtask

    task model_run(input integer count, input silent);
        begin
            {model_executed, model_read, model_status} = {32'd0, 32'd0, DONE};
            while (model_executed < count && model_status == DONE)
                if (model_pending > 0) begin
                    model_clock(silent);
                    model_pending  = model_pending - 1;
                    model_executed = model_executed + 1;
                    model_read     = 0;
                end else if (model_read >= 65536) model_status = RUNAWAY;
                else operation;
        end
    endtask

    task model_clear;
        begin
            zero_frame;
            {model_pending, model_clocks, model_crc} = {32'd0, 64'd0, ~64'd0};
        end
    endtask

    // ---- Commands

    task open(input [15:0] number);
        begin
            {session, sequence} = {number, 16'd0};
            begin_packet(OPEN);
            exchange;
            model_clear;
            check("length of identify record", answer_length, 5 + 144);
            check("magic", number_at(0, 4), "HUMP");
            check("versions", number_at(4, 2), 16'h0101);
            check("words of a frame", number_at(6, 2), 3);
            check("words of an observation", number_at(8, 2), WORDS);
            check("sizes", number_at(10, 4), {8'd6, 8'd12, 8'd8, 8'd10});
            check("settle", number_at(14, 2), 3);
            check("id", number_at(16, 8), "yot");
            check("id ends", number_at(72, 8), 0);
            check("hash of the description", number_at(80, 8), 64'h0706050403020100);
            check("hash of the RTL", number_at(112, 8), 64'h7d7e7d7e7d7e7d7e);
            check("hash of the RTL ends", number_at(136, 8), 64'h7d7e7d7e7d7e7d7e);
        end
    endtask

    // The model's memory from `first` on, which the caller has filled.
    task load(input integer first, input integer bytes);
        integer i;
        begin
            begin_packet(LOAD);
            put4(first);
            for (i = 0; i < bytes; i = i + 1) put(memory[(first + i) % MEMORY]);
            exchange;
            check_report(DONE, 0);
        end
    endtask

    integer at;

    task op(input [7:0] data);
        begin
            memory[at] = data;
            at = (at + 1) % MEMORY;
        end
    endtask

    // The address of a jump to the operation after it.
    task op_target;
        integer target;
        begin
            target = at + 3;
            op(target); op(target >> 8); op(target >> 16);
        end
    endtask

    task reset_pmu;
        begin
            at = 0;
            op(ZERO); op(8'h00); op(8'h01); op(8'h01); op(CLOCK | 8'd1); op(END);
            load(0, at);
            begin_packet(RESET);
            put(0); put4(2); put4(0);
            exchange;
            model_position = 0;
            model_pending  = 0;
            model_run(2, 1);
            model_clear;
            check_report(DONE, 2);
        end
    endtask

    // A run on the board and in the model. `flags` may request observations, which are compared.
    task run(input [7:0] flags, input [31:0] count, input [31:0] first);
        integer actual;
        begin
            begin_packet(RUN);
            put(flags); put4(count); put4(first);
            exchange;
            actual = number_at(1, 4);
            if (flags & JUMP) {model_position, model_pending, model_word} = {first % MEMORY, 32'd0, 16'd0};
            // The free space depends on the board.
            model_run(number_at(0, 1) == FULL ? actual : count, 0);
            check_report(number_at(0, 1) == FULL ? FULL : model_status, model_executed);
            if (flags & OBSERVE) check_observations(actual);
            else check("length of report", answer_length, 5 + 21);
        end
    endtask

    task check_observations(input integer count);
        integer    place, i, word, lane;
        reg [7:0]  code, mask;
        reg [63:0] seen [0:WORDS-1];
        begin
            place = 5 + 21;
            for (word = 0; word < WORDS; word = word + 1) seen[word] = 64'd0;
            for (i = 0; i < count && place < answer_length; i = i + 1) begin
                word = 0;
                code = answer[place];
                while (code != CLOCK && place < answer_length) begin
                    if (code == SKIP) begin
                        word  = word + answer[place + 1];
                        place = place + 2;
                    end else begin
                        check("an operation SET", code[7:6], 0);
                        word  = word + code[5:0];
                        mask  = answer[place + 1];
                        place = place + 2;
                        check("a mask that is not empty", mask != 0, 1);
                        for (lane = 0; lane < 8; lane = lane + 1)
                            if (mask[lane]) begin
                                seen[word][8*lane +: 8] = answer[place];
                                place = place + 1;
                            end
                        word = word + 1;
                    end
                    code = answer[place];
                end
                place = place + 1;
                check("word 0", seen[0], kept[4*i]);
                check("word 1", seen[1], kept[4*i + 1]);
                check("word 65", seen[65], kept[4*i + 2]);
                check("word 64", seen[64], 0);
            end
            check("records", i, count);
            check("length of answer", place, answer_length);
        end
    endtask

    // ---- Tests

    task faults;
        integer    i;
        reg [31:0] crc;
        begin
            // A run, repeated: the same answer, and nothing is executed again.
            at = 0;
            op(8'h01); op(8'h81); op(8'd7); op(8'h7E); op(CLOCK | 8'd63);
            load(0, at);
            run(JUMP, 3, 0);
            begin_packet(RUN);
            put(GO_ON); put4(5); put4(0);
            sequence = sequence - 1;
            packet[3] = sequence[7:0];
            packet[4] = sequence[15:8];
            send_packet(0);
            get_answer(RUN | 8'h80, sequence);
            check_report(DONE, 3);
            sequence = sequence + 1;
            run(GO_ON, 1, 0);

            // A damaged check, too few bytes, an escape before the end, nothing at all, too many bytes.
            begin_packet(SIGNATURE);
            for (i = 0; i < 32; i = i + 1) begin
                send_packet(32'd1 << i);
                get_reject(0, sequence);
            end
            send_raw(8'h7E); send_raw(8'h12); send_raw(8'h7E);
            get_reject(0, sequence);
            send_raw(8'h7E); send_raw(8'h7E); send_raw(8'h7D); send_raw(8'h7E);
            get_reject(0, sequence);
            begin_packet(SIGNATURE);
            crc = ~32'd0;
            for (i = 0; i < packet_length; i = i + 1) begin
                crc = crc32(crc, packet[i]);
                send_stuffed(packet[i]);
            end
            for (i = 0; i < 4; i = i + 1) send_stuffed(~crc[8*i +: 8]);
            send_raw(8'h7D); send_raw(8'h7E);
            get_reject(0, sequence);
            // The check of an empty packet is correct.
            repeat (4) send_raw(8'h00);
            send_raw(8'h7E);
            get_reject(0, sequence);
            begin_packet(LOAD);
            put4(0);
            for (i = 0; i < (1 << LOG2_PACKET) - 3; i = i + 1) put(8'h55);
            send_packet(0);
            get_reject(0, sequence);

            // Another number, another session; the last answer is still there.
            begin_packet(SIGNATURE);
            packet[3] = packet[3] + 8'd1;
            send_packet(0);
            get_reject(2, sequence);
            packet[3] = packet[3] - 8'd1;
            packet[1] = packet[1] ^ 8'd1;
            send_packet(0);
            get_reject(1, sequence);
            sequence = sequence - 1;
            begin_packet(SIGNATURE);  // of any value
            send_packet(0);
            get_answer(RUN | 8'h80, sequence);
            check_report(DONE, 1);
            sequence = sequence + 1;

            // The greatest payload.
            for (i = 0; i < (1 << LOG2_PACKET) - 4; i = i + 1) memory[(MEMORY - 10 + i) % MEMORY] = i;
            load(MEMORY - 10, (1 << LOG2_PACKET) - 4);
            begin_packet(SIGNATURE);
            exchange;
            check_report(DONE, 0);

            // A byte without its stop bit is ignored; so is a start bit that ends early.
            begin_packet(SIGNATURE);
            send_raw(8'h7E);
            uart_rx = 1'b0;
            repeat (10 * DIVISOR) @(negedge clk);
            uart_rx = 1'b1;
            repeat (2 * DIVISOR) @(negedge clk);
            uart_rx = 1'b0;
            @(negedge clk) uart_rx = 1'b1;
            repeat (10 * DIVISOR) @(negedge clk);
            exchange;
            check_report(DONE, 0);

            // Packets that are not a command, or have a wrong length.
            begin_packet(8'h33);
            exchange;
            check_report(NO_COMMAND, 0);
            begin_packet(LOAD);
            put(0); put(0); put(0);
            exchange;
            check_report(NO_LENGTH, 0);
            begin_packet(RUN);
            put(JUMP); put4(5); put(0); put2(0);
            exchange;
            check_report(NO_LENGTH, 0);
            begin_packet(RUN);
            put(JUMP); put4(5); put4(0); put(0);
            exchange;
            check_report(NO_LENGTH, 0);

            // A loop without a cycle.
            at = 100;
            op(TO); op(100); op(0); op(0);
            load(100, 4);
            run(JUMP, 1, 100);
            check("a loop", answer[5], RUNAWAY);

            // OPEN again: the same one, then a new one, which clears.
            open(16'h7E7D);
            send_packet(0);
            get_answer(OPEN | 8'h80, 0);
            reset_pmu;
        end
    endtask

    // A branch on a draw that is known; many bytes, but cycles between them.
    task edges;
        integer i;
        begin
            at = 0;
            op(SEED);
            for (i = 0; i < 8; i = i + 1) op(8'h35);
            op(BRANCH); op(8'h35); op(8'd200); op(0); op(0);
            op(BRANCH); op(8'h36); op(8'd200); op(0); op(0);
            op(CLOCK);
            op(SEED);
            for (i = 0; i < 8; i = i + 1) op(8'h35);
            op(BRANCH); op(8'h36); op(8'd200); op(0); op(0);
            op(END);
            load(0, at);
            at = 200;
            op(8'hF0);
            load(200, 1);
            run(JUMP, 5, 0);
            check("a branch that is taken", answer[5], UNKNOWN);

            at = 0;
            repeat (120) begin
                op(SKIP); op(0);
            end
            load(0, at);
            repeat (3) begin
                i = at;
                repeat (120) begin
                    op(SKIP); op(0);
                end
                load(i, at - i);
            end
            i = at;
            op(CLOCK); op(TO); op(0); op(0); op(0);
            load(i, at - i);
            run(JUMP, 80, 0);
        end
    endtask

    task wait_for_silence;
        integer seen;
        begin
            seen = answers - 1;
            while (seen != answers) begin
                seen = answers;
                repeat (200000) @(negedge clk);
            end
            answers_before = answers;
        end
    endtask

    // A host that continues to send while the board runs: bytes that do not fit are lost, and nothing is executed twice.
    task overflow;
        integer i;
        begin
            at = 0;
            op(REPEAT); op(8'd100); op(0); op(0);
            op(END);
            load(0, at);
            begin_packet(RUN);
            put(JUMP); put4(90); put4(0);
            for (i = 0; i < 20; i = i + 1) send_packet(0);
            {model_position, model_pending, model_word} = {32'd0, 32'd0, 16'd0};
            model_run(90, 0);
            wait_for_silence;
            send_raw(8'h7E);
            wait_for_silence;
            sequence = sequence + 1;
            begin_packet(SIGNATURE);
            exchange;
            check_report(DONE, 0);
        end
    endtask

    // Programs of all operations at random, with any effect.
    task random_programs;
        integer number, i, kind, mask, lane;
        begin
            at = 0;
            op(SEED);
            for (i = 0; i < 8; i = i + 1) op($random);
            op(CLOCK);
            load(0, at);
            run(JUMP | OBSERVE, 1, 0);
            for (number = 0; number < RANDOM_RUNS; number = number + 1) begin
                at = $random & (MEMORY - 1);
                model_position = at;
                for (i = 0; i < 24; i = i + 1) begin
                    kind = $random & 15;
                    case (kind)
                        0, 1, 2, 3, 4, 5: begin
                            op((kind < 3) ? ($random & 8'h01) : (8'h40 | ($random & 8'h3D)));
                            mask = $random & $random & 8'hFF;
                            op(mask);
                            for (lane = 0; lane < 8; lane = lane + 1) if (mask[lane]) op($random);
                        end
                        6: op(ZERO);
                        7: begin op(REPEAT); op($random & 3); op(0); op(0); end
                        8: begin op(SKIP); op($random & 1); end
                        9: begin op(TO); op_target; end
                        10: begin op(BRANCH); op($random); op_target; end
                        11: if (($random & 7) == 0) op(8'hF0);
                        default: op(CLOCK | ($random & 1));
                    endcase
                end
                op(END);
                // In two pieces, around the end of the memory or not.
                i = (at - model_position + MEMORY) % MEMORY;
                at = model_position;
                load(at, i > 100 ? 100 : i);
                if (i > 100) load((at + 100) % MEMORY, i - 100);
                run(JUMP | (number & 2), $random & 15, at);
                run(number & 2, $random & 15, 0);
                run(OBSERVE, 64, 0);
            end
        end
    endtask

    task full_answers;
        begin
            at = 0;
            op(8'h01); op(8'hFF);
            repeat (8) op(8'hE7);
            op(REPEAT); op(8'd200); op(0); op(0);
            op(END);
            load(0, at);
            run(JUMP | OBSERVE, 250, 0);
            check("an answer that is full", answer[5], FULL);
            while (answer[5] == FULL) run(OBSERVE, 250, 0);
            check("the end after it", answer[5], AT_END);
        end
    endtask

    initial begin
        {session, sequence, answers_before} = {16'd0, 16'd0, 32'd0};
        {model_sum, model_random, model_position} = {64'd0, 64'd1, 32'd0};
        make_table;
        model_clear;
        repeat (4) @(negedge clk);
        rst = 1'b0;
        repeat (4) @(negedge clk);

        // Noise before the first delimiter; no session yet.
        send_raw(8'h12); send_raw(8'h7D); send_raw(8'h00);
        begin_packet(SIGNATURE);
        send_packet(0);
        get_reject(1, 0);

        open(16'h1234);
        reset_pmu;
        faults;
        edges;
        overflow;
        random_programs;
        full_answers;
        // The numbers wrap.
        sequence = 16'hFFFF;
        open(16'h0001);
        reset_pmu;
        check("answers that were damaged", bad_answers, 0);

        if (failures != 0) begin
            $display("%0d of %0d checks failed", failures, checks);
            $stop;
        end
        $display("passed %0d checks", checks);
        $finish;
    end

endmodule

`default_nettype wire
