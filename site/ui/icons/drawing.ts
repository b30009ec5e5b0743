/** The path of an icon: 24 by 24, drawn by its outline alone. */
export type Drawing = string
