-- Queues an event for every address of a user that wants it, in the caller's transaction: what is rolled back is told to
-- nobody. An event has one id at all addresses.
CREATE OR REPLACE FUNCTION queue_webhooks(p_user integer, p_event text, p_data jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_event uuid := gen_random_uuid();
BEGIN
  INSERT INTO webhook_delivery (webhook_id, event_id, event, data)
    SELECT id, v_event, p_event, p_data FROM webhook WHERE user_id = p_user AND p_event = ANY (events);
END $$;
