//! [`prefetch`]: a request for memory that will be read soon.

/// Prefetches memory that will be read soon, where the processor supports it. It changes only the
/// time.
#[inline]
pub(crate) fn prefetch<T>(at: &T) {
    #[cfg(target_arch = "x86_64")]
    safe_arch::prefetch_t0(at);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}
