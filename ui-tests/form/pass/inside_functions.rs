//! Case diag-derive-inside-function: forms that only a function, a block, a closure, a method or a constant knows.
#![allow(dead_code)]

use askback::Form as _;

fn local() -> &'static str {
    const MOST: u8 = 5;

    #[derive(askback::Form)]
    #[form(check = rule)]
    struct L {
        #[form(range = 1..=MOST)]
        a: u8,
        k: K,
        n: N,
    }

    fn rule(_: &L) -> Result<(), String> {
        Ok(())
    }

    #[derive(askback::Choice)]
    enum K {
        A,
    }

    #[derive(askback::Field)]
    struct N(u8);

    let _ = |form: L| (form.a, form.k, form.n.0);
    let _ = K::A;
    L::schema().json_text()
}

/// Two of one name, each with the schema of its own.
fn twice() -> [usize; 2] {
    let first = {
        #[derive(askback::Form)]
        struct L {
            a: u8,
        }
        L::schema().fields().len()
    };
    let second = || {
        #[derive(askback::Form)]
        struct L {
            a: u8,
            b: u8,
        }
        L::schema().fields().len()
    };
    [first, second()]
}

struct Owner<T>(T);

impl<T> Owner<T> {
    fn method(&self) -> usize {
        #[derive(askback::Form)]
        struct L<U: askback::Field> {
            a: U,
        }
        L::<u8>::schema().fields().len()
    }
}

const FIELDS: fn() -> usize = {
    #[derive(askback::Form)]
    struct L;
    || L::schema().fields().len()
};

async fn later() {
    #[derive(askback::Form)]
    struct L {
        a: u8,
    }
    std::future::ready(()).await;
    let _ = L::schema();
}

fn main() {
    assert_eq!(
        local(),
        r#"{"type":"object","properties":{"a":{"type":"integer","minimum":1,"maximum":5},"k":{"type":"string","enum":["A"]},"n":{"type":"integer","minimum":0,"maximum":255}},"required":["a","k","n"]}"#
    );
    assert_eq!(twice(), [1, 2]);
    assert_eq!(Owner(0).method(), 1);
    assert_eq!(FIELDS(), 0);
    drop(later());
}
