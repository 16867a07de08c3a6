//! Modules that contain a mutant.

use std::collections::{BTreeMap, BTreeSet};

/// Largest size of a set: proofs about more modules take longer than one about the complete design.
const MANY: usize = 4;

/// Module hierarchy: for each module the modules that instantiate it.
pub(super) struct Hierarchy {
    inside: BTreeMap<String, BTreeSet<String>>,
}

impl Hierarchy {
    /// Parses a design in Yosys's RTLIL format.
    pub fn parse(rtlil: &str) -> Self {
        let mut inside: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut module = String::new();
        for line in rtlil.lines() {
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("module"), Some(name)) => {
                    module = name.to_owned();
                    inside.entry(module.clone()).or_default();
                }
                (Some("cell"), Some(kind)) => _ = inside.entry(module.clone()).or_default().insert(kind.to_owned()),
                _ => {}
            }
        }
        Self { inside }
    }

    /// Modules of the RTL with an instance in `module`, by their names in Yosys's commands, without parameterized variants.
    pub fn inside(&self, module: &str) -> BTreeSet<String> {
        let inside = self.inside.get(&format!("\\{module}")).into_iter().flatten();
        inside
            .filter(|name| self.inside.contains_key(*name))
            .filter_map(|name| Some(name.strip_prefix('\\')?.to_owned()))
            .collect()
    }

    /// Sets of modules that contain all instances of `module`, from inner to outer, below `top`.
    ///
    /// The first set is the module itself, the next one its parents, then their parents. Every instance of the module is
    /// inside a module of each set. Sets of more than [`MANY`] modules are skipped. `module` is a name in Yosys's commands,
    /// with or without the backslash that marks an identifier from the RTL.
    pub fn around(&self, module: &str, top: &str) -> Vec<BTreeSet<&str>> {
        let mut sets = Vec::new();
        let is_it = |name: &&str| *name == module || name.strip_prefix('\\') == Some(module);
        let mut set: BTreeSet<&str> = self.inside.keys().map(String::as_str).filter(is_it).collect();
        while !set.is_empty() && !set.contains(top) {
            let holds = |inside: &BTreeSet<String>| set.iter().any(|&name| inside.contains(name));
            let parents = self.inside.iter().filter(|(_, inside)| holds(inside)).map(|(name, _)| name.as_str());
            let parents = parents.collect();
            sets.push(std::mem::replace(&mut set, parents));
        }
        sets.retain(|set| set.len() <= MANY);
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_contains_all_instances() {
        let cell = |kind: &str, name: &str| format!("  cell {kind} {name}\n    connect \\A 1'0\n  end\n");
        let module = |name: &str, cells: &str| format!("attribute \\top 1\nmodule {name}\n{cells}end\n");
        let text = [
            module("\\top", &(cell("\\half", "\\u_0") + &cell("\\half", "\\u_1") + &cell("\\other", "\\u_2"))),
            module("\\half", &(cell("\\fixed", "\\u_f") + &cell("\\counter", "\\u_c") + &cell("$and", "$and$1"))),
            module("\\fixed", &cell("\\lanes", "\\u_l")),
            module("\\counter", &(cell("\\edge", "\\u_e") + &cell("\\lanes", "\\u_l"))),
            module("\\other", &cell("\\edge", "\\u_e")),
            module("\\edge", ""),
            module("\\lanes", ""),
        ]
        .concat();
        let hierarchy = Hierarchy::parse(&text);
        let around = |module: &str| {
            hierarchy
                .around(module, "\\top")
                .iter()
                .map(|set| set.iter().copied().collect::<Vec<_>>().join(" "))
                .collect()
        };
        let lanes: Vec<String> = around("\\lanes");
        assert_eq!(lanes, ["\\lanes", "\\counter \\fixed", "\\half"]);
        // One instance is in the top itself, so the complete design is next.
        let edge: Vec<String> = around("\\edge");
        assert_eq!(edge, ["\\edge", "\\counter \\other"]);
        assert_eq!(around("edge"), edge);
        let top: Vec<String> = around("\\top");
        assert!(top.is_empty());
        assert_eq!(hierarchy.inside("half"), ["counter", "fixed"].map(str::to_owned).into());
        assert!(hierarchy.inside("edge").is_empty());
    }
}
