// Event lines of Intel Xeon Phi (Knights Corner) core PMU. Generated from its description by `make gen`; do not edit.
// EV_THR_<code>_<mask>, EV_NONE_<code>_<mask>: position of the line in the event vector, for use in the one module that selects events.

localparam integer EV_THR_00_00 =   0; // DATA_READ
localparam integer EV_THR_01_00 =   1; // DATA_WRITE
localparam integer EV_THR_02_00 =   2; // DATA_PAGE_WALK
localparam integer EV_THR_03_00 =   3; // DATA_READ_MISS
localparam integer EV_THR_04_00 =   4; // DATA_WRITE_MISS
localparam integer EV_THR_09_00 =   5; // MEMORY_ACCESSES_IN_BOTH_PIPES
localparam integer EV_THR_0A_00 =   6; // BANK_CONFLICTS
localparam integer EV_THR_0C_00 =   7; // CODE_READ
localparam integer EV_THR_0D_00 =   8; // CODE_PAGE_WALK
localparam integer EV_THR_0E_00 =   9; // CODE_CACHE_MISS
localparam integer EV_THR_11_00 =  10; // L1_DATA_PF1
localparam integer EV_THR_12_00 =  11; // BRANCHES
localparam integer EV_THR_15_00 =  12; // PIPELINE_FLUSHES
localparam integer EV_THR_16_00 =  13; // INSTRUCTIONS_EXECUTED
localparam integer EV_THR_17_00 =  14; // INSTRUCTIONS_EXECUTED_V_PIPE
localparam integer EV_THR_1C_00 =  15; // L1_DATA_PF1_MISS
localparam integer EV_THR_1E_00 =  16; // L1_DATA_PF1_DROP
localparam integer EV_THR_1F_00 =  17; // PIPELINE_AGI_STALLS
localparam integer EV_THR_20_00 =  18; // L1_DATA_HIT_INFLIGHT_PF1
localparam integer EV_THR_21_00 =  19; // PIPELINE_SG_AGI_STALLS
localparam integer EV_THR_28_00 =  20; // DATA_READ_OR_WRITE
localparam integer EV_THR_29_00 =  21; // DATA_READ_MISS_OR_WRITE_MISS
localparam integer EV_THR_2B_00 =  22; // BRANCHES_MISPREDICTED
localparam integer EV_THR_2C_00 =  23; // MICROCODE_CYCLES
localparam integer EV_THR_2D_00 =  24; // FE_STALLED
localparam integer EV_THR_2E_00 =  25; // EXEC_STAGE_CYCLES
localparam integer EV_THR_37_00 =  26; // L1_DATA_PFI2
localparam integer EV_THR_38_00 =  27; // L2_DATA_PFI1_MISS
localparam integer EV_THR_3A_00 =  28; // LONG_DATA_PAGE_WALK
localparam integer EV_THR_3B_00 =  29; // LONG_CODE_PAGE_WALK
localparam integer EV_THR_C8_10 =  30; // L2_READ_HIT_E
localparam integer EV_THR_C9_10 =  31; // L2_READ_HIT_M
localparam integer EV_THR_CA_10 =  32; // L2_READ_HIT_S
localparam integer EV_THR_CB_10 =  33; // L2_READ_MISS
localparam integer EV_THR_CC_10 =  34; // L2_WRITE_HIT
localparam integer EV_THR_F0_10 =  35; // L2_CODE_READ_MISS_CACHE_FILL
localparam integer EV_THR_F1_10 =  36; // L2_DATA_READ_MISS_CACHE_FILL
localparam integer EV_THR_F2_10 =  37; // L2_DATA_WRITE_MISS_CACHE_FILL
localparam integer EV_THR_F5_10 =  38; // L2_CODE_READ_MISS_MEM_FILL
localparam integer EV_THR_F6_10 =  39; // L2_DATA_READ_MISS_MEM_FILL
localparam integer EV_THR_F7_10 =  40; // L2_DATA_WRITE_MISS_MEM_FILL
localparam integer EV_THR_FC_10 =  41; // L2_DATA_PF2
localparam integer EV_THR_FD_10 =  42; // L2_DATA_PF2_DROP
localparam integer EV_THR_FE_10 =  43; // L2_DATA_PF2_MISS
localparam integer EV_THR_FF_10 =  44; // L2_DATA_HIT_INFLIGHT_PF2
localparam integer EV_THR_00_20 =  45; // VPU_DATA_READ
localparam integer EV_THR_01_20 =  46; // VPU_DATA_WRITE
localparam integer EV_THR_03_20 =  47; // VPU_DATA_READ_MISS
localparam integer EV_THR_04_20 =  48; // VPU_DATA_WRITE_MISS
localparam integer EV_THR_05_20 =  49; // VPU_STALL_REG
localparam integer EV_THR_16_20 =  50; // VPU_INSTRUCTIONS_EXECUTED
localparam integer EV_THR_17_20 =  51; // VPU_INSTRUCTIONS_EXECUTED_V_PIPE
localparam integer EV_THR_18_20 =  52; // VPU_ELEMENTS_ACTIVE

localparam integer EV_NONE_06_00 =   0; // DATA_CACHE_LINES_WRITTEN_BACK
localparam integer EV_NONE_2A_00 =   1; // CPU_CLK_UNHALTED
localparam integer EV_NONE_D7_10 =   2; // L2_VICTIM_REQ_WITH_DATA
localparam integer EV_NONE_E3_10 =   3; // SNP_HITM_BUNIT
localparam integer EV_NONE_E6_10 =   4; // SNP_HIT_L2
localparam integer EV_NONE_E7_10 =   5; // SNP_HITM_L2

// Number of event lines.
localparam integer EV_THR_COUNT = 53;
localparam integer EV_NONE_COUNT = 6;
