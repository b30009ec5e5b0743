-- What a seal says as one SHA-256, over that of the seal before it.
CREATE OR REPLACE FUNCTION audit_seal_hash(p_n integer, p_first bigint, p_last bigint, p_rows integer,
  p_newest timestamptz, p_digest bytea, p_before bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to(concat_ws('|', p_n, p_first, p_last, p_rows, (extract(epoch FROM p_newest) * 1000000)::bigint,
    encode(p_digest, 'hex'), encode(p_before, 'hex')), 'UTF8'))
$$;
