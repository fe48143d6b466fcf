/// Two bodies, by their indexes.
pub(super) type Both = (u32, u32);

/// The contacts that go on, so that each is counted when it begins and not again.
#[derive(Clone, Debug, Default)]
pub(super) struct Episodes {
    /// Sorted.
    open: Vec<Both>,
}

impl Episodes {
    /// Takes the contacts of a frame, sorted, and returns those that begin with it. An episode without a
    /// contact ends, unless its two bodies can't both be seen.
    pub(super) fn advance(
        &mut self,
        contacts: &[Both],
        both_seen: impl Fn(Both) -> bool,
    ) -> Vec<Both> {
        let begun: Vec<Both> = contacts
            .iter()
            .filter(|contact| self.open.binary_search(contact).is_err())
            .copied()
            .collect();
        self.open
            .retain(|&both| !both_seen(both) || contacts.binary_search(&both).is_ok());
        if !begun.is_empty() {
            self.open.extend_from_slice(&begun);
            self.open.sort_unstable();
        }
        begun
    }
}
