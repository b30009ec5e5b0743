/** A record with all that batches brought of it. */
export interface StoredRecord {
  /** Key of its source. */
  source: string
  /** The part of `record_id` after the source key. */
  rid: string
  /** In the order in which writing them again stores the same: versions, the present one last, and who shares each. */
  versions: { batchId: number; values: string[] }[]
}
