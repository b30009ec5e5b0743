/**
 * Loaded before the product: a password costs the least that the algorithm can. Nearly every walk registers somebody and
 * signs in; what a hash costs in earnest is no question of a page.
 */
const { hash } = Bun.password

Bun.password.hash = password => hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
