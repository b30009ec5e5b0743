export interface StoredPage {
  records: StoredRecord[]
  /** Where the next page begins; null after the last one. */
  next: string | null
}

/** A record with all that batches brought of it. */
export interface StoredRecord {
  /** Key of its source. */
  source: string
  /** The part of `record_id` after the source key. */
  rid: string
  /** In the order in which writing them again stores the same: versions, the present one last, and who shares each. */
  versions: { batchId: number; values: string[] }[]
}

/** Stored records as of one moment, whatever is written meanwhile. */
export interface StoredSnapshot {
  /** Pages as of `SearchEngine.readStored`. */
  read(from: string | null): Promise<StoredPage>
  close(): Promise<void>
}
