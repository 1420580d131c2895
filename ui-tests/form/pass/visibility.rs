//! Forms, choices and newtypes as visible or as private as their author wants them.
#![deny(private_interfaces, private_bounds)]

mod outer {
    pub mod inner {
        /// Seen everywhere; its fields are not.
        #[derive(askback::Form)]
        pub struct Public {
            own: u8,
            pub(self) same: u8,
            pub(super) parent: u8,
            pub(in crate::outer) within: u8,
            pub(crate) everywhere: Hidden,
        }

        impl Public {
            pub fn sum(&self) -> u8 {
                self.own + self.same + self.parent + self.within
            }
        }

        #[derive(askback::Choice, Debug, PartialEq, Clone, Copy)]
        pub(crate) enum Hidden {
            A,
        }

        #[derive(askback::Form)]
        pub(in crate::outer) struct Within {
            pub(super) n: Number,
        }

        #[derive(askback::Field)]
        pub(in crate::outer) struct Number(pub(super) u8);

        /// A private type in a public form, where it is nobody's business.
        #[derive(askback::Form)]
        pub struct Keeper {
            secretive: Private,
        }

        #[derive(askback::Choice, Debug)]
        enum Private {
            Only,
        }

        impl Keeper {
            pub fn only(&self) -> bool {
                matches!(self.secretive, Private::Only)
            }
        }
    }

    pub fn within() -> u8 {
        use askback::Form as _;
        let answer = serde_json::json!({"n": 7});
        let read: inner::Within =
            askback::form::decode(Some(&answer), inner::Within::schema(), askback::form::Policy::Portable).unwrap();
        read.n.0
    }
}

fn main() {
    use askback::Form as _;
    use askback::form::{Policy, decode};
    use outer::inner::{Hidden, Keeper, Public};

    let answer = serde_json::json!({"own": 1, "same": 2, "parent": 3, "within": 4, "everywhere": "A"});
    let read: Public = decode(Some(&answer), Public::schema(), Policy::Portable).unwrap();
    assert_eq!((read.sum(), read.everywhere), (10, Hidden::A));
    assert_eq!(outer::within(), 7);
    let read: Keeper = decode(Some(&serde_json::json!({"secretive": "Only"})), Keeper::schema(), Policy::Portable).unwrap();
    assert!(read.only());
}
