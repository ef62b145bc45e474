#!/bin/sh
# Verifies the signature of a report of Assay, the report and the file, without a network.
#
#   sh verify-report.sh SIGNATURE.jws KEYS.json [--report REPORT.json] [--file FILE] [--authority CA.pem]
#
# SIGNATURE.jws is from …/report.jws, and KEYS.json from /.well-known/assay-report-keys.json. Needs OpenSSL 3.
# --authority: certificates of a time-stamp authority that you trust. Only signatures of revoked keys need it.
# Exit code: 0 if everything is right, 1 if something is refused, 2 if the arguments are wrong.
set -eu

usage() {
  sed -n '4p' "$0" >&2
  exit 2
}
refuse() {
  echo "REFUSED: $1"
  exit 1
}
decode() { # base64url on standard input
  data=$(tr '_-' '/+')
  case $((${#data} % 4)) in
    2) data="$data==" ;;
    3) data="$data=" ;;
  esac
  printf '%s' "$data" | openssl base64 -d -A
}
sha256() {
  openssl dgst -sha256 -r "$1" | cut -d ' ' -f 1
}

[ $# -ge 2 ] || usage
signature_file=$1
keys_file=$2
shift 2
report=
file=
authority=
while [ $# -gt 0 ]; do
  [ $# -ge 2 ] || usage
  case $1 in
    --report) report=$2 ;;
    --file) file=$2 ;;
    --authority) authority=$2 ;;
    *) usage ;;
  esac
  shift 2
done
for each in "$signature_file" "$keys_file" ${report:+"$report"} ${file:+"$file"} ${authority:+"$authority"}; do
  [ -r "$each" ] || { echo "cannot read $each" >&2; exit 2; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A signature is {"payload":"…","protected":"…","signature":"…"}, possibly with the time stamp, and nothing else.
jws=$(tr -d ' \t\r\n' <"$signature_file")
part='"\([A-Za-z0-9_-]*\)"'
stamp='\(,"header":{"etsiU":\[{"sigTst":{"tstTokens":\[{"val":"\([A-Za-z0-9+/=]*\)"}\]}}\]}\)\{0,1\}'
shape="^{\"payload\":$part,\"protected\":$part,\"signature\":$part$stamp}\$"
payload=$(printf '%s\n' "$jws" | sed -n "s#$shape#\1#p")
protected=$(printf '%s\n' "$jws" | sed -n "s#$shape#\2#p")
signature=$(printf '%s\n' "$jws" | sed -n "s#$shape#\3#p")
token=$(printf '%s\n' "$jws" | sed -n "s#$shape#\5#p")
[ -n "$payload" ] && [ -n "$protected" ] && [ -n "$signature" ] || refuse 'this is not the signature of a report'

header=$(printf '%s' "$protected" | decode 2>/dev/null || true)
kid=$(printf '%s\n' "$header" | sed -n 's/^{"alg":"EdDSA","kid":"\([A-Za-z0-9_-]*\)",.*/\1/p')
[ -n "$kid" ] || refuse 'the header was changed: it does not name an Ed25519 key'

# One key a line. Spaces are removed, also those of the reason of a revocation.
key=$(tr -d ' \t\r\n' <"$keys_file" | sed 's/{"kty"/\
{"kty"/g' | { grep "\"kid\":\"$kid\"" || true; } | head -n 1)
[ -n "$key" ] || refuse "the key $kid is not in $keys_file"
x=$(printf '%s\n' "$key" | sed -n 's/.*"x":"\([A-Za-z0-9_-]*\)".*/\1/p')
{
  printf '\060\052\060\005\006\003\053\145\160\003\041\000' # an Ed25519 public key in DER, before its 32 bytes
  printf '%s' "$x" | decode
} >"$work/key.der"

printf '%s.%s' "$protected" "$payload" >"$work/signed"
printf '%s' "$signature" | decode >"$work/signature" 2>/dev/null || true
encoded=$(openssl base64 -A -in "$work/signature" | tr '/+' '_-' | tr -d '=')
[ "$encoded" = "$signature" ] || refuse 'the signature was changed'
openssl pkeyutl -verify -pubin -keyform DER -inkey "$work/key.der" -rawin -in "$work/signed" \
  -sigfile "$work/signature" >"$work/answer" 2>&1 ||
  refuse 'the signature does not match: the payload, the header or the signature was changed'
case $key in
  *'"revoked":null'*) ;;
  *)
    [ -n "$token" ] || refuse "the key $kid is revoked"
    [ -n "$authority" ] || refuse "the key $kid is revoked; to verify the time stamp, add --authority"
    printf '%s' "$token" | openssl base64 -d -A >"$work/token"
    printf '%s' "$signature" >"$work/stamped"
    stamped=$(openssl ts -reply -in "$work/token" -token_in -text 2>/dev/null | sed -n 's/^Time stamp: //p')
    time=$(date -u -d "$stamped" +%Y-%m-%dT%H:%M:%S)
    # An expired certificate of the authority is accepted if it was valid at that time.
    openssl ts -verify -data "$work/stamped" -in "$work/token" -token_in -CAfile "$authority" \
      -attime "$(date -u -d "$stamped" +%s)" >"$work/answer" 2>&1 || refuse "the key $kid is revoked, and its time stamp does not verify"
    since=$(printf '%s\n' "$key" | sed -n 's/.*"since":"\([0-9T:.Z-]*\)".*/\1/p')
    [ "$(printf '%s\n%s\n' "$time" "$since" | sort | head -n 1)" = "$time" ] && [ "$time" != "${since%%.*}" ] ||
      refuse "the key $kid is revoked, and the time stamp of the signature is not older"
    echo "Time stamp: $time, before the key was revoked"
    ;;
esac
echo "Signature: good, by the key $kid"

printf '%s' "$payload" | decode >"$work/statement"
digest='"digest":{"sha256":"\([0-9a-f]*\)"}'
signed_report=$(sed -n "s/.*\"configuration\":\[{\"name\":\"report.json\",$digest.*/\1/p" "$work/statement")
signed_file=$(sed -n "s/.*\"subject\":\[{\"name\":\"\(\([^\"\\\\]\|\\\\.\)*\)\",$digest.*/\3/p" "$work/statement")
name=$(sed -n "s/.*\"subject\":\[{\"name\":\"\(\([^\"\\\\]\|\\\\.\)*\)\",.*/\1/p" "$work/statement")
result=$(sed -n 's/.*"predicate":{"result":"\([A-Z]*\)".*/\1/p' "$work/statement")
printf 'Result: %s, of %s\n' "$result" "$name"

if [ -n "$report" ]; then
  [ "$(sha256 "$report")" = "$signed_report" ] || refuse "$report is not the report that was signed"
  echo "Report: $report is the one that was signed"
fi
if [ -n "$file" ]; then
  [ "$signed_report" != "$signed_file" ] || refuse 'the signature names no file: the file was not read as a whole'
  [ "$(sha256 "$file")" = "$signed_file" ] || refuse "$file is not the file that was checked"
  echo "File: $file is the one that was checked"
fi
