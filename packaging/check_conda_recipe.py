# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Checks conda/recipe.yaml against the schema of such recipes, expands its expressions, and
compares its version, files and programs with the sources.

    python3 packaging/check_conda_recipe.py SCHEMA
"""

import json
import re
import sys
from pathlib import Path

import jinja2
import jsonschema
import yaml

SOURCES = Path(__file__).resolve().parents[1]
FUNCTIONS = ("compiler", "pin_subpackage", "stdlib")


def expand(value, environment, names):
    """Returns the value with all expressions replaced, as a build would."""
    if isinstance(value, dict):
        return {key: expand(each, environment, names) for key, each in value.items()}
    if isinstance(value, list):
        return [expand(each, environment, names) for each in value]
    if isinstance(value, str):
        return environment.from_string(value).render(names)
    return value


def source_version():
    header = (SOURCES / "lib/include/ncf/version.hpp").read_text()
    return ".".join(re.findall(r"^#define NCF_VERSION_\w+ (\d+)$", header, re.MULTILINE))


def check(recipe):
    assert recipe["package"]["version"] == source_version(), "not the version of version.hpp"
    assert (SOURCES / recipe["about"]["license_file"]).is_file(), "no such license file"
    contents = [test["package_contents"] for test in recipe["tests"] if "package_contents" in test]
    for program in contents[0]["bin"]:
        assert (SOURCES / "apps" / f"{program}.cpp").is_file(), f"no such program: {program}"


def main(schema):
    recipe = yaml.safe_load((SOURCES / "packaging/conda/recipe.yaml").read_text())
    jsonschema.validate(recipe, json.loads(Path(schema).read_text()))
    environment = jinja2.Environment(variable_start_string="${{", variable_end_string="}}",
                                     undefined=jinja2.StrictUndefined)
    functions = {name: lambda *_, name=name, **__: name for name in FUNCTIONS}
    check(expand(recipe, environment, {**recipe["context"], **functions}))


if __name__ == "__main__":
    main(*sys.argv[1:])
