//! IP-XACT, IEEE 1685-2014.

use super::map::{Map, PathField, PathRegister, SpaceBlock, UnitBlock};
use super::property::{Property, Value};
use super::xml::Xml;
use golden_model_core::description::{Description, Field};

/// Namespaces of the document: that of the standard, and that of our properties.
const NAMESPACES: [(&str, &str); 2] =
    [("xmlns:ipxact", "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"), ("xmlns:pmu", "urn:pmu-cosim:registers")];

/// The registers of a PMU as a component in IP-XACT.
pub fn ip_xact(description: &Description) -> String {
    let map = Map::new(description);
    let mut xml = Xml::new();
    xml.element("ipxact:component", &NAMESPACES, |xml| {
        xml.text("ipxact:vendor", "pmu-cosim");
        xml.text("ipxact:library", "pmu");
        xml.text("ipxact:name", &description.id);
        xml.text("ipxact:version", env!("CARGO_PKG_VERSION"));
        xml.element("ipxact:memoryMaps", &[], |xml| {
            map.units.iter().for_each(|block| unit(xml, block));
        });
        xml.text("ipxact:description", &description.name);
        extensions(xml, &map.properties);
    });
    xml.finish()
}

/// The memory map of a unit: a block for each of its spaces.
fn unit(xml: &mut Xml, block: &UnitBlock) {
    xml.element("ipxact:memoryMap", &[], |xml| {
        xml.text("ipxact:name", &block.unit.name);
        block.spaces.iter().for_each(|block| space(xml, block));
        xml.text("ipxact:addressUnitBits", "8");
        extensions(xml, &block.properties);
    });
}

fn space(xml: &mut Xml, block: &SpaceBlock) {
    let width = block.registers.iter().map(|register| register.width).max().unwrap_or(0);
    xml.element("ipxact:addressBlock", &[], |xml| {
        xml.text("ipxact:name", &block.space.name);
        xml.text("ipxact:description", &block.space.doc);
        xml.text("ipxact:baseAddress", &hex(block.offset));
        xml.text("ipxact:range", &hex(block.size));
        xml.text("ipxact:width", &width.to_string());
        xml.text("ipxact:usage", "register");
        block.registers.iter().for_each(|of| register(xml, of));
        extensions(xml, &block.properties);
    });
}

fn register(xml: &mut Xml, register: &PathRegister) {
    xml.element("ipxact:register", &[], |xml| {
        xml.text("ipxact:name", &register.name);
        xml.text("ipxact:description", register.doc);
        xml.text("ipxact:addressOffset", &hex(register.offset));
        xml.text("ipxact:size", &register.width.to_string());
        // The lowest first, as other tools write them.
        // Tools drop reserved fields, and then registers without fields.
        let has_others = register.fields.iter().any(|of| !of.field.is_reserved());
        register.fields.iter().rev().for_each(|of| field(xml, of, has_others && of.field.is_reserved()));
        extensions(xml, &register.properties);
    });
}

fn field(xml: &mut Xml, of: &PathField, is_reserved: bool) {
    let PathField { field, low, width, reset, access, properties } = of;
    let Field { name, doc, .. } = field;
    let by_software = match access.sw {
        "r" => "read-only",
        "w" => "write-only",
        _ => "read-write",
    };
    xml.element("ipxact:field", &[], |xml| {
        xml.text("ipxact:name", name);
        xml.text("ipxact:description", doc);
        xml.text("ipxact:bitOffset", &low.to_string());
        xml.element("ipxact:resets", &[], |xml| {
            xml.element("ipxact:reset", &[], |xml| xml.text("ipxact:value", &hex(*reset)));
        });
        xml.text("ipxact:bitWidth", &width.to_string());
        if access.hw.contains('w') {
            xml.text("ipxact:volatile", "true");
        }
        xml.text("ipxact:access", by_software);
        match access.onwrite {
            Some("woclr") => xml.text("ipxact:modifiedWriteValue", "oneToClear"),
            Some(_) => xml.text("ipxact:modifiedWriteValue", "oneToSet"),
            None => {}
        }
        if is_reserved {
            xml.text("ipxact:reserved", "true");
        }
        extensions(xml, properties);
    });
}

/// Our properties.
fn extensions(xml: &mut Xml, properties: &[Property]) {
    if properties.is_empty() {
        return;
    }
    xml.element("ipxact:vendorExtensions", &[], |xml| {
        for (name, value) in properties {
            let value = match value {
                Value::Text(text) => text.clone(),
                Value::Number(number) => format!("{number:#x}"),
                Value::Flag => "true".to_owned(),
            };
            xml.text(&name.replacen("pmu_", "pmu:", 1), &value);
        }
    });
}

/// A number in the notation of the standard.
fn hex(value: u64) -> String {
    format!("'h{value:x}")
}
