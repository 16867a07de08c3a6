//! Random programs: which combinations of values they write, and what they bring about.

use golden_model_all as _;
use golden_model_core::description::{Field, FieldAccess, Register};
use golden_model_core::{Bits, Pmu};
use harness::coverage::{Points, Sampler};
use harness::program::{accessed_register, Batch, Lowering, Op, OpKind};
use harness::stimulus::{Generator, Profile};
use rstest::rstest;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A field, by its register and its position in it, and a value of it.
type Special = (usize, usize, u64);

/// The special values of a field: those that the profile lists, 0, and all ones.
fn special_values(register: &Register, field: &Field, profile: &Profile) -> BTreeSet<u64> {
    let own = profile.fields.get(&format!("{}.{}", register.pattern, field.name));
    let choice = own.or_else(|| profile.fields.get(&field.name));
    let listed = choice.into_iter().flat_map(|choice| &choice.values).map(|&(value, _)| value);
    listed.chain([0, u64::MAX >> (64 - field.width)]).collect()
}

/// The special values of each field of a select register, except those of event and unit mask, and of each field that software
/// writes and reads in other registers of its unit.
fn factors(pmu: &Pmu, select: usize, profile: &Profile) -> Vec<Vec<Special>> {
    let registers = &pmu.description.registers;
    let selects = registers[select].selects.expect("a select register");
    let is_factor = |at: usize, position: usize, field: &Field| match at == select {
        true => !selects.is_field(position) && !field.is_fixed(),
        false => field.access == FieldAccess::Rw,
    };
    let is_neighbour = |at: &usize| {
        let register = &registers[*at];
        *at == select || !register.counter && register.selects.is_none()
    };
    let mut all = Vec::new();
    for at in pmu.description.registers_of(registers[select].kind).filter(is_neighbour) {
        let fields = registers[at].fields.iter().enumerate();
        let fields = fields.filter(|(position, field)| is_factor(at, *position, field));
        let values = |(position, field)| {
            let values = special_values(&registers[at], field, profile).into_iter();
            values.map(|value| (at, position, value)).collect::<Vec<Special>>()
        };
        all.extend(fields.map(values));
    }
    all
}

/// All triples of values of different fields, of which one at least is in the select register.
fn triples(select: usize, of: &[Vec<Special>]) -> BTreeSet<[Special; 3]> {
    let mut all = BTreeSet::new();
    for (one, first) in of.iter().enumerate() {
        for (two, second) in of.iter().enumerate().skip(one + 1) {
            for third in of.iter().skip(two + 1) {
                for (&a, &b) in first.iter().flat_map(|a| second.iter().map(move |b| (a, b))) {
                    all.extend(third.iter().map(|&c| [a, b, c]).filter(|all| all.iter().any(|one| one.0 == select)));
                }
            }
        }
    }
    all
}

/// The PMU of a folder, and its profile.
fn pmu_and_profile(place: &str) -> (Pmu, Profile) {
    let id = match place.split_once('/').expect("a family and a unit") {
        (family @ ("intel_ivt" | "intel_nhmex"), unit) => format!("{}_{unit}", &family["intel_".len()..]),
        (family, _) => family.rsplit('_').next().expect("a name").to_owned(),
    };
    let pmu = Pmu::find(&id).expect("a PMU");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testbenches").join(place).join("stimulus.toml");
    let profile = Profile::read(&file, &pmu).expect("a profile");
    (pmu, profile)
}

/// With as many programs as `make sim` has by default. The instances of a select register count as one.
#[rstest]
fn random_programs_write_all_triples_of_special_values(
    #[values("amd_k8/core", "intel_knc/core", "intel_ivt/cbox", "intel_ivt/pcu", "intel_ivt/ha", "intel_ivt/qpi")]
    place: &str,
) {
    let (pmu, profile) = pmu_and_profile(place);
    let generator = Generator::new(&pmu, &profile);
    let registers = &pmu.description.registers;
    let select = registers.iter().position(|register| register.selects.is_some()).expect("a select register");
    let mut missing = triples(select, &factors(&pmu, select, &profile));
    let total = missing.len();
    for number in 0..profile.programs_for(1, 5_000_000) {
        let mut written: BTreeMap<(u32, usize), u64> = BTreeMap::new();
        for op in generator.program(1, number).ops {
            let (OpKind::Access(access) | OpKind::Reset(Some(access))) = op.kind else { continue };
            let Some(data) = access.write else { continue };
            let Some((_, register, path)) = accessed_register(&access, &pmu) else { continue };
            if path.width < register.width {
                continue;
            }
            let at = registers.iter().position(|other| other == register).expect("a register");
            let is_select = register.pattern == registers[select].pattern;
            written.insert((access.unit, if is_select { select } else { at }), data);
            missing.retain(|triple| {
                let has = |&(at, field, value): &Special| {
                    let data = written.get(&(access.unit, at)).copied().unwrap_or(registers[at].fields[field].reset);
                    registers[at].fields[field].extract(data) == value
                };
                !triple.iter().all(has)
            });
        }
    }
    assert!(total > 0 && missing.is_empty(), "{} of {total}, such as {:?}", missing.len(), missing.first());
}

/// An overflow of all counters of a unit in the same cycle occurs often enough only if they are made ready, and if the events of a
/// PMU that are not described occur together.
#[rstest]
#[case("amd_k8/core", 180)]
#[case("intel_knc/core", 800)]
#[case("intel_nhmex/bbox", 880)]
fn all_counters_of_a_unit_overflow_together_often(#[case] place: &str, #[case] least: usize) {
    let (pmu, profile) = pmu_and_profile(place);
    let description = &pmu.description;
    let mut units: BTreeMap<usize, Vec<(Bits, u64)>> = BTreeMap::new();
    for counter in description.counters() {
        let bits = pmu.observation.slot(&description.counter_name(&counter)).bits();
        let most = u64::MAX >> (64 - description.registers[counter.register].used_bits());
        units.entry(counter.unit).or_default().push((bits, most));
    }
    let words = pmu.observation.words();
    let mut together = 0;
    each_batch(&pmu, &profile, |_, observations, _| {
        for pair in observations.windows(2 * words).step_by(words) {
            let (before, after) = pair.split_at(words);
            let overflows = |&(bits, most): &(Bits, u64)| most - bits.get(before) < 64 && bits.get(after) < 64;
            together += units.values().filter(|counters| counters.iter().all(overflows)).count();
        }
    });
    assert!(together >= least, "{together}");
}

/// Those with the counter of a fixed event too, although no register selects this event.
#[test]
fn most_subsets_of_the_counters_overflow_together() {
    let (pmu, profile) = pmu_and_profile("intel_ivt/imc");
    let points = Points::new(&pmu).expect("points");
    let mut sampler = Sampler::new(&points);
    let mut hits = sampler.finish(true);
    each_batch(&pmu, &profile, |frames, observations, is_last| {
        sampler.sample(frames, observations);
        if is_last {
            hits.join(&sampler.finish(true));
        }
    });
    let groups = points.situations(&hits).groups;
    let group = groups.into_iter().find(|group| group.name == "overflows_together").expect("the group");
    assert!(4 * group.missing.len() < group.total as usize, "{:?}", group.missing);
}

/// Steps the model through random programs of 2 million cycles. The function gets the frames and observations of each batch, and
/// whether the program ends with it.
fn each_batch(pmu: &Pmu, profile: &Profile, mut batches: impl FnMut(&[u64], &[u64], bool)) {
    let generator = Generator::new(pmu, profile);
    let (mut model, words) = (pmu.model(), pmu.observation.words());
    for number in 0..profile.programs_for(1, 2_000_000) {
        let program = generator.program(1, number);
        model.reset();
        let mut lowering = Lowering::new(pmu, &program.ops);
        let (mut batch, mut observations) = (Batch::default(), Vec::new());
        let mut left: u64 = program.ops.iter().map(Op::cycles).sum();
        while lowering.next_batch(&mut batch, 4096) {
            observations.clear();
            observations.resize(batch.ops.len() * words, 0);
            model.step_batch(&batch.frames, pmu.frame.words(), &mut observations, words);
            left -= batch.ops.len() as u64;
            batches(&batch.frames, &observations, left == 0);
        }
    }
}
