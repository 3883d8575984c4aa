/** Any bytes as text: a dot replaces invalid characters, and those that would affect the page's text. */
export const looseText = (hex: string): string => {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const text = new TextDecoder().decode(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufffd]/g, '·')
}
