/** The hues of badges and banners; each weighs the same in both themes. None is grey. */
export type Tone = 'petrol' | 'blue' | 'plum' | 'red' | 'ochre' | 'moss'
