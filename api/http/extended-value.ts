const LEFT_BARE = /['()*]/g

/** RFC 8187 §3.2.1: `filename*=UTF-8''%D0%B0.csv`. */
export const extendedValue = (text: string): string =>
  `UTF-8''${encodeURIComponent(text.toWellFormed()).replace(LEFT_BARE, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
