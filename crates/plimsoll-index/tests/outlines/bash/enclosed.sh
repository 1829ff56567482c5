#!/bin/sh
# Texts with something in them stay whole; nothing stands between the items of a case.

usage='
one
two
three
'
config="$(cat <<END
level=$1
END
)"

case "$1" in
  --verbose)
    log() {
      echo "$@"
    }
    ;;
  --config)
    . /etc/tank.conf
    ;;
  *)
    log() { :; }
    ;;
esac

names=()
pump() {
  names=(a b)
  echo "${names[@]}"
}
