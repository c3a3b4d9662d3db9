#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Checks the recipes for conda and Spack, as far as this is possible without these programs.
# SCHEMA is schema.json of https://github.com/prefix-dev/recipe-format. Needs flake8,
# python3-jinja2, python3-jsonschema and python3-yaml.
#
#   bash packaging/check_recipes.sh SCHEMA
set -euo pipefail
schema="$(realpath "${1:?usage: check_recipes.sh SCHEMA}")"
cd "$(dirname "${BASH_SOURCE[0]}")"

# These are the rules of `spack style`. Recipes import all names of spack.package (F403, F405).
python3 -m flake8 --isolated --max-line-length 99 --extend-ignore E203,E731,F403,F405 spack
python3 -B check_conda_recipe.py "$schema"
echo "the recipes are valid"
