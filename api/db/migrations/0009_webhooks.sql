-- What is told to the systems of users. What the columns mean stands in `api/db/schema/webhooks.ts`.

CREATE TABLE webhook (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL
    CONSTRAINT webhook_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  slot smallint NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  nonce bytea NOT NULL,
  masked text NOT NULL,
  secret_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  CONSTRAINT webhook_slot UNIQUE (user_id, slot)
);

CREATE TABLE webhook_delivery (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  webhook_id integer NOT NULL
    CONSTRAINT webhook_delivery_webhook_id_webhook_id_fk REFERENCES webhook ON DELETE CASCADE,
  event_id uuid NOT NULL,
  event text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting',
  attempts smallint NOT NULL DEFAULT 0,
  queued_at timestamptz NOT NULL DEFAULT now(),
  next_at timestamptz NOT NULL DEFAULT now(),
  tried_at timestamptz,
  status smallint,
  failure text,
  took_ms integer,
  CONSTRAINT webhook_delivery_state_known CHECK (state in ('waiting', 'delivered', 'failed'))
);
CREATE INDEX webhook_delivery_log ON webhook_delivery (webhook_id, id DESC);
CREATE INDEX webhook_delivery_due ON webhook_delivery (next_at) WHERE state = 'waiting';
CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);

-- Their conditions are asked of every change, and a search changes a balance: the function is called for what is told.
CREATE TRIGGER webhook_credits_low AFTER UPDATE OF requests_count ON users
  FOR EACH ROW WHEN (OLD.requests_count >= 100 AND NEW.requests_count < 100)
  EXECUTE FUNCTION note_webhook_event();
CREATE TRIGGER webhook_payment_completed AFTER UPDATE OF completed_at ON payment
  FOR EACH ROW WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL)
  EXECUTE FUNCTION note_webhook_event();
CREATE TRIGGER webhook_list_done AFTER UPDATE OF state ON list
  FOR EACH ROW WHEN (OLD.state <> 'done' AND NEW.state = 'done')
  EXECUTE FUNCTION note_webhook_event();
CREATE TRIGGER webhook_import_done AFTER UPDATE OF state ON import_job
  FOR EACH ROW WHEN (NEW.kind = 'file' AND OLD.state NOT IN ('done', 'failed') AND NEW.state IN ('done', 'failed'))
  EXECUTE FUNCTION note_webhook_event();
