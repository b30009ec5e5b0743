export interface StoredRecord {
  source: string
  /** `record_id` without the source key. */
  rid: string
  /** In write order, the present one last, with the batches that share each. */
  versions: { batchId: number; values: string[] }[]
}
