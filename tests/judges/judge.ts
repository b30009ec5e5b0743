/** What is judged: a product, and somebody who is signed in. */
export interface Judged {
  url: string
  cookie: string
  python: string | null
}

/** What a judge says; `skipped` says why it could not be asked. */
export type Verdict = { findings: string[] } | { skipped: string }
