/**
 * Draws the demo ledger's NFT images and writes their metadata: `node lib/demo/make-documents.ts`, under 5 s.
 * It fills lib/demo/documents.archive. A changed drawing changes the folders' content ids, which the contracts were
 * given: run lib/demo/record-evm.ts and lib/demo/make-aptos.ts after it.
 */
import { writeArchive } from './archive.ts'
import { makeDocuments } from './art/documents.ts'

const { files } = makeDocuments()
const entries = [...files].map(([path, content]) => {
  const isText = !path.endsWith('.png')
  return [path, Buffer.from(content).toString(isText ? 'utf8' : 'base64')] as const
})
const size = await writeArchive('documents.archive', Object.fromEntries(entries))
console.log(`${files.size} documents: documents.archive ${size} bytes`)
