/** How many pieces this process is taking. */
export interface Uploads {
  pieces: number
}

export const createUploads = (): Uploads => ({ pieces: 0 })
