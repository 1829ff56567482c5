#!/usr/bin/env bash
# What the whole file is about.

set -euo pipefail

source ./lib/common.sh
. "$(dirname "$0")/level.sh"

readonly LIMIT=64
export PATH="$HOME/bin:$PATH" LANG=C
declare -a names=(one two)
declare -A colors=(
  [red]=1
  [green]=2
  [blue]=3
)
level=3
text="one
two
three"

# Fills a tank.
# $1: how much
fill() {
  local amount=$1
  total=$((total + amount))
  drain "$amount" | sort
}

function drain {
  echo "$1"
}

function with_both() (
  cd /tmp
  ls
)

one_line() { echo one; }

namespace::function-with.signs() {
  cat <<EOF
not_a_function() {
  echo no
}
EOF
  cat <<-'END'
	neither() { :; }
	END
}

if [[ -n "${DEBUG:-}" ]]; then
  log() {
    echo "$@" >&2
    date
  }
else
  log() { :; }
fi

case "$1" in
  start)
    begin() {
      echo begin
    }
    ;;
  *) ;;
esac

größe() {
  nested() { echo nested; }
  nested
}

fill 3
main "$@"
