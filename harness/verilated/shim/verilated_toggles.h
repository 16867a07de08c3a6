// Counts the changes of wide signals, for models with coverage; included before all other files.
//
// The function of this name in Verilator 5.048 walks from each word that changed to the end of the signal instead of to
// the end of the word, so that a change of bit 0 also counts for bits 32, 64 and so on. Models of versions that count
// without it do not call it.
#pragma once

#include "verilated.h"
#include "verilated_cov.h"

/// Adds 1 to the second counter of each of `width` pairs whose bit went to 1, and to the first if it went to 0.
static inline void count_wide_toggles(int width, uint32_t* counts, WDataInP now, WDataInP before) {
    for (int bit = 0; bit < width; ++bit) {
        const int word = bit / VL_EDATASIZE, place = bit % VL_EDATASIZE;
        const EData changed = now[word] ^ before[word];
        counts[2 * bit + ((now[word] >> place) & 1)] += (changed >> place) & 1;
    }
}

#define VL_COV_TOGGLE_CHG_ST_W count_wide_toggles
