//! Satisfiability of literals of a graph.

use batsat::callbacks::Callbacks;
use batsat::{lbool, Lit, Solver, SolverInterface, SolverOpts, Var};
use pmu_netlist::{Graph, Literal, FALSE};
use std::collections::HashMap;

/// Number of clauses that the solver may learn for one question. It is a limit that does not depend on the machine.
const BUDGET: u64 = 200_000;

/// Number of variables above which a solver is replaced.
const VARIABLES: usize = 300_000;

/// The same limit for a question of which a proof needs no answer.
const SOON: u64 = 100;

/// The answer to a question.
pub enum Answer {
    /// No values of the inputs satisfy it.
    No,
    /// These values of nodes satisfy it; an input that is missing may have any value.
    Yes(HashMap<Literal, bool>),
    /// The solver learned [`BUDGET`] clauses without an answer.
    Open,
}

/// A solver that keeps what it has learned from question to question about one growing graph.
pub struct GraphSolver {
    solver: Solver<Learned>,
    variables: HashMap<Literal, Var>,
    budget: u64,
}

struct Learned {
    clauses: u64,
    budget: u64,
}

impl Callbacks for Learned {
    fn on_start(&mut self) {
        self.clauses = 0;
    }

    fn on_new_clause(&mut self, _: &[Lit], _: batsat::ClauseKind) {
        self.clauses += 1;
    }

    fn stop(&self) -> bool {
        self.clauses > self.budget
    }
}

impl Default for GraphSolver {
    fn default() -> Self {
        Self::limited_to(BUDGET)
    }
}

impl GraphSolver {
    /// A solver that learns at most this number of clauses for one question.
    pub fn limited_to(budget: u64) -> Self {
        let solver = Solver::new(SolverOpts::default(), Learned { clauses: 0, budget });
        Self { solver, variables: HashMap::new(), budget }
    }

    /// Forgets everything if the solver has many variables: each answer with values gives all of them a value.
    pub fn renew(&mut self) {
        if self.variables.len() > VARIABLES {
            *self = Self::limited_to(self.budget);
        }
    }

    /// Whether inputs exist for which all of these literals are 1.
    pub fn satisfy(&mut self, graph: &Graph, all: &[Literal]) -> Answer {
        if all.contains(&FALSE) {
            return Answer::No;
        }
        let assumed: Vec<Lit> = all.iter().map(|&literal| self.encode(graph, literal)).collect();
        match self.solver.solve_limited(&assumed) {
            answer if answer == lbool::FALSE => Answer::No,
            answer if answer == lbool::TRUE => {
                let value =
                    |(&node, &variable): (&Literal, &Var)| (node, self.solver.value_var(variable) == lbool::TRUE);
                Answer::Yes(self.variables.iter().map(value).collect())
            }
            _ => Answer::Open,
        }
    }

    /// Whether the solver finds soon that no inputs exist for which all of these literals are 1.
    pub fn excludes(&mut self, graph: &Graph, all: &[Literal]) -> bool {
        if all.contains(&FALSE) {
            return true;
        }
        let assumed: Vec<Lit> = all.iter().map(|&literal| self.encode(graph, literal)).collect();
        self.solver.cb_mut().budget = SOON;
        let answer = self.solver.solve_limited(&assumed);
        self.solver.cb_mut().budget = self.budget;
        answer == lbool::FALSE
    }

    /// Adds the clauses of the gates on which a literal depends.
    fn encode(&mut self, graph: &Graph, root: Literal) -> Lit {
        let mut stack = vec![root / 2];
        while let Some(&node) = stack.last() {
            let gate = graph.gate(node);
            let missing = gate.into_iter().flatten().map(|literal| literal / 2);
            let missing: Vec<_> = missing.filter(|node| !self.variables.contains_key(node)).collect();
            if self.variables.contains_key(&node) {
                stack.pop();
            } else if !missing.is_empty() {
                stack.extend(missing);
            } else {
                stack.pop();
                let variable = self.solver.new_var_default();
                self.variables.insert(node, variable);
                let own = Lit::new(variable, true);
                match gate {
                    Some([left, right]) => {
                        let (left, right) = (self.literal(left), self.literal(right));
                        self.add(&[!own, left]);
                        self.add(&[!own, right]);
                        self.add(&[own, !left, !right]);
                    }
                    None if node == 0 => self.add(&[!own]),
                    None => {}
                }
            }
        }
        self.literal(root)
    }

    fn literal(&self, literal: Literal) -> Lit {
        Lit::new(self.variables[&(literal / 2)], literal & 1 == 0)
    }

    fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause_reuse(&mut clause.to_vec());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_answered_with_values() {
        let mut graph = Graph::default();
        let (a, b): (Vec<_>, Vec<_>) =
            ((0..8).map(|_| graph.input()).collect(), (0..8).map(|_| graph.input()).collect());
        let difference = graph.difference(&a, &b);
        let again = graph.difference(&a, &difference);
        let mut solver = GraphSolver::default();
        let wrong = graph.differ(&again, &b);
        assert!(matches!(solver.satisfy(&graph, &[wrong]), Answer::No));
        let wanted = [graph.is_number(&difference, 77), graph.is_number(&b, 200)];
        let Answer::Yes(values) = solver.satisfy(&graph, &wanted) else { panic!("no values") };
        let number: u32 = a.iter().enumerate().map(|(at, bit)| u32::from(values[&(bit / 2)]) << at).sum();
        assert_eq!(number, (200 + 77) & 255);
        // What was learned does not change later answers.
        assert!(matches!(solver.satisfy(&graph, &[a[0], a[0] ^ 1]), Answer::No));
        assert!(matches!(solver.satisfy(&graph, &[a[0]]), Answer::Yes(_)));
        assert!(matches!(solver.satisfy(&graph, &[1]), Answer::Yes(_)));
        assert!(matches!(solver.satisfy(&graph, &[0]), Answer::No));
    }
}
