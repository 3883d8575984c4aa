/** The beginning and the end of a long text. */
export const shortText = (text: string): string => (text.length <= 16 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`)

/** `2022-12-08 16:35 UTC`. */
export const minuteOf = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`
