const REGION = /(?<!\p{L})(?:область|обл|край|республика|респ|округ|ао)(?!\p{L})/iu
const FEDERAL_TOWN = /^(?:москва|санкт-петербург|севастополь)$/iu

export const namesRegion = (text: string): boolean => REGION.test(text) || FEDERAL_TOWN.test(text)
