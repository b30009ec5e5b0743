-- Queues what a changed row means for the systems of its user. Triggers rather than services do this, so that no way to
-- end a list or to book a payment can leave it out. `data` has numbers and names of things, never a line, a title or
-- what anybody wrote.
CREATE OR REPLACE FUNCTION note_webhook_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'users' THEN
      PERFORM queue_webhooks(NEW.id, 'credits.low', jsonb_build_object('balance', NEW.requests_count));
    WHEN 'payment' THEN
      PERFORM queue_webhooks(NEW.user_id, 'payment.completed', jsonb_build_object(
        'payment_id', NEW.id, 'amount', (NEW.amount_cents / 100.0)::numeric(12, 2)::text, 'credited', NEW.credited));
    WHEN 'list' THEN
      PERFORM queue_webhooks(NEW.user_id, 'list.done', (SELECT jsonb_build_object(
          'list_id', translate(encode(NEW.public_id, 'base64'), '+/=', '-_'),
          'rows', count(*), 'done', count(*) FILTER (WHERE state = 'done'),
          'failed', count(*) FILTER (WHERE state = 'failed'), 'charged', coalesce(sum(charged), 0))
        FROM list_row WHERE list_id = NEW.id));
    WHEN 'import_job' THEN
      PERFORM queue_webhooks(NEW.user_id, 'import.done', jsonb_build_object(
        'import_id', NEW.id, 'source', NEW.source_key, 'state', NEW.state, 'rows', NEW.row_count,
        'stored', (NEW.report->>'stored')::bigint));
  END CASE;
  RETURN NULL;
END $$;
