-- Challenges of passkeys are sealed now, and not stored.
DROP TABLE passkey_challenge;
-- Told to the owner, who may not have asked for it.
ALTER TABLE users ADD factors_reset_at timestamptz;
