//! The enables of the counters: EN, IA32_PERF_GLOBAL_CTRL and PERF_SPFLT_CONTROL.

use super::counter_set::{from_register, of_thread, put, replace, to_register, CounterSet};

/// USER_PREF in PERF_SPFLT_CONTROL (1.4.3.4).
pub(super) const USER_PREF: u32 = 63;

/// The enables of all counters.
#[derive(Clone, Copy, Default)]
pub(super) struct Enables {
    /// EN of the select registers.
    en: CounterSet,
    /// IA32_PERF_GLOBAL_CTRL.
    global: CounterSet,
    /// SPFLT_EN0 and SPFLT_EN1: the counters that USER_PREF gates.
    gated: CounterSet,
    /// The counters of threads with USER_PREF = 1.
    preferred: CounterSet,
}

impl Enables {
    /// The counters that are enabled (1.4.1). USER_PREF has an effect only if SPFLT_EN is 1 (KNC-A02).
    #[inline]
    pub fn counting(self) -> CounterSet {
        self.en & self.global & (!self.gated | self.preferred)
    }

    /// Updates EN from a counter's select register.
    pub fn write_en(&mut self, counter: usize, en: bool) {
        put(&mut self.en, counter, en);
    }

    /// IA32_PERF_GLOBAL_CTRL of all threads.
    #[inline]
    pub fn global_ctrl(self) -> CounterSet {
        self.global
    }

    /// Writes IA32_PERF_GLOBAL_CTRL.
    pub fn write_global_ctrl(&mut self, thread: usize, data: u64) {
        self.global = replace(self.global, thread, from_register(thread, data));
    }

    /// PERF_SPFLT_CONTROL of a thread.
    #[inline]
    pub fn spflt_control(self, thread: usize) -> u64 {
        let user_pref = self.preferred & of_thread(thread) != 0;
        u64::from(user_pref) << USER_PREF | to_register(self.gated, thread)
    }

    /// Writes PERF_SPFLT_CONTROL.
    pub fn write_spflt_control(&mut self, thread: usize, data: u64) {
        self.gated = replace(self.gated, thread, from_register(thread, data));
        self.prefer(thread, data >> USER_PREF != 0);
    }

    /// Executes SPFLT, which writes USER_PREF and no other bit.
    pub fn prefer(&mut self, thread: usize, counting: bool) {
        self.preferred = replace(self.preferred, thread, if counting { !0 } else { 0 });
    }
}
