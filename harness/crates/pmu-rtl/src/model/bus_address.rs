//! The address of a standard bus, made of parts of the register port.

use crate::design::bus::Bus;
use crate::design::missing_ports::bits;

/// How the register port makes the address of the bus, in Verilog.
pub(super) struct Address {
    pub mapped: String,
    /// Whether the access is one of those that the address can express.
    pub reachable: String,
}

/// The address of the bus: the given parts of the register port, or as many bits of `bus_addr` as it has.
pub(super) fn bus_address(bus: &Bus, width: u32) -> Result<Address, String> {
    const PARTS: [(&str, u32); 3] = [("bus_space", 4), ("bus_unit", 8), ("bus_addr", 32)];
    let default = [format!("bus_addr[{}:0]", width.min(32) - 1)];
    let given = bus.address.as_deref().unwrap_or(&default);
    let mut used: Vec<(&str, u32, u32)> = Vec::new();
    for part in given {
        let (name, range) = part.split_once('[').map_or((part.as_str(), None), |(name, range)| (name, Some(range)));
        let Some((name, all)) = PARTS.into_iter().find(|(known, _)| *known == name) else {
            return Err(format!("there is no {part}; its parts are bus_addr, bus_unit and bus_space, or bits of them"));
        };
        let bounds = match range {
            None => Some((all - 1, 0)),
            Some(range) => range
                .strip_suffix(']')
                .and_then(|range| range.split_once(':'))
                .and_then(|(high, low)| Some((high.trim().parse::<u32>().ok()?, low.trim().parse::<u32>().ok()?))),
        };
        match bounds {
            Some((high, low)) if low <= high && high < all => used.push((name, high, low)),
            _ => return Err(format!("{part} is not a part such as {name}[{}:0]", all - 1)),
        }
    }
    let total: u32 = used.iter().map(|(_, high, low)| high - low + 1).sum();
    if total > width {
        return Err(format!("its parts have {}, more than the {width} of the bus", bits(total)));
    }
    let mut mapped: Vec<String> = used.iter().rev().map(|(name, high, low)| format!("{name}[{high}:{low}]")).collect();
    if total < width {
        mapped.insert(0, format!("{}'d0", width - total));
    }
    // Bits of the register port that are not part of the address must be 0.
    let mut zero = Vec::new();
    for (name, all) in PARTS {
        for bit in 0..all {
            if !used.iter().any(|(one, high, low)| *one == name && (*low..=*high).contains(&bit)) {
                zero.push(format!("{name}[{bit}]"));
            }
        }
    }
    let reachable = if zero.is_empty() { "1'b1".to_owned() } else { format!("~|{{{}}}", zero.join(", ")) };
    Ok(Address { mapped: format!("{{{}}}", mapped.join(", ")), reachable })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::bus::Protocol;
    use rstest::rstest;
    use std::collections::BTreeMap;

    fn bus(address: Option<&[&str]>) -> Bus {
        let address = address.map(|parts| parts.iter().map(|part| (*part).to_owned()).collect());
        let (protocol, signals) = (Protocol::Apb, BTreeMap::new());
        Bus { protocol, wait_states: 0, write: None, read: None, answer: None, address, signals }
    }

    #[rstest]
    #[case::all(Some(&["bus_addr", "bus_unit", "bus_space"][..]), 44, "{bus_space[3:0], bus_unit[7:0], bus_addr[31:0]}", 0)]
    #[case::default_of_a_narrow_bus(None, 12, "{bus_addr[11:0]}", 32)]
    #[case::default_of_a_wide_bus(None, 40, "{8'd0, bus_addr[31:0]}", 12)]
    #[case::bits(Some(&["bus_addr[3:0]", "bus_unit[1:0]"][..]), 8, "{2'd0, bus_unit[1:0], bus_addr[3:0]}", 38)]
    fn address_is_made_of_parts_and_other_bits_must_be_0(
        #[case] parts: Option<&[&str]>,
        #[case] width: u32,
        #[case] mapped: &str,
        #[case] zero: usize,
    ) {
        let found = bus_address(&bus(parts), width).expect("an address");
        assert_eq!(found.mapped, mapped);
        let bits = if found.reachable == "1'b1" { 0 } else { found.reachable.split(',').count() };
        assert_eq!(bits, zero, "{}", found.reachable);
    }
}
