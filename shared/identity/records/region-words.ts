const REGION = /(?<!\p{L})(?:область|обл|край|республика|респ|округ|ао)(?!\p{L})/iu
/** Towns that are regions of their own. */
const FEDERAL_TOWN = /^(?:москва|санкт-петербург|севастополь)$/iu

/** Whether a text names a region, and not a town in one. */
export const namesRegion = (text: string): boolean => REGION.test(text) || FEDERAL_TOWN.test(text)
