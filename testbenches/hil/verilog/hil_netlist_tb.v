// Compares the netlist for a board with the Verilog that it was made from: the same random frames, every bit of every observation, for any
// Verilog simulator. State words of the netlist are read through connections that Yosys made, those of the Verilog by their names.
//
// Needs the macros HIL_HIERARCHY and ADDRESSES (number of addresses in the file +addresses=FILE, in hexadecimal); tools/bitstream.py
// runs it.
`default_nettype none

`include "hil_pmu.vh"

module hil_netlist_tb;

    localparam FRAMES = 8000;

    reg                                  clk = 1'b0;
    reg  [64*`HIL_FRAME_WORDS-1:0]       frame;
    wire [64*`HIL_OBSERVATION_WORDS-1:0] expected, actual;
    reg  [64*`HIL_OBSERVATION_WORDS-1:0] changed = 0, former = 0;
    reg  [64*`HIL_FRAME_WORDS-1:0]       moves;  // bits that are not kept at 0 for a while
    reg  [31:0]                          addresses [0:`ADDRESSES-1];
    reg  [8*256-1:0]                     file;
    integer                              number, word, failures = 0, bits = 0;

    hil_pmu         u_verilog (.clk(clk), .frame(frame), .observation(expected));
    hil_pmu_netlist u_netlist (.clk(clk), .frame(frame), .observation(actual));

    initial begin
        if (!$value$plusargs("addresses=%s", file)) $stop;
        $readmemh(file, addresses);
        for (number = 0; number < FRAMES; number = number + 1) begin
            for (word = 0; word < `HIL_FRAME_WORDS; word = word + 1) begin
                if (number % 64 == 0)
                    moves[64*word +: 64] = (word < 2) ? ~64'd0 : ($random & 1) ? 64'd0 : {$random, $random} & {$random, $random};
                frame[64*word +: 64] = {$random, $random} & {$random, $random} & moves[64*word +: 64];
            end
            // In word 0: rst, valid, write, space[4], unit[8], address[32]; in word 1 the written data.
            frame[0]     = number < 2 || ($random & 1023) == 0;
            frame[6:3]   = ($random & 15) == 0;
            frame[14:7]  = (($random & 3) == 0) ? 8'd255 : $random & 3;
            frame[46:15] = addresses[($random & 32'h7FFF_FFFF) % `ADDRESSES];
            #1;
            if (number >= 2) begin
                if (number > 2) changed = changed | (expected ^ former);
                former = expected;
                if (actual !== expected) begin
                    failures = failures + 1;
                    if (failures < 10) $display("FAIL frame %0d: difference %h", number, actual ^ expected);
                end
            end
            clk = 1'b1;
            #1 clk = 1'b0;
        end
        for (word = 0; word < 64*`HIL_OBSERVATION_WORDS; word = word + 1) bits = bits + changed[word];
        if (failures != 0) begin
            $display("%0d of %0d observations differ", failures, FRAMES);
            $stop;
        end
        $display("%0d observations are equal; %0d bits of them changed", FRAMES - 2, bits);
        $finish;
    end

endmodule

`default_nettype wire
