use super::*;

fn names(expression: &str) -> Vec<String> {
    let expr = syn::parse_str(expression).unwrap();
    of(&expr).into_iter().map(|mention| mention.name).collect()
}

#[test]
fn variables_are_mentions() {
    for (expression, mentioned) in [
        ("rows + 1", &["rows"][..]),
        ("&offers[&pick.offer].price", &["offers", "pick"]),
        ("0..rows", &["rows"]),
        ("0..=rows", &["rows"]),
        ("env == Env::Production", &["env"]),
        ("rows != 3", &["rows"]),
        ("Rows { rows }", &["rows"]),
        ("Rows { a: rows, ..rest }", &["rows", "rest"]),
        ("r#type", &["type"]),
        ("match x { y => y + z }", &["x", "z"]),
        ("(rows)(table)", &["rows", "table"]),
        ("rows.await?.len() as u64", &["rows"]),
        ("async move { rows }", &["rows"]),
        ("rows = table", &["rows", "table"]),
    ] {
        assert_eq!(names(expression), mentioned, "{expression}");
    }
}

#[test]
fn fields_methods_paths_and_callees_are_not() {
    for (expression, mentioned) in [
        ("self.rows.details().await?", &["self"][..]),
        ("rows::count(&table)", &["table"]),
        ("crate::rows", &[]),
        ("rows(&table)", &["table"]),
        ("rows!(table)", &["table"]),
        ("Row { rows: table }", &["table"]),
        ("f!(rows = table)", &["table"]),
        ("table.rows::<rows>()", &["table"]),
        ("{ fn f(rows: u8) -> u8 { rows } f(table) }", &["table"]),
        ("x as rows", &["x"]),
    ] {
        assert_eq!(names(expression), mentioned, "{expression}");
    }
}

#[test]
fn what_an_expression_binds_itself_is_not() {
    for (expression, mentioned) in [
        ("all.iter().map(|rows| rows + 1)", &["all"][..]),
        ("rows.map(|rows| rows + 1)", &["rows"]),
        ("all.then(async |D { e, f: g }| e + g + f)", &["all", "f"]),
        ("{ let rows = 1; rows }", &[]),
        ("{ let rows = rows + 1; rows }", &["rows"]),
        ("{ let rows = 1; rows } + rows", &["rows"]),
        (
            "{ let Some(rows) = all else { return rows }; rows }",
            &["all", "rows"],
        ),
        (
            "match all { Some(rows) if rows > low => rows, None => rows }",
            &["all", "low", "None", "rows"],
        ),
        (
            "if let Some(rows) = all && rows > 1 { rows } else { rows }",
            &["all", "rows"],
        ),
        ("while let Some(rows) = rows { rows; }", &["rows"]),
        ("for rows in rows { rows; }", &["rows"]),
        ("{ { let rows = 1; } rows }", &["rows"]),
    ] {
        let found = names(expression);
        let found: Vec<_> = found.iter().filter(|name| *name != "None").collect();
        let mentioned: Vec<_> = mentioned.iter().filter(|name| **name != "None").collect();
        assert_eq!(found, mentioned, "{expression}");
    }
}

#[test]
fn macros_and_their_literals_are_looked_into() {
    for (expression, mentioned) in [
        ("matches!(env, Env::Production)", &["env"][..]),
        (
            "matches!(env, Env::Of(rows) | Env::By { rows } if rows > low)",
            &["env", "low"],
        ),
        (
            "format!(\"{rows} of {table:?} {{x}} {:>w$}\", n)",
            &["rows", "table", "w", "n"],
        ),
        ("format!(\"{rows}\", rows = table)", &["table"]),
        ("plain(\"{rows}\")", &[]),
        (
            "json!({ \"a\": rows, \"{b}\": [table] })",
            &["rows", "b", "table"],
        ),
        ("vec![rows; n]", &["rows", "n"]),
        (
            "all.map(|rows| format!(\"{rows} {table}\"))",
            &["all", "table"],
        ),
        (
            "all.map(|rows| json!({ \"a\": rows, \"b\": table }))",
            &["all", "table"],
        ),
        ("{ let rows = 1; println!(\"{rows}\"); }", &[]),
    ] {
        assert_eq!(names(expression), mentioned, "{expression}");
    }
}
