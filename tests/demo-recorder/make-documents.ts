/**
 * Draws the demo ledger's NFT images and writes their metadata: `node tests/demo-recorder/make-documents.ts`, under 5 s.
 * It fills lib/demo/documents.archive. A changed drawing changes the folders' content ids, which the contracts were
 * given: run record-evm.ts and make-aptos.ts after it.
 */

import { makeDocuments } from './art/documents.ts'
import { writeArchive } from './write-archive.ts'

const { files } = makeDocuments()
const entries = [...files].map(([path, content]) => {
  const isText = !path.endsWith('.png')
  return [path, Buffer.from(content).toString(isText ? 'utf8' : 'base64')] as const
})
const size = await writeArchive('documents.archive', Object.fromEntries(entries))
console.log(`${files.size} documents: documents.archive ${size} bytes`)
