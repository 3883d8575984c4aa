/*
 * Not `file-type` (22.3.0): it is asynchronous, where a download is cut as soon as its start shows that it is no picture; it unpacks
 * archives to look into them (57 ms for 473 hostile bytes); and markup, which most drawn NFTs are, is not among its types.
 */

/** The type of a file by its first bytes, since the content type from its host is untrusted. */
export type MediaKind = { category: 'image' | 'video' | 'audio'; mimetype: string }

const sniffedBytes = 4 * 1024

/**
 * The type of a file that starts with these bytes; undefined for anything but an image, video or audio. Markup other
 * than HTML counts as SVG: `makePreviews` refuses other XML.
 */
export const sniffMedia = (bytes: Uint8Array): MediaKind | undefined => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sniffedBytes))
  const mimetype =
    signatureOf(start) ?? riffOf(start) ?? isoMediaOf(start) ?? oggOf(start) ?? ebmlOf(start) ?? markupOf(start)
  if (mimetype === undefined) return undefined
  const [category] = mimetype.split('/')
  return category === 'image' || category === 'video' || category === 'audio' ? { category, mimetype } : undefined
}

const signatures: readonly (readonly [hex: string, mimetype: string])[] = [
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['474946383761', 'image/gif'],
  ['474946383961', 'image/gif'],
  ['49492a00', 'image/tiff'],
  ['4d4d002a', 'image/tiff'],
  ['424d', 'image/bmp'],
  ['494433', 'audio/mpeg'],
  ['664c6143', 'audio/flac'],
  // MPEG audio frames without a leading tag: layer III, and AAC in ADTS.
  ['fffb', 'audio/mpeg'],
  ['fffa', 'audio/mpeg'],
  ['fff3', 'audio/mpeg'],
  ['fff2', 'audio/mpeg'],
  ['fff1', 'audio/aac'],
  ['fff9', 'audio/aac'],
]

const signatureOf = (start: Buffer): string | undefined => {
  const hex = start.toString('hex', 0, 8)
  return signatures.find(([signature]) => hex.startsWith(signature))?.[1]
}

const riffOf = (start: Buffer): string | undefined => {
  if (start.toString('latin1', 0, 4) !== 'RIFF') return undefined
  return { WEBP: 'image/webp', WAVE: 'audio/wav' }[start.toString('latin1', 8, 12)]
}

/** ISO base media files (ISO/IEC 14496-12): the brands of the first box name the content. */
const isoMediaOf = (start: Buffer): string | undefined => {
  if (start.toString('latin1', 4, 8) !== 'ftyp') return undefined
  const boxEnd = Math.min(start.readUInt32BE(0), start.length, 256)
  const brands = [start.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= boxEnd; at += 4) brands.push(start.toString('latin1', at, at + 4))
  const [major = ''] = brands
  if (brands.includes('avif') || brands.includes('avis')) return 'image/avif'
  if (/^(heic|heix|hevc|mif1|msf1)$/.test(major)) return 'image/heic'
  if (/^(M4A |M4B |M4P )$/.test(major)) return 'audio/mp4'
  return major === 'qt  ' ? 'video/quicktime' : 'video/mp4'
}

/** Ogg pages (RFC 3533): the first packet of the first page names the codec. */
const oggOf = (start: Buffer): string | undefined => {
  if (start.toString('latin1', 0, 4) !== 'OggS') return undefined
  return start.subarray(0, 128).includes('\x80theora', 0, 'latin1') ? 'video/ogg' : 'audio/ogg'
}

/** Matroska and WebM (RFC 8794): the document type is in the header. */
const ebmlOf = (start: Buffer): string | undefined => {
  if (start.toString('hex', 0, 4) !== '1a45dfa3') return undefined
  return start.subarray(0, 128).includes('webm') ? 'video/webm' : 'video/x-matroska'
}

/**
 * Text that starts as markup may be an SVG document. The process that draws it decides whether it is one: untrusted
 * text is not searched here.
 */
const markupOf = (start: Buffer): string | undefined => {
  const text = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  return text.startsWith('<') && !isHtml.test(text.slice(0, htmlStartLength)) ? 'image/svg+xml' : undefined
}

const isHtml = /^<(?:!doctype\s{1,8}html|html|head|body)[\s>]/i
const htmlStartLength = 32
