#!/usr/bin/env bash
# Makes an authority and a certificate for each named node, unless they are there. Arguments: names of the nodes.
set -euo pipefail
umask 027
cd /certs
tool=/usr/share/elasticsearch/bin/elasticsearch-certutil
# Three years, the default, would end in a cluster of which no node trusts another.
days=3650

if [ ! -f ca.crt ]; then
  "$tool" ca --silent --pem --days "$days" --out /tmp/ca.zip
  unzip -qjo /tmp/ca.zip -d .
fi
for name in "$@"; do
  if [ ! -f "$name.crt" ]; then
    "$tool" cert --silent --pem --days "$days" --ca-cert ca.crt --ca-key ca.key --name "$name" \
      --dns "$name" --dns localhost --ip 127.0.0.1 --out "/tmp/$name.zip"
    unzip -qjo "/tmp/$name.zip" -d .
  fi
done

# The nodes read their keys as this user; the product needs nothing but the authority's certificate.
chown -R 1000:0 /certs
chmod 600 ca.key
install -m 644 ca.crt /authority/ca.crt
# The product is an ordinary user in its own image, and this volume begins as root's.
chown 1000:1000 /data
