const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A size in decimal units: `950 bytes`, `1.4 MB`. */
export const byteSize = (bytes: number): string => {
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${power === 0 ? bytes : (bytes / 1_000 ** power).toFixed(1)} ${units[power]}`
}
