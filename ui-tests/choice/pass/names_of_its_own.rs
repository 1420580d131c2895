//! Choices whose variants and methods are called like things of the expansion.
#![allow(dead_code)]

use askback::Choice;

#[derive(Choice, Debug, Clone, Copy, PartialEq)]
enum Names {
    Self_,
    Some,
    None,
    Option,
    Choice,
    #[choice(rename = "with \"quotes\" and é")]
    Quoted,
    #[choice(rename = " ")]
    #[cfg(any())]
    Gone,
    #[doc(hidden)]
    Hidden,
}

impl Names {
    const VALUES: u8 = 1;
    const LEGACY: u8 = 2;

    fn options() -> u8 {
        Self::VALUES + Self::LEGACY
    }

    fn value(self) -> u8 {
        3
    }

    fn from_value(_: u8) {}
}

macro_rules! make {
    ($name:ident { $($variant:ident = $value:literal),* }) => {
        #[derive(Choice)]
        enum $name {
            $(#[choice(rename = $value)] $variant),*
        }
    };
}

make!(Made { A = "1", B = "2" });

fn main() {
    let values: Vec<_> = <Names as Choice>::options().iter().map(|option| option.value()).collect();
    assert_eq!(values, ["Self_", "Some", "None", "Option", "Choice", "with \"quotes\" and é", "Hidden"]);
    assert_eq!(<Names as Choice>::from_value("with \"quotes\" and é"), Some(Names::Quoted));
    assert_eq!(Choice::value(&Names::Quoted), "with \"quotes\" and é");
    assert_eq!((Names::options(), Names::Some.value()), (3, 3));
    Names::from_value(0);
    assert_eq!(Made::VALUES, ["1", "2"]);
}
