/** Text as filters and highlights compare it: without case, «ё» as «е». */
export const normalizeText = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
