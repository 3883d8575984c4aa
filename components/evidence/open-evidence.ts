import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Evidence, readEvidence } from '#lib/format/evidence.ts'

/** What a file holds, the hash that it states and the hash of what it holds. */
export type OpenedEvidence = { evidence: Evidence; stated: string; found: string; name: string }

const bytesMax = 50_000_000

/** @throws Error with words for the reader, where the file is none that a page of this site was saved as. */
export const openEvidence = async (file: File): Promise<OpenedEvidence> => {
  if (file.size > bytesMax) throw new Error(`It has ${file.size} bytes; a file of evidence has at most ${bytesMax}.`)
  const known = readEvidence(await file.text())
  if (!known) throw new Error(`${file.name} was not saved by "Save as evidence", or lost its record on the way.`)
  const found = bytesToHex(sha256(utf8ToBytes(known.text)))
  return { evidence: known.evidence, stated: known.sha256, found, name: file.name }
}
