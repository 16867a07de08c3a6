"""Prints the registers of a SystemRDL file as JSON: registers.py FILE

The last addrmap of the file is the top. Exit status 2: the file has an error, which standard error reports with its place.
"""

import json
import sys

from systemrdl import RDLCompileError, RDLCompiler
from systemrdl.node import FieldNode, MemNode, RegNode

PREFIX = "pmu_"


def named(value):
    """The name of a value of an enumeration, such as that of `sw`."""
    return None if value is None else value.name


def common(node):
    """What every component has. An element of an array has its index in its name."""
    own = [name for name in node.list_properties() if name.startswith(PREFIX)]
    return {
        "name": node.get_path_segment(array_suffix="_{index:d}"),
        "path": node.get_path(),
        "doc": node.get_property("desc") or "",
        "properties": {name: node.get_property(name) for name in own},
    }


def field(node):
    reset = node.get_property("reset")
    return {
        **common(node),
        "low": node.low,
        "width": node.width,
        "sw": named(node.get_property("sw")),
        "hw": named(node.get_property("hw")),
        "onread": named(node.get_property("onread")),
        "onwrite": named(node.get_property("onwrite")),
        # A reset may also be the value of a signal, which is no number.
        "reset": reset if isinstance(reset, int) and reset < 1 << 64 else None,
        "has_reset_signal": reset is not None and not isinstance(reset, int),
    }


def block(node):
    """A register, or what contains registers."""
    found = {**common(node), "address": node.absolute_address, "fields": [], "blocks": []}
    if isinstance(node, RegNode):
        found |= {
            "width": node.get_property("regwidth"),
            "access_width": node.get_property("accesswidth"),
            "is_alias": node.is_alias,
        }
    if isinstance(node, MemNode):
        found |= {"is_memory": True}
    for child in node.children(unroll=True, skip_not_present=True):
        if isinstance(child, FieldNode):
            found["fields"].append(field(child))
        elif hasattr(child, "absolute_address"):
            found["blocks"].append(block(child))
    return found


def main():
    compiler = RDLCompiler()
    try:
        compiler.compile_file(sys.argv[1])
        top = compiler.elaborate().top
    except RDLCompileError:
        sys.exit(2)
    json.dump({**block(top), "title": top.get_property("name")}, sys.stdout)


if __name__ == "__main__":
    main()
