//! [`prefetch`]: memory that will be wanted soon.

/// Has the processor fetch what will be read soon, where it can be told to; nothing changes but the
/// time.
#[inline]
pub(crate) fn prefetch<T>(at: &T) {
    #[cfg(target_arch = "x86_64")]
    safe_arch::prefetch_t0(at);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}
