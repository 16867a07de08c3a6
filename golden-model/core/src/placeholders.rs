//! Placeholders of the TOML descriptions: `{name}` stands for a text that differs from one use to the next.

/// The placeholder of the index of a unit, register or element in `pmu.toml`.
pub const INDEX: &str = "{index}";

/// Replaces each placeholder of a text by its value. Braces that do not enclose a single word are text.
///
/// # Errors
/// A message with the first placeholder that is not among `known`.
pub fn expand<N: AsRef<str>, V: AsRef<str>>(text: &str, known: &[(N, V)]) -> Result<String, String> {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        result.push_str(before);
        rest = after;
        let Some((name, after)) = after.split_once('}').filter(|(name, _)| is_word(name)) else {
            result.push('{');
            continue;
        };
        match known.iter().find(|(known, _)| known.as_ref() == name) {
            Some((_, value)) => result.push_str(value.as_ref()),
            None => return Err(unknown(name, known.iter().map(|(name, _)| name.as_ref()))),
        }
        rest = after;
    }
    result.push_str(rest);
    Ok(result)
}

/// Replaces `{index}` in a pattern of `pmu.toml` by a number.
///
/// # Errors
/// A message for another placeholder, and for `#`, which was the placeholder of the index.
pub fn numbered(pattern: &str, index: usize) -> Result<String, String> {
    match pattern.contains('#') {
        true => Err(format!("{pattern}{}", renamed(pattern))),
        false => expand(pattern, &[("index", index.to_string())]).map_err(|what| format!("{pattern}: {what}")),
    }
}

/// The name that all indices of a pattern share.
pub fn stem(pattern: &str) -> String {
    pattern.replace(INDEX, "")
}

/// The number that `{index}` has in a name.
pub fn index_in(name: &str, pattern: &str) -> Option<u32> {
    let (before, after) = pattern.split_once(INDEX)?;
    name.strip_prefix(before)?.strip_suffix(after)?.parse().ok()
}

/// What to add to the message for an unknown pattern: the present placeholder, if it has the old one.
pub fn renamed(pattern: &str) -> &'static str {
    match pattern.contains('#') {
        true => ": `#` is now `{index}`",
        false => "",
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn unknown<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let known: Vec<String> = known.map(|name| format!("{{{name}}}")).collect();
    match known.is_empty() {
        true => format!("no placeholder {{{name}}}; none is known here"),
        false => format!("no placeholder {{{name}}}; known placeholders: {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [(&str, &str); 0] = [];

    #[test]
    fn placeholders_are_replaced_once() {
        let known = [("t", "{u}"), ("u", "1")];
        assert_eq!(expand("{t}.a[{u}] {u}{u}", &known).as_deref(), Ok("{u}.a[1] 11"));
    }

    #[test]
    fn other_braces_are_text() {
        for text in ["fn reset() {}", "{a, b}", "x { a }", "{", "a}", "{ {"] {
            assert_eq!(expand(text, &NONE).as_deref(), Ok(text));
        }
        assert_eq!(expand("{{a}}", &[("a", "1")]).as_deref(), Ok("{1}"));
    }

    #[test]
    fn unknown_placeholder_is_named_with_the_known_ones() {
        let what = "no placeholder {x}; known placeholders: {unit}, {i}";
        assert_eq!(expand("{i} {x}", &[("unit", "a"), ("i", "0")]), Err(what.to_owned()));
        assert_eq!(expand("{x}", &NONE), Err("no placeholder {x}; none is known here".to_owned()));
    }

    #[test]
    fn patterns_have_an_index() {
        assert_eq!(numbered("c{index}_ev", 3).as_deref(), Ok("c3_ev"));
        assert_eq!(numbered("c#_ev", 3), Err("c#_ev: `#` is now `{index}`".to_owned()));
        assert_eq!(numbered("c{n}", 3), Err("c{n}: no placeholder {n}; known placeholders: {index}".to_owned()));
        assert_eq!(stem("CTR{index}_LO"), "CTR_LO");
        let index = |name| index_in(name, "CTR{index}_LO");
        assert_eq!(["CTR12_LO", "CTR_LO", "CTR1"].map(index), [Some(12), None, None]);
        assert_eq!(index_in("CTR", "CTR"), None);
    }
}
