const FIRST_SEED = 0x811c_9dc5
const SECOND_SEED = 0x9e37_79b9

/** FNV-1a with a final mix, because short texts leave the high bits alike. */
const hash = (text: string, seed: number): number => {
  let bits = seed
  for (let at = 0; at < text.length; at += 1) bits = Math.imul(bits ^ text.charCodeAt(at), 0x0100_0193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b)
  return (bits ^ (bits >>> 13)) >>> 0
}

/** A stable 64-bit hash for ids that are not stored. */
export const shortHash = (text: string): string =>
  hash(text, FIRST_SEED).toString(36) + hash(text, SECOND_SEED).toString(36)
