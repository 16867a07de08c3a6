# Arty A7-35T and A7-100T.
set_property CONFIG_VOLTAGE 3.3 [current_design]
set_property CFGBVS VCCO [current_design]

set_property -dict {PACKAGE_PIN E3  IOSTANDARD LVCMOS33} [get_ports clk_100mhz]
set_property -dict {PACKAGE_PIN A9  IOSTANDARD LVCMOS33} [get_ports uart_txd_in]
set_property -dict {PACKAGE_PIN D10 IOSTANDARD LVCMOS33} [get_ports uart_rxd_out]
set_property -dict {PACKAGE_PIN C2  IOSTANDARD LVCMOS33} [get_ports ck_rst_n]
set_property -dict {PACKAGE_PIN H5  IOSTANDARD LVCMOS33} [get_ports led_ready]

create_clock -name clk -period 10.000 [get_ports clk_100mhz]

# Clock signals that the sequencer generates in registers, with one edge in several periods of clk. Paths between them
# and clk have SETTLE (6) periods; the data that they sample is stable for one period before and after their edges.
create_generated_clock -name pmu_clk   -source [get_ports clk_100mhz] -divide_by 8 [get_pins -hier -filter {NAME =~ */u_run/pmu_clk_q_reg/Q}]
create_generated_clock -name frame_clk -source [get_ports clk_100mhz] -divide_by 2 [get_pins -hier -filter {NAME =~ */u_program/frame_clk_q_reg/Q}]
set_multicycle_path -setup 6 -from [get_clocks {pmu_clk frame_clk}] -to [get_clocks clk]
set_multicycle_path -hold  5 -from [get_clocks {pmu_clk frame_clk}] -to [get_clocks clk]
set_false_path -from [get_clocks frame_clk] -to [get_clocks frame_clk]
