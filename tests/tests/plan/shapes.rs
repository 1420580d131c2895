//! One handler for every shape of what depends on what.

use askback::{Answer, Ask, Confirmed, Consent, Form, interactive};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

/// A number.
#[derive(Debug, Clone, Copy, Form)]
pub(crate) struct X {
    pub(crate) x: i64,
}

/// One of what the call knows.
#[derive(Debug, Form)]
pub(crate) struct Pick {
    #[form(choices)]
    pub(crate) pick: String,
}

type Sure<'call> = Confirmed<'call>;
type Maybe<T> = Answer<T>;
type Checked = ();

pub(crate) type Done = Result<String, askback::Error>;

fn positive(number: &X) -> Result<(), &'static str> {
    if number.x > 0 {
        Ok(())
    } else {
        Err("more than nothing")
    }
}

pub(crate) fn done() -> Done {
    Ok("done".to_owned())
}

#[derive(Clone, Copy)]
pub(crate) struct Shapes;

#[tool_router(vis = "pub(crate)")]
impl Shapes {
    #[interactive]
    #[tool]
    pub(crate) async fn pair(&self, #[ask("A?")] a: X, #[ask("B?")] b: X) -> Done {
        // A name that stands in the body alone is no mention.
        Ok(format!("{}", a.x + b.x))
    }

    #[interactive]
    #[tool]
    pub(crate) async fn chain(
        &self,
        #[ask("A?")] a: X,
        #[ask("B after {a:?}?")] b: X,
        #[ask("C after {}?", b.x)] _c: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn diamond(
        &self,
        #[ask("A?")] a: X,
        #[ask("B after {a:?}?")] b: X,
        #[ask("C after {a:?}?")] c: X,
        #[ask("D after {b:?} and {c:?}?")] _d: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn step_between(
        &self,
        #[ask("A?")] a: X,
        #[step(a.x + 1)] next: i64,
        #[ask("B after {next}?")] _b: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn step_of_two(
        &self,
        #[ask("A?")] a: X,
        #[ask("B?")] b: X,
        #[step(a.x + b.x)] sum: i64,
        #[ask("C after {sum}?")] _c: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn step_chain(
        &self,
        #[step(1)] one: i64,
        #[step(one + 1)] two: i64,
        #[ask("A, {two}?")] a: X,
        #[step(a.x + two)] three: i64,
        #[step(three + 1)] four: i64,
        #[ask("B, {four}?")] _b: X,
        #[ask("C?")] _c: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn condition(
        &self,
        #[ask("A?")] a: X,
        #[ask("B?", when = a.x > 0)] _b: Option<X>,
        #[ask("C?")] _c: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn condition_false(
        &self,
        #[ask("A?")] a: X,
        #[ask("B?", when = a.x < 0)] b: Option<X>,
        #[ask("C after {b:?}?")] _c: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn gate_last(
        &self,
        #[ask("A?")] _a: X,
        #[ask("B?")] _b: X,
        #[ask("Sure?")] sure: Confirmed,
    ) -> Done {
        drop(sure);
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn gate_first(
        &self,
        #[ask("Sure?")] sure: Confirmed,
        #[ask("A?")] _a: X,
        #[ask("B?")] _b: X,
    ) -> Done {
        drop(sure);
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn gate_in_the_middle(
        &self,
        #[ask("A?")] _a: X,
        #[ask("Sure?")] sure: Confirmed,
        #[ask("B?")] _b: X,
    ) -> Done {
        drop(sure);
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn two_gates(
        &self,
        #[ask("A?")] _a: X,
        #[ask("Sure?")] sure: Confirmed,
        #[ask("B?")] _b: X,
        #[ask("Really?")] really: Confirmed,
    ) -> Done {
        drop((sure, really));
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn covering(
        &self,
        #[ask("A?")] a: X,
        #[ask("B?", covers = a.x)] _b: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn choosing(
        &self,
        #[ask("A?")] a: X,
        #[ask("B?", choices(pick = [a.x.to_string()]))] b: Pick,
    ) -> Done {
        Ok(b.pick)
    }

    #[interactive]
    #[tool]
    pub(crate) async fn preset(
        &self,
        #[ask("A?")] a: X,
        #[ask("B?", default(x = a.x))] _b: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn visit_beside_form(
        &self,
        #[ask("A?")] _a: X,
        #[ask(url = "https://app.example.com/connect", message = "Connect")] _link: Consent,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn visit_until(
        &self,
        #[ask("A?", check = positive(&a))] a: X,
        #[ask(url = "https://app.example.com/connect", message = "Connect", until = a.x > 0)]
        link: Consent,
        #[ask("B?", check = positive(&b))] b: X,
        #[ask("C after {link:?}?")] _c: X,
    ) -> Done {
        Ok(format!("{}", b.x))
    }

    #[interactive]
    #[tool]
    pub(crate) async fn rules_beside(
        &self,
        #[ask("A?", check = positive(&a))] a: X,
        #[ask("B?")] b: X,
        #[ask("C after {b:?}?", check = positive(&a))] _c: X,
    ) -> Done {
        Ok(format!("{}", a.x))
    }

    #[interactive]
    #[tool]
    pub(crate) async fn decided(
        &self,
        #[ask("A?")] a: Answer<X>,
        #[ask("B?", when = a.accepted().is_some())] _b: Option<Answer<X>>,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn last_step(
        &self,
        #[ask("A?")] a: X,
        #[step(())] _: (),
        #[step(a.x)] _kept: i64,
        ask: &mut Ask,
    ) -> Done {
        let X { .. } = ask.form("more", "More?").await?;
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn eighteen(
        &self,
        #[ask("?")] _a: X,
        #[ask("?")] _b: X,
        #[ask("?")] _c: X,
        #[ask("?")] _d: X,
        #[ask("?")] _e: X,
        #[ask("?")] _f: X,
        #[ask("?")] _g: X,
        #[ask("?")] _h: X,
        #[ask("?")] _i: X,
        #[ask("?")] _j: X,
        #[ask("?")] _k: X,
        #[ask("?")] _l: X,
        #[ask("?")] _m: X,
        #[ask("?")] _n: X,
        #[ask("?")] _o: X,
        #[ask("?")] _p: X,
        #[ask("?")] _q: X,
        #[ask("?")] _r: X,
    ) -> Done {
        done()
    }

    /// What no spelling shows: the documentation does not know that this is a confirmation.
    #[interactive]
    #[tool]
    pub(crate) async fn aliased(
        &self,
        #[ask("A?")] _a: X,
        #[step(())] _allowed: Checked,
        #[ask("Sure?")] sure: Sure<'_>,
        #[ask("B?")] _b: Maybe<X>,
    ) -> Done {
        drop(sure);
        done()
    }
}

#[tool_handler]
impl ServerHandler for Shapes {}
