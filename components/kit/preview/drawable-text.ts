/**
 * Text as the image's own font can draw it, bounded. A letter that the font lacks would be fetched from a third party,
 * so it becomes a dot: only Latin is drawn.
 */
export const drawableText = (text: string, lengthMax: number): string => {
  const drawn = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\x20-\x7e\xa1-\xac\xae-\xff–—…·]+/gu, '·')
    .trim()
  return drawn.length > lengthMax ? `${drawn.slice(0, lengthMax - 1)}…` : drawn
}
