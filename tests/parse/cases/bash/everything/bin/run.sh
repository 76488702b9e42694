#!/bin/bash
# Says it.
source ./lib.sh
. other.sh
readonly LIMIT=3
export NAME="x"
declare -a list
function run() { local x=1; greet "$x"; }
greet() {
  echo "hi $(name_of "$1")"
}
alias ll='ls -l'
run "$@" | greet
