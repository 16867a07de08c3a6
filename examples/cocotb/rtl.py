"""The RTL of the tree: sources and places of state words in the rtl.toml of a folder."""

import re

try:
    import tomllib
except ImportError:  # before Python 3.11
    import tomli as tomllib

INDEX = re.compile(r"\\\{(\w+)\\\}")


class Rtl:
    """The RTL in a folder."""

    def __init__(self, folder):
        self.facts = tomllib.loads((folder / "rtl.toml").read_text())
        self.top = self.facts["top"]
        self.sources = [(folder / file).resolve() for file in self.facts["sources"]]
        self.include = [(folder / include).resolve() for include in self.facts.get("include", [])]

    def state(self, places):
        """The paths of those state words that it places, by their names."""
        found = {}
        for name in (place[0] for place in places if not place[3]):
            for word in self.facts["state"]:
                # {unit} and {index} stand for numbers.
                pattern = INDEX.sub(r"(?P<\1>[0-9]+)", re.escape(word["name"]))
                if numbers := re.fullmatch(pattern, name):
                    found[name] = word["path"].format(**numbers.groupdict())
        return found
