-- The answers of these charges were handed to their clients.
CREATE OR REPLACE FUNCTION deliver_searches(p_deliveries bigint[]) RETURNS void
LANGUAGE plpgsql SET enable_seqscan TO off AS $$
BEGIN
  DELETE FROM search_delivery WHERE history_id = ANY (p_deliveries);
END $$;
