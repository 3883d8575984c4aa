/** Characters in which a license is looked for. */
const headMax = 2_000

/** The SPDX identifier of a source file. */
export const licenseOf = (text: string): string | null =>
  /SPDX-License-Identifier:[ \t]{0,10}([\w.+() -]{1,100})/.exec(text.slice(0, headMax))?.[1]?.trim() || null

export const lineCount = (text: string): number => {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return text.endsWith('\n') ? count - 1 : count
}
