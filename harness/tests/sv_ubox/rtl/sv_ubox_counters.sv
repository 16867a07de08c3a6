// The three counters: fixed, 0 and 1.
module sv_ubox_counters
  import sv_ubox_pkg::*;
(
    input  logic                                      clk_i,
    input  logic                                      rst_ni,
    input  logic [Counters-1:0]                       tick_i,
    input  logic [Counters-1:0]                       load_i,
    input  logic [Counters-1:0]                       zero_i,
    input  logic [CounterWidth-1:0]                   data_i,
    output logic [Counters-1:0]                       wrap_o,
    output logic [Counters-1:0][CounterWidth-1:0]     count_o
);
  logic [CounterWidth-1:0] cnt_q[Counters];

  for (genvar i = 0; i < Counters; i++) begin : g_counter
    assign count_o[i] = cnt_q[i];
    assign wrap_o[i] = tick_i[i] & (&cnt_q[i]) & ~load_i[i] & ~zero_i[i];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cnt_q <= '{default: '0};
    end else begin
      for (int i = 0; i < Counters; i++) begin
        if (zero_i[i]) cnt_q[i] <= '0;
        else if (load_i[i]) cnt_q[i] <= data_i;
        else if (tick_i[i]) cnt_q[i] <= cnt_q[i] + 1'b1;
      end
    end
  end
endmodule
