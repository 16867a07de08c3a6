#!/usr/bin/env python3
"""Prose lint: looks for words that docs/glossary.md bans, by the rules of tools/prose.ini.

    tools/prose.py                 the files that git tracks; exit status 1 if there is a finding
    tools/prose.py FILE...         these files
    tools/prose.py --counts        the number of findings for each file
    tools/prose.py --data          strings of TOML files too
    tools/prose.py --self-test     checks the rules and the extraction of text from each kind of file

It reads pages, comments, help texts and messages. It does not read code, code spans or fenced code. Between the comments
`prose:` `off` and `prose:` `on` it reads nothing. Standard library only; Python 3.6 or later.
"""

import argparse
import bisect
import collections
import configparser
import fnmatch
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = ROOT / "tools" / "prose.ini"

# What separates two texts. No pattern matches across it.
GAP = "\0"

C_TOKENS = r"""(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)|(?P<string>"(?:\\.|[^"\\\n])*")|'(?:\\.|[^'\\\n])'"""
TOKENS = {
    "rust": r"""(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)|b?r(?P<hashes>\#*)"(?P<raw>.*?)"(?P=hashes)"""
    r"""|b?(?P<string>"(?:\\.|[^"\\])*")|'(?:\\.|[^'\\\n])'""",
    "c": C_TOKENS,
    "js": C_TOKENS + r"""|'(?:\\.|[^'\\\n])*'""",
    "verilog": r"""(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)|"(?:\\.|[^"\\\n])*\"""",
    "python": r"(?P<line>\#[^\n]*)|(?P<raw>\"\"\".*?\"\"\")|(?P<string>\"(?:\\.|[^\"\\\n])*\")|'(?:\\.|[^'\\\n])*'",
    "toml": r"(?P<line>\#[^\n]*)|\"\"\"(?P<raw3>.*?)\"\"\"|'''.*?'''|(?P<data>\"(?:\\.|[^\"\\\n])*\")|'[^'\n]*'",
    "shell": r"(?<![\w$'\"{\\])(?P<line>\#[^\n]*)|(?P<string>\"(?:\\.|[^\"\\])*\")|'[^']*'",
    "hash": r"(?<![\w$&'\"{\\])(?P<line>\#[^\n]*)",
}
KINDS = {
    ".rs": "rust", ".h": "c", ".cc": "c", ".cpp": "c", ".js": "js", ".v": "verilog", ".vh": "verilog", ".sv": "verilog",
    ".py": "python", ".toml": "toml", ".sh": "shell", ".sbatch": "shell", ".md": "page", ".html": "html", ".pmu": "hash",
    ".yaml": "hash", ".yml": "hash", ".core": "hash", ".xdc": "hash", ".lpf": "hash", ".pcf": "hash",
    "Makefile": "hash", "run": "shell", ".gitignore": "hash",
}
INNER_KINDS = {".toml.in": "toml", ".rs.in": "rust", ".v.in": "verilog", ".pmu.in": "hash"}

# Text that is not read.
MARKER = re.compile(r"prose: (?:off)\b.*?(?:prose: on\b|\Z)", re.S)

# Characters around a match in which what allows it must be.
NEAR = 80

# Values of TOML keys that are code: statements of programs, Verilog, patterns.
CODE_KEYS = re.compile(r"^\s*(?:\"[^\"]*\"|(?:act|also|arm|before|find|adds|replace|prepare|set|lead|statements|value|path|bins|cross))\s*=")
TOKEN_PATTERNS = {kind: re.compile(pattern, re.S | re.X if kind == "rust" else re.S) for kind, pattern in TOKENS.items()}
NAME = re.compile(r"\b(?:fn|struct|enum|trait|type|mod|const|static|union)\s+(?:mut\s+)?([A-Za-z_][A-Za-z0-9_]*)")


class Text:
    """The prose of a file: as long as the file, with GAP in place of everything else."""

    def __init__(self, source):
        self.source = source
        self.prose = [GAP] * len(source)

    def keep(self, start, end):
        self.prose[start:end] = self.source[start:end]

    def blank(self, start, end):
        """Something that neither separates nor says anything, such as the start of a comment's next line."""
        for at in range(start, end):
            self.prose[at] = "\n" if self.source[at] == "\n" else " "

    def gap(self, start, end):
        self.prose[start:end] = GAP * (end - start)

    def drop(self, pattern):
        """Takes out what is code inside of prose."""
        for match in re.finditer(pattern, "".join(self.prose), re.S):
            self.gap(*match.span())


def is_sentence(text):
    """A string of code is a message if it has three words or more."""
    return len(re.findall(r"[A-Za-z]{2,}", text)) >= 3 and " " in text.strip()


def comment(text, match, previous):
    """A line comment: goes on with the one on the line before if nothing but space is between them."""
    start, end = match.span()
    lead = re.match(r"(?://[/!]?|\#+[!]?)\s?", match.group()).end()
    body = match.group()[lead:]
    if previous is not None and body.strip():
        between = text.source[previous:start]
        if not between.strip() and between.count("\n") == 1:
            text.blank(previous, start + lead)
    if body.strip():
        text.keep(start + lead, end)
        return end
    return None


def string(text, start, end):
    """A string literal, with its escapes blanked."""
    if is_sentence(text.source[start:end]):
        text.keep(start, end)
        for escape in re.finditer(r"\\(?:\r?\n\s*|.)", text.source[start:end], re.S):
            text.blank(start + escape.start(), start + escape.end())


def block(text, start, end):
    text.keep(start, end)
    for lead in re.finditer(r"\n[ \t]*\*?", text.source[start:end]):
        text.blank(start + lead.start(), start + lead.end())


def is_code_value(source, start):
    line = source[source.rfind("\n", 0, start) + 1:start]
    return CODE_KEYS.match(line) is not None


def read_code(text, kind, wanted):
    previous = None
    for match in TOKEN_PATTERNS[kind].finditer(text.source):
        groups = match.groupdict()
        if groups.get("line") is not None:
            previous = comment(text, match, previous)
        elif groups.get("block") is not None:
            block(text, *match.span())
        elif "message" in wanted and groups.get("string") is not None:
            string(text, match.start("string") + 1, match.end("string") - 1)
        elif "message" in wanted and groups.get("raw") is not None:
            string(text, *match.span("raw"))
        elif "data" in wanted and groups.get("data") is not None and not is_code_value(text.source, match.start()):
            string(text, match.start() + 1, match.end() - 1)
    if kind in ("rust", "page"):
        text.drop(r"```.*?```")


def read_page(text):
    fenced = False
    at = 0
    previous_blank = True
    for line in text.source.splitlines(keepends=True):
        is_fence = re.match(r"\s*(?:```|~~~)", line)
        if is_fence:
            fenced = not fenced
        indented = line.startswith("    ") and previous_blank
        if not fenced and not is_fence and not indented and line.strip():
            text.keep(at, at + len(line))
        previous_blank = not line.strip() or indented
        at += len(line)
    text.drop(r"\]\([^)\0]*\)|<https?:[^>\0]*>|https?://\S+")


def read_html(text):
    text.keep(0, len(text.source))
    text.drop(r"<(script|style)\b.*?</\1>|<[^>]*>|\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}")


def kind_of(name):
    for ending, kind in INNER_KINDS.items():
        if name.endswith(ending):
            return kind
    return KINDS.get(pathlib.PurePath(name).suffix) or KINDS.get(pathlib.PurePath(name).name)


def prose_of(source, kind, wanted):
    """The text of a file that the rules apply to, or None if a file of this kind has none."""
    text = Text(source)
    if kind == "page":
        read_page(text)
    elif kind == "html":
        read_html(text)
    else:
        read_code(text, kind, wanted)
    for marker in MARKER.finditer(source):
        text.gap(*marker.span())
    text.drop(r"``[^\0]{1,400}?``|`[^`\0]{1,300}?`" if kind != "verilog" else r"`[^`\0\n]{1,100}?`")
    return "".join(text.prose)


def without_gaps(prose):
    """The text with one GAP for each run of them, and where each piece of it was: (offset now, offset before)."""
    pieces, offsets, length = [], [], 0
    for match in re.finditer("[^%s]+" % GAP, prose):
        offsets.append((length, match.start()))
        pieces.append(match.group())
        length += len(match.group()) + 1
    return GAP.join(pieces), offsets


def offset_in(offsets, at):
    now, before = offsets[bisect.bisect_right(offsets, (at, sys.maxsize)) - 1]
    return before + at - now


def words_of_names(source):
    """Names that Rust code declares, word by word: (offset, words)."""
    for match in NAME.finditer(source):
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", match.group(1)).replace("_", " ").lower().strip()
        yield match.start(1), words


class Rule:
    def __init__(self, name, section):
        self.name = name
        self.use = section["use"]
        pattern = "|".join(part for part in section["words"].splitlines() if part.strip())
        unless = "|".join(part for part in section.get("unless", "").splitlines() if part.strip())
        spaced = re.sub(r"(?<!\\) ", r"\\s+", pattern)
        self.words = re.compile(r"(?<![\w-])(?:%s)(?![\w-])" % spaced, re.I)
        self.unless = re.compile(re.sub(r"(?<!\\) ", r"\\s+", unless), re.I) if unless else None
        names = section.get("names")
        self.names = re.compile(r"\b(?:%s)\b" % names) if names else None
        self.finds = [line for line in section.get("finds", "").splitlines() if line.strip()]
        self.passes = [line for line in section.get("passes", "").splitlines() if line.strip()]

    def search(self, prose):
        """Matches that are not inside of what `unless` allows."""
        found = list(self.words.finditer(prose))
        return [match for match in found if not self.is_allowed(prose, *match.span())]

    def is_allowed(self, prose, start, end):
        if self.unless is None:
            return False
        near = self.unless.finditer(prose, max(0, start - NEAR), end + NEAR)
        return any(match.start() <= start and end <= match.end() for match in near)


class Lint:
    def __init__(self, rules_file):
        parser = configparser.ConfigParser(interpolation=None, comment_prefixes=("#",), delimiters=("=",))
        with open(str(rules_file), encoding="utf-8") as file:
            parser.read_file(file)
        self.skip = parser["lint"]["skip"].split()
        self.with_markers = set(parser["lint"]["markers"].split())
        self.wanted = set(parser["lint"]["kinds"].split())
        self.rules = [Rule(name, parser[name]) for name in parser.sections() if name != "lint"]

    def files(self):
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=str(ROOT), stdout=subprocess.PIPE, check=True).stdout.decode()
        for name in sorted(listed.split("\0")):
            if name and kind_of(name) and not any(fnmatch.fnmatch(name, skip) for skip in self.skip):
                if (ROOT / name).is_file():
                    yield name

    def check(self, source, name):
        """Findings in a text: (line, words, use)."""
        kind = kind_of(name)
        prose, offsets = without_gaps(prose_of(source, kind, self.wanted))
        starts = [0] + [match.end() for match in re.finditer("\n", source)]
        found = []
        for match in MARKER.finditer(source):
            if name not in self.with_markers or not match.group().endswith("on"):
                found.append((bisect.bisect_right(starts, match.start()), "prose: off", "no markers here, or end the region"))
        for rule in self.rules:
            for match in rule.search(prose):
                line = bisect.bisect_right(starts, offset_in(offsets, match.start()))
                found.append((line, " ".join(match.group().split()), rule.use))
        if kind == "rust" and "name" in self.wanted:
            for at, words in words_of_names(source):
                for rule in self.rules:
                    if rule.names and rule.names.search(words):
                        found.append((bisect.bisect_right(starts, at), words.replace(" ", "_"), rule.use))
        return sorted(found)

    def check_file(self, path, name):
        with open(str(path), encoding="utf-8", errors="replace") as file:
            return self.check(file.read(), name)


# prose: off
# A planted sentence in each kind of file, and the line of it that must be found.
PLANTED = "zoo of red clocks"
SAMPLES = {
    "page.md": ("# Title\n\nThe `zoo` is code.\n\n```\nzoo of red clocks\n```\n\nThis is a zoo of red\nclocks.\n", [9, 9, 10]),
    "doc.rs": ("/// It is a zoo of red\n/// clocks. Not `zoo of red clocks`.\nfn run<'a>(c: char) { let q = '\"'; }\n", [1, 1, 2]),
    "help.rs": ('#[command(after_help = "Run it on a zoo of red \\\n                        clocks.")]\nstruct A; // zoo\n', [1, 1, 2, 3]),
    "plain.rs": ('const BUG_FILE: &str = "zoo.toml"; // a clock edge of clk\n', []),
    "name.rs": ("mod tests {\n    fn a_run_that_is_red_fails() {}\n}\nstruct ZooReport;\n", [2, 4]),
    "top.v": ("module top; // a zoo\n// of red clocks: 3 ns\nendmodule\n", [1, 2, 2]),
    "list.toml": ('# A zoo of red clocks.\nname = "zoo#1"\ndoc = "one of the clocks"\nfind = "a zoo of things"\n', [1, 1, 1, 3]),
    "Makefile": ("all: ## A zoo of red clocks\n\t@echo zoo of red clocks\n", [1, 1, 1]),
    "tool.sh": ("#!/bin/sh\n# A zoo of red clocks\necho $#zoo\n", [2, 2, 2]),
    "tool.py": ('"""A zoo of red clocks."""\nx = 1  # A zoo\n', [1, 1, 1, 2]),
    "case.pmu": ("pmu k8 # a zoo of red clocks\n", [1, 1, 1]),
    "page.html": ("<p>A zoo of <b>red</b> runs, <i title='zoo'>red clocks</i>.</p>{{ zoo }}\n", [1, 1, 1, 1]),
    "off.md": ("<!-- prose: " "off -->\nA zoo of red clocks.\n<!-- prose: " "on -->\nA zoo.\n", [4]),
    "open.md": ("<!-- prose: " "off -->\nA zoo.\n", [1]),
}
# prose: on


def self_test(lint):
    lint.wanted = {"message", "name", "data"}
    lint.with_markers = {"off.md"}
    faults = []
    for name, (source, lines) in sorted(SAMPLES.items()):
        found = [line for line, _, _ in lint.check(source, name)]
        if found != lines:
            faults.append("%s: findings in lines %s, expected %s" % (name, found, lines))
    for rule in lint.rules:
        if not rule.finds:
            faults.append("[%s] has no example in `finds`" % rule.name)
        for sentence in rule.finds:
            if not rule.search(sentence):
                faults.append("[%s] does not find: %s" % (rule.name, sentence))
        for sentence in rule.passes:
            if rule.search(sentence):
                faults.append("[%s] finds: %s" % (rule.name, sentence))
    # As a command: a planted file fails, a clean one passes.
    with tempfile.TemporaryDirectory() as folder:
        for text, status in ((PLANTED, 1), ("seeded bugs of failing cycles", 0)):
            page = pathlib.Path(folder) / "page.md"
            page.write_text(text + "\n", encoding="utf-8")
            run = subprocess.run([sys.executable, __file__, str(page)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if run.returncode != status:
                faults.append("status %d for %r, expected %d" % (run.returncode, text, status))
    return faults


def chosen_of(paths, tracked):
    """The files that are named, and the tracked ones below the folders that are named."""
    for path in map(pathlib.Path, paths):
        if path.is_dir():
            yield from (pair for pair in tracked if path.resolve() in pair[0].resolve().parents)
        else:
            yield path, str(path)


def main():
    parser = argparse.ArgumentParser(description="Looks for words that docs/glossary.md bans.")
    parser.add_argument("files", nargs="*", metavar="PATH", help="files, or folders of tracked files [default: all]")
    parser.add_argument("--counts", action="store_true", help="print the number of findings for each file")
    parser.add_argument("--data", action="store_true", help="also read strings of TOML files")
    parser.add_argument("--self-test", action="store_true", help="check the rules and the extraction of text")
    arguments = parser.parse_args()
    lint = Lint(RULES)
    if arguments.self_test:
        faults = self_test(lint)
        for fault in faults:
            print("error: self-test: " + fault, file=sys.stderr)
        return 1 if faults else 0
    if arguments.data:
        lint.wanted.add("data")
    for path in arguments.files:
        if not pathlib.Path(path).exists() or (pathlib.Path(path).is_file() and kind_of(path) is None):
            print("error: %s: no such file, or not of a kind that holds prose" % path, file=sys.stderr)
            return 2
    try:
        tracked = [(ROOT / name, name) for name in lint.files()]
        chosen = list(chosen_of(arguments.files, tracked)) if arguments.files else tracked
    except (OSError, subprocess.CalledProcessError) as error:
        print("error: git cannot list the files: %s" % error, file=sys.stderr)
        return 3
    total = collections.Counter()
    for path, name in chosen:
        for line, words, use in lint.check_file(path, name):
            total[name] += 1
            if not arguments.counts:
                print('%s:%d: "%s": use %s' % (name, line, words, use))
    if arguments.counts:
        for name, count in sorted(total.items(), key=lambda item: (-item[1], item[0])):
            print("%6d %s" % (count, name))
    if total:
        summary = "prose: %d findings in %d files; docs/glossary.md has the words to use"
        print(summary % (sum(total.values()), len(total)), file=sys.stderr)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
