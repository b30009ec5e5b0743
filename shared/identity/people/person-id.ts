const SECOND_SEED = 0x9e37_79b9

/** 32 bits of FNV-1a, with a last mix because short texts leave the high bits alike. */
const hash = (text: string, seed: number): number => {
  let bits = seed
  for (let at = 0; at < text.length; at += 1) bits = Math.imul(bits ^ text.charCodeAt(at), 0x0100_0193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b)
  return (bits ^ (bits >>> 13)) >>> 0
}

/**
 * The id of a person in the answer to one line, by the record that answers it best: records that are loaded later answer it
 * no better, so the id stays. The line is part of it, so that ids of two searches say nothing of each other.
 */
export const personId = (line: string, bestRecordId: string): string => {
  const text = `${line}\n${bestRecordId}`
  return `p${hash(text, 0x811c_9dc5).toString(36)}${hash(text, SECOND_SEED).toString(36)}`
}
