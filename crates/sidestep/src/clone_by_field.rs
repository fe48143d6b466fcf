//! Cloning into what is there already, field by field, so that its memory is used again: the derived
//! [`Clone`] makes everything anew.

/// Implements [`Clone`] for a struct with [`Clone::clone_from`] by its fields. A field that isn't
/// listed is a compile error.
macro_rules! clone_by_field {
    ($type:ident { $($field:ident),* $(,)? }) => {
        impl Clone for $type {
            fn clone(&self) -> Self {
                Self { $($field: self.$field.clone()),* }
            }

            fn clone_from(&mut self, source: &Self) {
                let Self { $($field),* } = source;
                $(self.$field.clone_from($field);)*
            }
        }
    };
}

pub(crate) use clone_by_field;
