//! Material of a position: counts of what each side has, which searches of records compare. The
//! condition `white-lost>=6` uses the count `white-lost`.

/// A count of what a side has, with the name that searches use.
#[derive(Clone, Copy, Debug)]
pub struct Material<P> {
    /// The name, such as `white-reserve`.
    pub name: &'static str,
    /// Returns the count for a position; `None` if the position does not have it.
    pub count: fn(&P) -> Option<u64>,
}

impl<P> Material<P> {
    pub(crate) const fn new(name: &'static str, count: fn(&P) -> Option<u64>) -> Self {
        Self { name, count }
    }
}
