localparam integer COUNTER_WIDTH = 48;
