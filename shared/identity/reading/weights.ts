/** Nats for an identifier, a date or a name of this likelihood, against its tokens being there by chance. */
export function weightOf(confidence: number): number {
  const share = Math.min(Math.max(confidence, 0.02), 0.98)
  return 2 + Math.log(share / (1 - share)) / 2
}
