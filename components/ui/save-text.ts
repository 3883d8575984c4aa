const keptMs = 10_000

/** Downloads a text as a file. */
export const saveText = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // A browser may still read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
