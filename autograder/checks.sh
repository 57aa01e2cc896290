# How what was handed in is checked, by this machine or by another one. What the platforms run sources this, and has set
# `source`, the folder of the bundle, and `work`, one for what is temporary. `$work`/submission is what was handed in.

# With more options for the check. An interrupted check still says what it found. In the foreground: else timeout signals
# the check and then its whole process group, and a second interrupt means "stop now".
check_here() {
  local as=()
  if [ "$(id -u)" = 0 ] && id warpledger >/dev/null 2>&1; then
    chown -R warpledger "$work"
    as=(setpriv --reuid=warpledger --regid="$(id -g warpledger)" --clear-groups --no-new-privs)
  fi
  (cd "$source"/course && HOME=$work TMPDIR=$work XDG_STATE_HOME=$work PATH=$PATH:$source/program/bin "${as[@]}" \
    timeout --foreground --signal=INT --kill-after=45 "$limit_s" warpledger check "$submission" \
    --experiment "$experiment" --device "$device" "${set[@]}" --quiet "$@")
}

# What was handed in as an archive.
packed() {
  if [ -f "$submission" ]; then cat "$submission"; else tar -C "$submission" -czf - .; fi
}

# Says on standard output what the other machine does, which has killed the check 45 s after its limit. `$1` is what it
# is asked, $WARPLEDGER_SSH stands for ssh where this is tried.
check_there() {
  install -m 600 "$source"/bridge_key "$work"/key
  packed | timeout $((limit_s + 50)) ${WARPLEDGER_SSH:-ssh} -i "$work"/key -T -o BatchMode=yes -o IdentitiesOnly=yes \
    -o ConnectTimeout=20 -o StrictHostKeyChecking=yes -o UserKnownHostsFile="$source"/known_hosts "$bridge" "$1" |
    head -c 4194304
  return "${PIPESTATUS[1]}"
}

# Why nothing came of a check that ended so; empty where something did.
why_not_checked() {
  case $1 in
    0 | 1 | 2) ;;
    124 | 137) echo "time ran out. See whether a kernel never ends; else hand in again later." ;;
    *)
      echo "the autograder failed, which is no fault of your submission. Hand in again later, and tell the course's" \
        "staff if it stays so."
      ;;
  esac
}
